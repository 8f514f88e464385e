// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

lane_kernel_t find_lane_kernel_matches(lane_shape const & shape)
{
    return find_lane_kernel<lcs_recurrence, lane_rows::matches, match_rows>(shape);
}

} // namespace seqan3_gpulcs::cuda
