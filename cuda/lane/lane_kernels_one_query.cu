// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

lane_kernel_t find_lane_kernel_one_query(lane_shape const & shape)
{
    return find_lane_kernel<lcs_recurrence, lane_rows::one_query, query_rows>(shape);
}

} // namespace seqan3_gpulcs::cuda
