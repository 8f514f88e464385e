// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The part of one rank in comparing every pair of one set or two.
 */

#pragma once

#include <memory>
#include <span>

#include "src/mpi/job.hpp"
#include "src/mpi/words.hpp"
#include "src/plan/comparison.hpp"
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

//!\brief Adds the sequences of a call to a content.
void add_sets(word_writer & content, plan::sequence_sets const & sets, plan::metric metric);

//!\brief A block: the content of a task.
words to_words(set_block const & block);

//!\brief Makes a job; the content is that of add_sets(). The result of a task has the lengths of the block, row by row.
std::unique_ptr<job> make_set_job(std::span<std::uint64_t const> content);

} // namespace seqan3_gpulcs::mpi
