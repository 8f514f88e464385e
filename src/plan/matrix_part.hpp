// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A part of the matrix of one pair, which any backend computes.
 */

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief Parts begin at multiples of it, and so do the distances of their checkpoints: that suits all backends.
inline constexpr std::uint64_t part_alignment{2048};

/*!\brief The unit to which rows and distances of checkpoints are rounded where that costs little. Strips of a device end with a part, and
 *        at each row that is kept: with a larger unit they may be taller.
 * \param max The largest unit that is wanted.
 * \returns A multiple of part_alignment.
 */
constexpr std::uint64_t part_unit(std::uint64_t const max) noexcept
{
    constexpr std::uint64_t max_unit{std::uint64_t{1} << 15};
    return std::clamp(std::bit_floor(max), part_alignment, max_unit);
}

/*!\brief The borders of a part: before it is computed the left and the upper, afterwards the right and the lower one.
 *
 * `vertical` holds the state words of the recurrence, `horizontal` its carry words. For longest common subsequences, row r of
 * the part is bit r % 64 of word r / 64 of `vertical`, which is *zero* where the matrix grows from the row above; column c is
 * bit *63 -* c % 64 of word c / 64 of `horizontal`, which is one where the matrix grows from the column before. Bits after
 * the last row must be ones, those after the last column zeros. Edit distances have a word for differences of 1, and beside it one
 * for those of -1, in the same order; bits after the last column must be zeros. Below the last row of the matrix their carries are
 * undefined.
 */
struct matrix_borders
{
    std::span<std::uint64_t> vertical{}; //!< row_words() times the state words; in the whole matrix the left border.
    std::span<std::uint64_t>
        horizontal{}; //!< column_words() times the carry words; in the whole matrix the upper border.
};

/*!\brief The number of rows or columns of a region that are checkpoints.
 * \param whole   The rows or columns of the region.
 * \param size    The rows or columns of the whole matrix.
 * \param spacing The distance of checkpoints; 0 if there are none.
 *
 * The checkpoints are every `spacing`-th one of the *whole* matrix, except the last one of it. A region has those after its begin, up to
 * its end.
 */
constexpr std::uint64_t
checkpoint_count(interval const & whole, std::uint64_t const size, std::uint64_t const spacing) noexcept
{
    if (spacing == 0 || whole.size() == 0)
        return 0;
    return (whole.end < size ? whole.end : size - 1) / spacing - whole.begin / spacing;
}

/*!\brief The memory for the checkpoints of a region; parts of it fill it, one by one or at the same time.
 *
 * The columns follow each other, each with V of all rows of the region, and so do the rows, each with the carries below it of
 * all columns. See traceback::checkpoint_store for memory that has this layout.
 */
struct region_checkpoints
{
    checkpoint_grid
        grid{}; //!< The distances in the whole matrix, multiples of part_alignment; both are 0 if nothing is kept.
    matrix_region region{};    //!< The region.
    std::uint64_t * columns{}; //!< checkpoint_count() times its row_words(), times border_words().
    std::uint64_t * rows{};    //!< checkpoint_count() times its column_words(), times border_words().
    plan::metric metric{};     //!< The metric.
    matrix_cell first{};       //!< The cell from which distances count, if that is not the first one of the matrix.

    //!\brief The place for V after a number of columns, from a row on; `column` must be a checkpoint.
    std::uint64_t * column_at(std::uint64_t const column, std::uint64_t const row) const noexcept
    {
        return columns
             + (((column - first.column) / grid.column_spacing
                 - (region.column_begin - first.column) / grid.column_spacing - 1)
                    * region.row_words()
                + (row - region.row_begin) / 64)
                   * border_words(metric);
    }

    //!\brief The place for the carries below a number of rows, from a column on; `row` must be a checkpoint.
    std::uint64_t * row_at(std::uint64_t const row, std::uint64_t const column) const noexcept
    {
        return rows
             + (((row - first.row) / grid.row_spacing - (region.row_begin - first.row) / grid.row_spacing - 1)
                    * region.column_words()
                + (column - region.column_begin) / 64)
                   * border_words(metric);
    }
};

//!\brief A rectangle of the matrix of a pair.
struct matrix_part
{
    packing::packed_sequence_view rows{};    //!< The sequence of the rows, as a whole.
    packing::packed_sequence_view columns{}; //!< The sequence of the columns, as a whole.
    matrix_region region{};                  //!< Begins at multiples of part_alignment; ends there or with the matrix.
    matrix_borders borders{};                //!< Its borders.
    region_checkpoints kept{};               //!< The memory for checkpoints; the part lies in its region.
    plan::metric metric{};                   //!< The metric.

    //!\brief The number of cells.
    double cells() const noexcept
    {
        return region.cells();
    }

    //!\brief The place for V after a number of columns, from a row on; null if it is not kept.
    std::uint64_t * kept_column(std::uint64_t const column, std::uint64_t const row) const noexcept
    {
        bool const is_kept =
            kept.grid.column_spacing != 0 && column % kept.grid.column_spacing == 0 && column < columns.size();
        return is_kept ? kept.column_at(column, row) : nullptr;
    }

    //!\brief The place for the carries below a number of rows, from a column on; null if they are not kept.
    std::uint64_t * kept_row(std::uint64_t const row, std::uint64_t const column) const noexcept
    {
        bool const is_kept = kept.grid.row_spacing != 0 && row % kept.grid.row_spacing == 0 && row < rows.size();
        return is_kept ? kept.row_at(row, column) : nullptr;
    }
};

/*!\brief Plans the checkpoints of a matrix that is computed in parts, by any backends, and kept in the memory of the host.
 * \param wanted       The metric and the wanted alignment.
 * \param size         The lengths of both sequences; not 0.
 * \param memory_limit The maximum for checkpoints and the tiles of the traceback.
 * \param min_distance The minimum distance, a multiple of part_alignment.
 * \throws seqan3_gpulcs::memory_limit_too_small, which names a limit that suffices.
 *
 * Constant time.
 */
checkpoint_grid plan_part_checkpoints(comparison const & wanted,
                                      matrix_cell const & size,
                                      std::uint64_t memory_limit,
                                      std::uint64_t min_distance);

/*!\brief Checks that a memory limit suffices for such checkpoints and the traceback.
 * \param grid The distances.
 * \returns The memory of the checkpoints.
 * \throws seqan3_gpulcs::memory_limit_too_small, which names the smallest limit that suffices.
 *
 * The other parameters of plan_part_checkpoints().
 */
std::uint64_t check_part_checkpoints(comparison const & wanted,
                                     checkpoint_grid const & grid,
                                     matrix_cell const & size,
                                     std::uint64_t memory_limit);

/*!\brief Cuts rows or columns of a part into pieces.
 * \param whole   The rows or columns.
 * \param spacing The distance of checkpoints; 0 if there are none.
 * \param max     The maximum size of a piece; a multiple of 64, or at least that of the whole.
 * \returns The pieces in order. A piece with checkpoints before its end begins at one, or at the begin of the matrix.
 */
std::vector<interval> cut_at_checkpoints(interval const & whole,
                                         std::uint64_t spacing,
                                         std::uint64_t max = std::numeric_limits<std::uint64_t>::max());

} // namespace seqan3_gpulcs::plan
