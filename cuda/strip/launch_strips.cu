// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cassert>

#include "cuda/recurrence/lcs_step.cuh"
#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/error.hpp"
#include "cuda/runtime/resident_blocks.hpp"
#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_kernel_table.cuh"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

strip_kernel_t find_lcs_kernel(kernel_shape const & shape)
{
    return shape.bits == 2 ? find_lcs_kernel_2_bits(shape)
                           : find_strip_kernel<lcs_recurrence, kernel_shapes, false, module_part::others>(shape);
}

// The launch parameters that do not depend on the kernel.
struct launch_size
{
    std::uint64_t warp_bytes; // The shared memory of a warp.
    unsigned warps_per_block;
    unsigned max_blocks;
    std::uint64_t min_block_bytes; // The shared memory that a block asks for at least.
};

template <typename arguments_t>
void launch(void (*const kernel)(arguments_t const),
            arguments_t const & arguments,
            launch_size const & size,
            device_limits const & limits,
            cudaStream_t const in)
{
    assert(kernel);
    cudaLaunchConfig_t configuration{};
    configuration.gridDim =
        dim3{std::min(util::ceil_div(arguments.launch.strips, size.warps_per_block), size.max_blocks)};
    configuration.blockDim = dim3{size.warps_per_block * warp_threads};
    configuration.dynamicSmemBytes = std::max(size.warps_per_block * size.warp_bytes, size.min_block_bytes);
    configuration.stream = in;

    // The attribute is set to the maximum, not to the size for this launch: other threads may launch the same kernel with more.
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaFuncSetAttribute(kernel,
                                                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                       static_cast<int>(limits.shared_bytes_per_block)));
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, kernel, arguments));
}

} // namespace

constinit strip_recurrence const lcs_strips{
    .metric = plan::metric::lcs,
    .traits = traits_of<lcs_recurrence>,
    .whole = {kernel_shapes, &find_lcs_kernel},
    .band = {band_shapes, &find_lcs_band_kernel},
    .batch = {batch_shapes, &find_strip_batch_kernel<lcs_recurrence, batch_shapes, false>},
    .band_batch = {band_batch_shapes, &find_lcs_band_batch_kernel},
    .costs = lcs_costs,
    .batch_costs = lcs_batch_costs};

void load_strips(strip_plan const & plan, unsigned const letters, device_limits const & limits)
{
    // This call loads the kernel, because it needs the number of its registers.
    resident_blocks(plan.kernels().find(plan.shape),
                    plan.warps_per_block * warp_threads,
                    plan.warps_per_block * plan.shape.match_bytes(letters),
                    limits);
}

void launch_strips(strip_plan const & plan,
                   strip_arguments const & arguments,
                   device_limits const & limits,
                   cudaStream_t const in)
{
    // Another launch at the same time must not take the time of these warps. So a block asks for so much shared memory that a
    // multiprocessor has no room for a second one.
    bool const is_alone = !arguments.order.chunks_done && !plan.shares_device;
    launch(plan.kernels().find(plan.shape),
           arguments,
           {.warp_bytes = plan.shape.match_bytes(arguments.matrix.letters),
            .warps_per_block = plan.warps_per_block,
            .max_blocks = plan.blocks_on(limits),
            .min_block_bytes = is_alone ? 0 : limits.shared_bytes_per_block / 2 + 1},
           limits,
           in);
}

void launch_strip_batch(strip_batch_plan const & plan,
                        strip_batch_arguments const & arguments,
                        device_limits const & limits,
                        cudaStream_t const in)
{
    strip_recurrence const & recurrence = *plan.recurrence;
    launch((arguments.bands ? recurrence.band_batch : recurrence.batch).find(plan.shape),
           arguments,
           {.warp_bytes = plan.shape.match_bytes(arguments.max_letters),
            .warps_per_block = plan.warps_per_block,
            .max_blocks = limits.multiprocessors * plan.blocks_per_multiprocessor,
            .min_block_bytes = 0},
           limits,
           in);
}

} // namespace seqan3_gpulcs::cuda
