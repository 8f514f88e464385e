// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

lane_kernel_t find_lane_kernel_planes(lane_shape const & shape)
{
    return find_lane_kernel<lcs_recurrence, lane_rows::planes, plane_rows>(shape);
}

} // namespace seqan3_gpulcs::cuda
