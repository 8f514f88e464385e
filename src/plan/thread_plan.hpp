// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The number of CPU threads that gain something in a computation.
 */

#pragma once

#include <cstdint>

namespace seqan3_gpulcs::plan
{

//!\brief The processors for threads.
struct processor_counts
{
    unsigned of_process{1}; //!< The processors that the process may use.
    unsigned of_machine{1}; //!< All processors of the machine.
};

/*!\brief The threads of a call, as available_threads() returns them.
 * \param wanted     The threads that are asked for, or 0.
 * \param processors The number of processors: many more threads than those of the machine only wait for one another.
 */
unsigned limit_threads(unsigned wanted, processor_counts const & processors) noexcept;

/*!\brief The number of threads that gain something on one matrix: each needs a strip, and enough cells. Constant time.
 * \param rows    The number of rows.
 * \param columns The number of columns.
 * \param threads The available threads.
 */
unsigned useful_threads(std::uint64_t rows, std::uint64_t columns, unsigned threads) noexcept;

/*!\brief The number of threads that gain something on pairs that are distributed among them. Constant time.
 * \param pairs   The number of pairs.
 * \param cells   The cells of all of them.
 * \param threads The available threads.
 */
unsigned useful_threads_for_pairs(std::uint64_t pairs, double cells, unsigned threads) noexcept;

/*!\brief The plan of the length of a longest common subsequence.
 *
 * The rows of the matrix belong to one sequence, the columns to the other. Threads share the work by strips of rows.
 */
struct length_plan
{
    bool second_is_rows{}; //!< Whether the rows belong to the second sequence.
    unsigned threads{1};   //!< The threads that work on the pair.
};

/*!\brief Plans the length of one pair. Constant time.
 * \param rows    The length of the first sequence.
 * \param columns The length of the second sequence.
 * \param threads The available threads, at least 1.
 */
length_plan plan_length(std::uint64_t rows, std::uint64_t columns, unsigned threads) noexcept;

} // namespace seqan3_gpulcs::plan
