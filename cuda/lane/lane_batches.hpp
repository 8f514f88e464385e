// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Any number of short pairs, a pair a lane.
 */

#pragma once

#include <span>
#include <vector>

#include "cuda/runtime/stream_context.hpp"
#include "src/plan/pair_source.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Works through a source of short pairs.
 * \param source     The pairs; none is longer than longest_in_lane.
 * \param device     The number of the device.
 * \param contexts Lends what is needed of it.
 * \param threads    The threads that prepare pairs.
 * \param control    Progress and stop.
 * \returns What it took.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and what the progress callback throws.
 */
plan::batch_statistics find_in_lanes(plan::pair_source const & source,
                                     unsigned device,
                                     stream_context_pool & contexts,
                                     unsigned threads,
                                     runtime::task_control & control);

/*!\brief The lengths of the LCS of short pairs.
 * \param pairs     All pairs.
 * \param chosen    Those that are wanted; none is longer than longest_in_lane.
 * \param results   Where their results go.
 *
 * The other parameters and exceptions of the overload above, to which the pairs are a source of which everything is reported.
 */
void find_in_lanes(std::span<lcs::sequence_pair const> pairs,
                   std::vector<std::size_t> const & chosen,
                   std::vector<lcs::result> & results,
                   unsigned device,
                   stream_context_pool & contexts,
                   unsigned threads,
                   runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
