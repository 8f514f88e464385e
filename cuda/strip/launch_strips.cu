// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cassert>

#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/error.hpp"
#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

namespace
{

strip_kernel_t find_strip_kernel(kernel_shape const & shape)
{
    if (shape.bits == 8)
        return find_strip_kernel_8_bits(shape);
    if (shape.bits == 4)
        return find_strip_kernel_4_bits(shape);
    if (shape.unit_columns == block_columns)
        return find_strip_kernel_2_bits(shape);
    return find_strip_kernel_2_bits_short_units(shape);
}

template <typename arguments_t>
void launch(void (*const kernel)(arguments_t const),
            arguments_t const & arguments,
            std::uint64_t const warp_bytes,
            unsigned const warps_of_block,
            unsigned const most_blocks,
            device_limits const & limits,
            cudaStream_t const in)
{
    assert(kernel);
    unsigned const blocks = (arguments.launch.strips + warps_of_block - 1) / warps_of_block;

    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{std::min(blocks, most_blocks)};
    configuration.blockDim = dim3{warps_of_block * warp_threads};
    configuration.dynamicSmemBytes = warps_of_block * warp_bytes;
    configuration.stream = in;

    // The most there is, not what this launch needs: other threads may launch the same kernel with more.
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaFuncSetAttribute(kernel,
                                                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                       static_cast<int>(limits.shared_bytes_of_block)));
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, kernel, arguments));
}

} // namespace

void launch_strips(strip_plan const & plan,
                   strip_arguments const & arguments,
                   device_limits const & limits,
                   cudaStream_t const in)
{
    launch(find_strip_kernel(plan.shape),
           arguments,
           std::uint64_t{arguments.matrix.letters} * plan.shape.words * warp_threads * 4,
           plan.warps_of_block,
           plan.blocks_of_threads,
           limits,
           in);
}

void launch_strip_batch(strip_batch_plan const & plan,
                        strip_batch_arguments const & arguments,
                        device_limits const & limits,
                        cudaStream_t const in)
{
    launch(find_strip_batch_kernel(plan.shape),
           arguments,
           std::uint64_t{arguments.max_letters} * plan.shape.words * warp_threads * 4,
           plan.warps_of_block,
           limits.multiprocessors * plan.blocks_of_multiprocessor,
           limits,
           in);
}

} // namespace seqan3_gpulcs::cuda
