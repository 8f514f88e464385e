// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A pair alone on a device, and the way back of its subsequence on the CPU.
 */

#pragma once

#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/strip_run.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief The length of the LCS of a pair.
 * \param pair       The pair; may be empty.
 * \param context      The stream_context; its device must be the current one.
 * \param contexts What it only keeps for later computations makes room where memory is short.
 * \param control    Progress and stop.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and what the progress callback throws.
 *
 * Thread safety: concurrent calls need different contexts and controls.
 */
lcs::result find_length(lcs::sequence_pair const & pair,
                        stream_context & context,
                        stream_context_pool & contexts,
                        runtime::task_control & control);

/*!\brief The LCS of a pair.
 * \param execution The memory that checkpoints and tiles may take, and the threads of the way back.
 *
 * The device makes checkpoints, and the CPU goes back from one to the next: the tiles on the way depend on one another,
 * and each of them is too small for a device.
 *
 * The other parameters, exceptions and thread safety of find_length().
 */
lcs::result find_subsequence(lcs::sequence_pair const & pair,
                             plan::execution const & execution,
                             stream_context & context,
                             stream_context_pool & contexts,
                             runtime::task_control & control);

/*!\brief Which letters of the first sequence make the LCS of its prefixes longer; see lcs::prefix_increments().
 *
 * The parameters, exceptions and thread safety of find_length().
 */
std::vector<std::uint64_t> find_increments(lcs::sequence_pair const & pair,
                                           stream_context & context,
                                           stream_context_pool & contexts,
                                           runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
