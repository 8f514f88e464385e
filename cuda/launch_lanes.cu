// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cassert>

#include "error.hpp"
#include "lane_kernel_table.cuh"
#include "launch_lanes.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

lane_kernel_t find_lane_kernel(lane_shape const & shape)
{
    lane_kernel_t const kernel = shape.is_one_query ? find_lane_kernel_one_query(shape) : find_lane_kernel_pairs(shape);
    assert(kernel);
    return kernel;
}

unsigned shared_bytes_of_block(lane_shape const & shape, unsigned const strips) noexcept
{
    return shape.is_one_query ? warps_of_lane_block * strips * shape.words * 4 * 4 : 0;
}

} // namespace

unsigned
lane_blocks(lane_shape const & shape, unsigned const pair_count, unsigned const strips, device_limits const & limits)
{
    constexpr unsigned pairs_of_block = warps_of_lane_block * warp_threads;
    int resident = 0;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident,
                                                                                find_lane_kernel(shape),
                                                                                static_cast<int>(pairs_of_block),
                                                                                shared_bytes_of_block(shape, strips)));
    unsigned const at_a_time = static_cast<unsigned>(std::max(resident, 1)) * limits.multiprocessors;
    return std::min((pair_count + (pairs_of_block - 1)) / pairs_of_block, at_a_time);
}

void launch_lanes(lane_shape const & shape,
                  lane_arguments const & arguments,
                  unsigned const blocks,
                  cudaStream_t const in)
{
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{blocks};
    configuration.blockDim = dim3{warps_of_lane_block * warp_threads};
    configuration.dynamicSmemBytes = shared_bytes_of_block(shape, arguments.most_strips);
    configuration.stream = in;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, find_lane_kernel(shape), arguments));
}

} // namespace seqan3_gpulcs::cuda
