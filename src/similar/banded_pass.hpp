// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A forward pass that leaves out what cannot be on a path that is long enough.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief Computes the matrix of a pair from top to bottom, each block of rows on an interval of columns.
 *
 * Cells outside have the value of the nearest cell of the band in their row to the left, or in their column above. So each value
 * is the number of matches on some path: a lower bound of that of the whole matrix, and equal to it where an optimal path lies
 * in the band.
 *
 * Thread safety: none; its own threads apart.
 */
class banded_pass
{
public:
    /*!\brief Starts above the first row.
     * \param pair    The pair; neither sequence is empty.
     * \param threads The threads.
     * \param control Stop, and progress if it is reported.
     */
    banded_pass(lcs::sequence_pair const & pair, unsigned threads, runtime::task_control & control);

    /*!\brief The memory of a pass, besides that of its threads.
     * \param pair    The pair.
     * \param rows    The maximum number of rows at a time.
     * \param columns The maximum number of columns at a time.
     */
    static std::uint64_t bytes(lcs::sequence_pair const & pair, std::uint64_t rows, std::uint64_t columns) noexcept;

    /*!\brief Computes the next rows.
     * \param rows    Their number; a multiple of 64 unless they are the last ones.
     * \param columns Begins at a multiple of 64, not before the begin of the last one; ends at such a multiple or with the matrix.
     * \param kept    Columns to keep.
     * \param reports_progress Whether all cells of these rows count as progress.
     */
    void compute(std::uint64_t rows,
                 plan::interval const & columns,
                 cpu::kept_increments const & kept,
                 bool reports_progress);

    /*!\brief The columns where the next rows may be on a path with enough matches, if there are any.
     * \param bound       The number of matches.
     * \param rows        The number of rows; those left at most.
     * \param granularity The interval begins at a multiple of it; a multiple of 64.
     *
     * From a cell on, a path has at most as many matches as there are rows or columns left. So a cell below the last row that is
     * not in the interval is on no path of that many matches, nor is a cell of its first column, unless that is the first one of
     * the matrix.
     */
    std::optional<plan::interval>
    next_columns(std::uint64_t bound, std::uint64_t rows, std::uint64_t granularity) const noexcept;

    //!\brief The number of rows computed so far.
    std::uint64_t rows_done() const noexcept
    {
        return row_;
    }

    //!\brief The columns of the last rows.
    plan::interval const & columns() const noexcept
    {
        return columns_;
    }

    //!\brief The value below the last row, at the end of its interval.
    std::uint64_t last_value() const noexcept;

    //!\brief The carries below the last row, for the words of its interval.
    std::span<std::uint64_t const> carries() const noexcept;

    //!\brief The cells computed so far.
    double cells() const noexcept
    {
        return cells_;
    }

private:
    std::uint64_t count_matches_until(std::uint64_t column) const noexcept;

    lcs::sequence_pair pair_;
    unsigned threads_;
    runtime::task_control & control_;
    std::uint64_t row_{};
    plan::interval columns_{};
    std::uint64_t first_value_{}; // At the begin of the interval.
    double cells_{};
    std::vector<std::uint64_t> vertical_{};
    std::vector<std::uint64_t> horizontal_; // Of all columns; zero to the right of the interval.
};

} // namespace seqan3_gpulcs::similar
