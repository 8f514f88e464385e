// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A recurrence as the host knows it, with its lane kernels.
 */

#pragma once

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/lane/tuning_lane.hpp"
#include "cuda/recurrence/recurrence_traits.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A lane kernel.
using lane_kernel_t = void (*)(lane_arguments const);

//!\brief A recurrence and its kernels.
struct lane_recurrence
{
    recurrence_traits traits{};                         //!< The properties of the recurrence.
    lane_kernel_t (*find_kernel)(lane_shape const &){}; //!< The kernel of one of lane_shapes; null if it has none.
};

//!\brief Longest common subsequences.
extern lane_recurrence const lcs_lanes;

//!\brief Edit distances.
extern lane_recurrence const edit_lanes;

//!\brief The recurrence of a metric.
inline lane_recurrence const & lanes_of(plan::metric const metric) noexcept
{
    return *plan::by_metric<lane_recurrence const *>{&lcs_lanes, &edit_lanes}[metric];
}

} // namespace seqan3_gpulcs::cuda
