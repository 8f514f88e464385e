// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Every pair of short sequences of one set, or of two.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "cuda/runtime/pair_batches.hpp"
#include "cuda/runtime/pipeline.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/sequence_sets.hpp"
#include "src/plan/value_span.hpp"

namespace seqan3_gpulcs::cuda
{

class kept_lanes;

/*!\brief The parts in which sets are computed one after the other, so that the sequences of each fit into memory.
 * \param sets The sets.
 * \throws std::bad_alloc
 *
 * Linear in the number of sequences.
 */
std::vector<set_part> cut_sets(plan::sequence_sets const & sets);

//!\brief What is computed at a time.
struct lane_set_work
{
    plan::sequence_sets const & sets; //!< The sets.
    set_part part{};                  //!< One of their parts.
    plan::metric metric{};            //!< The metric.

    //!\brief The sequences of the second interval, if all devices keep them; then only the others are copied.
    kept_lanes const * kept{};
};

/*!\brief The lengths or distances of all pairs of a part, except those with a sequence that is longer than max_lane_size.
 * \param work      The part.
 * \param values    The result of the whole sets, in which those of this part are set.
 * \param resources The devices and host threads that compute them. Each device gets a copy of what it does not keep.
 * \returns What they took; nothing if the devices had no memory, or no kernel, for everything: then some values are not set.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 */
std::optional<plan::source_statistics>
find_in_lanes(lane_set_work const & work, plan::value_span const & values, pipeline_resources const & resources);

} // namespace seqan3_gpulcs::cuda
