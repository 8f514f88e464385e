// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Any number of short pairs, one per lane.
 */

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "cuda/runtime/pair_batches.hpp"
#include "cuda/runtime/pipeline.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/value_span.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The result of seqan3_gpulcs::cuda::find_in_lanes.
struct lane_pipeline_result
{
    plan::source_statistics statistics{};      //!< Time and memory.
    std::vector<std::size_t> without_memory{}; //!< The batches, or the pairs, for which the device had no memory.
};

/*!\brief The lengths or distances of the pairs of a source, batch by batch.
 * \param source    The pairs; none is longer than max_lane_size.
 * \param resources The devices and host threads that compute them.
 * \returns Time and memory, and the batches that are left to do.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the source and the
 *         progress callback.
 */
lane_pipeline_result find_in_lanes(plan::pair_source const & source, pipeline_resources const & resources);

/*!\brief The lengths or distances of short pairs, without anything else.
 * \param pairs     The pairs; at least one.
 * \param max_size  The maximum length of a sequence; at most max_lane_size.
 * \param wanted    The metric, and ends as for lane_batch::start().
 * \param values    The length or distance of each of them, in their order.
 * \param resources The devices and host threads that compute them.
 * \returns Time and memory, and the pairs that are left to do, counted among these.
 * \throws The exceptions of the overload above.
 */
lane_pipeline_result find_in_lanes(plan::pair_list const & pairs,
                                   std::uint64_t max_size,
                                   plan::comparison const & wanted,
                                   plan::value_span const & values,
                                   pipeline_resources const & resources);

/*!\brief The lengths or distances of short pairs without free ends.
 * \param pairs     The pairs; at least one.
 * \param max_size  The maximum length of a sequence; at most max_lane_size.
 * \param metric    The metric.
 * \param results   The results of the call; those of the pairs are set.
 * \param resources The devices and host threads that compute them.
 * \returns The indices of the pairs for which the device had no memory.
 * \throws The exceptions of the overload above.
 */
std::vector<std::size_t> find_in_lanes(plan::pair_list const & pairs,
                                       std::uint64_t max_size,
                                       plan::metric metric,
                                       std::span<alignment::result> results,
                                       pipeline_resources const & resources);

} // namespace seqan3_gpulcs::cuda
