// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair of similar sequences: exact, without most of the matrix.
 */

#pragma once

#include <cstdint>
#include <optional>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief The means for a pair.
struct pair_limits
{
    unsigned threads{1};          //!< The threads.
    std::uint64_t memory_limit{}; //!< The maximum for checkpoints and tiles, if the subsequence is wanted.
};

/*!\brief Compares a pair without the parts of the matrix that its longest common subsequences do not touch.
 * \param pair    The pair.
 * \param wanted  What to compute.
 * \param limits  Threads and memory.
 * \param control Progress and stop.
 * \returns The result, the same as from the whole matrix, or a length of 0 if the pair has fewer matches than its minimum; none
 *          if the whole matrix probably takes less time, or the memory does not suffice.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 */
std::optional<lcs::result> compute_similar(lcs::sequence_pair const & pair,
                                           lcs::output wanted,
                                           pair_limits const & limits,
                                           runtime::task_control & control);

/*!\brief Compares a pair in a band that a bound of the length determines.
 * \param bound What the length is assumed to be at least. If it is not, a second pass follows. The minimum of the pair is a bound,
 *              too; if that is larger than the length, the pair is too short, and no pass follows.
 * \returns The result; none if the memory does not suffice for the checkpoints.
 *
 * The other parameters of compute_similar(). A cell is left out only if no path through it has as many matches as the bound. So
 * if the band has a path with so many, it has all optimal ones.
 */
std::optional<lcs::result> compute_in_band(lcs::sequence_pair const & pair,
                                           lcs::output wanted,
                                           std::uint64_t bound,
                                           pair_limits const & limits,
                                           runtime::task_control & control);

} // namespace seqan3_gpulcs::similar
