// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in comparing every pair of one set or two.
 */

#pragma once

#include <memory>
#include <span>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"
#include "src/plan/sequence_sets.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief Consecutive sequences of the first set with consecutive ones of the second; of one set, every two of them.
struct set_block
{
    std::uint64_t row_begin{};
    std::uint64_t row_end{};
    std::uint64_t column_begin{};
    std::uint64_t column_end{};

    //!\brief Whether it has every two sequences of one set.
    bool is_triangle(plan::sequence_sets const & sets) const noexcept
    {
        return sets.is_one_set() && row_begin == column_begin;
    }
};

//!\brief A block: the content of a task.
template <typename archive_t, maybe_const<set_block> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.row_begin, value.row_end, value.column_begin, value.column_end);
}

/*!\brief Makes a job.
 * \param content The metric, whether there is one set, the sequences of the first one, and those of the second one, or none.
 *
 * The result of a task has the values of the block, row by row.
 */
std::unique_ptr<job> make_set_job(std::span<std::uint64_t const> content);

} // namespace seqan3_gpulcs::mpi
