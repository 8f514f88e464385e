// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The last column of a matrix, which is enough for a value.
 */

#pragma once

#include <cstdint>

#include "src/cpu/recurrence/recurrence.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/comparison.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief Whether and how long the vectors of one thread compute the last column of a matrix, with all of its rows in one strip.
class one_strip
{
public:
    /*!\brief Lays rows out in lanes.
     * \param rows    The number of rows.
     * \param columns The number of columns.
     * \param lanes   The lanes of the vectors.
     */
    one_strip(std::uint64_t rows, std::uint64_t columns, unsigned lanes) noexcept;

    //!\brief Whether vectors are faster than the carry flag, and the strip is not too tall.
    bool is_worthwhile(plan::metric metric) const noexcept;

    //!\brief The words of rows of each lane; some of the last ones may have no rows.
    std::uint64_t lane_words() const noexcept
    {
        return lane_words_;
    }

    //!\brief The number of steps: in each, a lane is a block of 64 columns behind the lane above it.
    std::uint64_t steps() const noexcept
    {
        return steps_;
    }

    //!\brief The words of rows that a vector computes, for 64 columns each.
    std::uint64_t vector_words() const noexcept
    {
        return lane_words_ * steps_;
    }

private:
    unsigned lanes_;
    std::uint64_t words_;
    std::uint64_t blocks_;
    std::uint64_t lane_words_;
    std::uint64_t steps_;
};

//!\brief The words that vectors compute with the first sequence as the rows; fewer of them take less time.
template <recurrence recurrence_t>
std::uint64_t count_vector_words(std::uint64_t rows, std::uint64_t columns) noexcept;

/*!\brief Computes the last column of a whole matrix with the calling thread: along diagonals, or by one strip.
 * \tparam recurrence_t The recurrence; last_column.cpp has an instance of each.
 * \param pass          The matrix. Nothing is kept, and the lower border is not computed: so lanes need not be full.
 * \param control       Stop and progress.
 * \returns Whether it did: see is_for_diagonals() and one_strip::is_worthwhile().
 */
template <recurrence recurrence_t>
bool compute_last_column(matrix_pass const & pass, runtime::task_control & control);

} // namespace seqan3_gpulcs::cpu
