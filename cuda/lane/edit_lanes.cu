// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_kernel_table.cuh"
#include "cuda/recurrence/edit_step.cuh"

namespace seqan3_gpulcs::cuda
{

constinit lane_recurrence const edit_lanes{.traits = traits_of<edit_recurrence>,
                                           .find_kernel = &find_lane_kernel<edit_recurrence>};

} // namespace seqan3_gpulcs::cuda
