// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A forward pass over chosen columns of each row.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/cpu/recurrence/recurrence.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief Computes a part of the matrix of a pair from top to bottom, each block of rows on an interval of columns.
 *
 * \tparam recurrence_t The recurrence; banded_pass.cpp has an instance of each.
 *
 * A cell outside is one more distant than its neighbour to the left, or above. So each value is the distance of some path from the
 * first cell of the part, and at least that of the whole part. Longest common subsequences have indel distances: see
 * pair_distance.hpp.
 *
 * Thread safety: none.
 */
template <cpu::recurrence recurrence_t>
class banded_pass
{
public:
    /*!\brief Starts above the first row.
     * \param pair    The pair.
     * \param part    The part, which is not empty. It begins at multiples of 64.
     * \param control Stop.
     */
    banded_pass(alignment::sequence_pair const & pair,
                plan::matrix_region const & part,
                runtime::task_control & control);

    /*!\brief The memory of a pass.
     * \param pair    The pair.
     * \param part    The part.
     * \param rows    The maximum number of rows at a time.
     * \param columns The maximum number of columns at a time.
     */
    static std::uint64_t bytes(alignment::sequence_pair const & pair,
                               plan::matrix_region const & part,
                               std::uint64_t rows,
                               std::uint64_t columns) noexcept;

    /*!\brief Computes the next rows.
     * \param rows    The number of rows; a multiple of 64 unless they are the last ones.
     * \param columns Begins at a multiple of 64, not before the begin of the last one; ends at such a multiple or with the part.
     */
    void compute(std::uint64_t rows, plan::interval const & columns);

    //!\brief The first row that is not computed yet.
    std::uint64_t next_row() const noexcept
    {
        return row_;
    }

    //!\brief The distance below the last row, after the last column of the part.
    std::uint64_t distance() const noexcept;

    //!\brief The carries below the last row, for the words of its interval.
    std::span<std::uint64_t const> carries() const noexcept;

    //!\brief The cells computed so far.
    double cells() const noexcept
    {
        return cells_;
    }

private:
    // The words of some columns.
    plan::interval words_of(plan::interval const & columns) const noexcept;
    std::span<std::uint64_t> carries_of(plan::interval const & columns) noexcept;

    alignment::sequence_pair pair_;
    plan::matrix_region part_;
    runtime::task_control & control_;
    std::uint64_t row_;
    plan::interval columns_;
    std::int64_t first_value_{}; // The distance at the begin of the interval, below the last row.
    double cells_{};
    std::vector<std::uint64_t> vertical_{};
    std::vector<std::uint64_t> horizontal_; // The carries of all columns; a border to the right of the interval.
};

} // namespace seqan3_gpulcs::similar
