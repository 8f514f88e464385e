// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Any number of pairs of some thousand letters and more, in batches of strips.
 */

#pragma once

#include <span>
#include <vector>

#include "cuda/runtime/stream_context.hpp"
#include "src/plan/pair_source.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Compares pairs in batches of strips; where subsequences are wanted, the threads of the host go the way back.
 * \param pairs      All pairs.
 * \param chosen     Those that are wanted; none is too long for a batch of strips.
 * \param wanted     What is wanted of them.
 * \param results    Where their results go.
 * \param device     The number of the device.
 * \param contexts Lends what is needed of it.
 * \param execution  Threads and memory of the host.
 * \param control    Progress and stop.
 * \returns Those that it leaves: where the memory does not suffice for several pairs at a time.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and what the progress callback throws.
 */
std::vector<std::size_t> find_in_strips(std::span<lcs::sequence_pair const> pairs,
                                        std::vector<std::size_t> chosen,
                                        lcs::output wanted,
                                        std::vector<lcs::result> & results,
                                        unsigned device,
                                        stream_context_pool & contexts,
                                        plan::execution const & execution,
                                        runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
