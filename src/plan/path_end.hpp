// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The cell in which an alignment with free ends ends.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_region.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief The cell in which an alignment ends.
struct path_end
{
    matrix_cell cell{};    //!< One past the last letters.
    std::uint64_t value{}; //!< The distance of the cell, or the length of a longest common subsequence.
};

//!\brief The right and the lower border of a whole matrix, as matrix_borders has them.
struct final_border_words
{
    std::span<std::uint64_t const> vertical{};   //!< Down the last column.
    std::span<std::uint64_t const> horizontal{}; //!< Along the last row.
};

//!\brief The last borders of a matrix, with their memory.
struct final_borders
{
    std::vector<std::uint64_t> vertical{};   //!< Down the last column.
    std::vector<std::uint64_t> horizontal{}; //!< Along the last row.

    //!\brief Makes them the borders of the transposed matrix.
    void transpose();

    //!\brief The words.
    operator final_border_words() const noexcept
    {
        return {vertical, horizontal};
    }
};

/*!\brief Sets the value of a result and, if the metric tells them, the parts of both sequences up to the end.
 * \param result The result.
 * \param metric The metric.
 * \param found  The end, and the value there.
 */
constexpr void set_value(alignment::result & result, metric const metric, path_end const & found) noexcept
{
    value_of(result, metric) = found.value;
    if (!traits_of(metric).tells_parts)
        return;
    result.first = {0, found.cell.row};
    result.second = {0, found.cell.column};
}

/*!\brief Finds the cell in which an alignment ends, and its value.
 * \param wanted  The metric, the free ends, and the choice among several cells.
 * \param size    The lengths of both sequences.
 * \param borders The borders. The lower one is only read if trailing letters of the second sequence are free.
 *
 * Linear in the lengths, mostly 64 letters at a time.
 */
path_end
find_path_end(comparison const & wanted, matrix_cell const & size, final_border_words const & borders) noexcept;

} // namespace seqan3_gpulcs::plan
