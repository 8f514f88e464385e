// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A band of a matrix that is computed in rectangles.
 */

#pragma once

#include <cstdint>
#include <optional>

#include "src/plan/matrix_band.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::plan
{

/*!\brief A band whose rows change at some columns only, so that any backend computes it part by part; or the whole matrix, as one step.
 *
 * Above the rows of a step, each cell is one more distant than the one to its left, as at the upper border of the matrix; below them, one
 * more than the one above it, as at the left border. So V of *all* rows, with what earlier steps have left in the rows above and with the
 * left border in those below, tells the value in the last cell, as it does for a whole matrix. It is the value of a path, and as good as that
 * of all paths in the band: see similar::band_prover.
 */
class stepped_band
{
public:
    //!\brief The whole matrix.
    explicit stepped_band(matrix_cell const & size) noexcept : size_{size}, step_columns_{size.column}
    {}

    /*!\brief The cells of paths that reach a bound, and few others.
     * \param size         The rows and columns of the matrix; not 0.
     * \param metric       The metric.
     * \param bound        The bound; see max_indels().
     * \param grid         The distances of checkpoints, where rows of steps begin and end; zeros if there are none.
     * \param step_columns The columns of a step, a multiple of those distances and of part_alignment; see choose_step_columns().
     */
    stepped_band(matrix_cell const & size,
                 metric metric,
                 std::uint64_t bound,
                 checkpoint_grid const & grid,
                 std::uint64_t step_columns) noexcept;

    //!\brief The bound; none if it is the whole matrix.
    std::optional<std::uint64_t> const & bound() const noexcept
    {
        return bound_;
    }

    //!\brief The columns of a step, but for the last one.
    std::uint64_t step_columns() const noexcept
    {
        return step_columns_;
    }

    //!\brief The step that has a column.
    matrix_region step_at(std::uint64_t column) const noexcept;

    //!\brief The columns of all steps that have a row.
    interval columns_of(std::uint64_t row) const noexcept;

    //!\brief The cells of all steps. Linear in their number.
    double cells() const noexcept;

private:
    matrix_cell size_;
    std::optional<std::uint64_t> bound_{};
    matrix_band rows_of_columns_{1, 1, 0}; // With rows and columns exchanged.
    std::uint64_t row_unit_{1};
    std::uint64_t step_columns_;
};

/*!\brief Chooses the columns of a step: more of them make the band taller, fewer take more calls.
 * \param max_indels  The insertions and deletions of a path in the band, at most: about its width.
 * \param spacing     The distance of the columns that are checkpoints; 0 if there are none.
 * \param min_columns As few columns as are worth a call.
 */
std::uint64_t choose_step_columns(std::uint64_t max_indels, std::uint64_t spacing, std::uint64_t min_columns) noexcept;

} // namespace seqan3_gpulcs::plan
