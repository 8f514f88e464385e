// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cassert>

#include "cuda/lane/lane_kernel_table.cuh"
#include "cuda/lane/launch_lanes.hpp"
#include "cuda/recurrence/lcs_step.cuh"
#include "cuda/runtime/error.hpp"
#include "cuda/runtime/resident_blocks.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

constinit lane_recurrence const lcs_lanes{.traits = traits_of<lcs_recurrence>,
                                          .find_kernel = &find_lane_kernel<lcs_recurrence>};

unsigned lane_blocks(lane_recurrence const & recurrence,
                     lane_shape const & shape,
                     lane_arguments const & arguments,
                     device_limits const & limits)
{
    lane_kernel_t const kernel = recurrence.find_kernel(shape);
    assert(kernel);
    std::uint64_t const shared_bytes = lane_shared_bytes(shape, arguments.max_strips, arguments.letters);
    std::uint64_t const resident = resident_blocks(kernel, pairs_per_lane_block, shared_bytes, limits);
    unsigned const at_a_time = static_cast<unsigned>(std::max<std::uint64_t>(resident, 1)) * limits.multiprocessors;
    unsigned const items = shape.rows == lane_rows::one_query
                             ? arguments.query_count * arguments.items_per_query
                             : util::ceil_div(arguments.pair_count, pairs_per_lane_block);
    return std::min(items, at_a_time);
}

std::uint64_t
lane_carry_words(lane_recurrence const & recurrence, lane_arguments const & arguments, unsigned const blocks) noexcept
{
    if (arguments.max_strips == 1)
        return 0;
    return std::uint64_t{blocks} * pairs_per_lane_block * arguments.carry_units * recurrence.traits.carry_words;
}

void launch_lanes(lane_recurrence const & recurrence,
                  lane_shape const & shape,
                  lane_arguments const & arguments,
                  unsigned const blocks,
                  cudaStream_t const in)
{
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{blocks};
    configuration.blockDim = dim3{pairs_per_lane_block};
    configuration.dynamicSmemBytes = lane_shared_bytes(shape, arguments.max_strips, arguments.letters);
    configuration.stream = in;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, recurrence.find_kernel(shape), arguments));
}

} // namespace seqan3_gpulcs::cuda
