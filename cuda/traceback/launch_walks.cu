// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cassert>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/kernel_table.cuh"
#include "cuda/runtime/resident_blocks.hpp"
#include "cuda/traceback/edit_walk.cuh"
#include "cuda/traceback/launch_walks.hpp"
#include "cuda/traceback/lcs_walk.cuh"
#include "cuda/traceback/walk_kernel.cuh"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The warps of a launch on each multiprocessor. Several launches run at a time; with more warps, getting their scratch memory
// takes longer than they save (measured with an H200).
constexpr std::uint64_t max_warps_per_multiprocessor{4};

// The scratch memory of a launch, and the part of a device's memory that it may take: what all launches at a time have should be
// kept for later ones.
constexpr std::uint64_t max_scratch_bytes{96 << 20};
constexpr std::uint64_t scratch_part{64};

using kernel_t = void (*)(walk_arguments const);

template <typename walk_t>
kernel_t find_walk_kernel(unsigned const words)
{
    return find_kernel<kernel_t>(walk_words,
                                 words,
                                 [](auto const i) -> kernel_t
                                 {
                                     return &walk_kernel<walk_t, walk_words[i]>;
                                 });
}

kernel_t find_walk_kernel(walk_shape const & shape)
{
    return shape.metric == plan::metric::lcs ? find_walk_kernel<lcs_walk>(shape.words)
                                             : find_walk_kernel<edit_walk>(shape.words);
}

constexpr unsigned kept_words(plan::metric const metric) noexcept
{
    return metric == plan::metric::lcs ? lcs_walk::kept_words : edit_walk::kept_words;
}

} // namespace

walk_plan plan_walks(walk_shape const & shape, std::uint64_t const pairs, device_limits const & limits)
{
    walk_plan plan{.shape = shape,
                   .match_bytes = walk_match_bytes(shape.words, shape.max_letters),
                   .scratch_words = walk_scratch_words(shape.words,
                                                       kept_words(shape.metric),
                                                       std::min(shape.grid.column_spacing, shape.max_columns))};
    kernel_t const kernel = find_walk_kernel(shape);
    assert(kernel && plan.match_bytes <= limits.shared_bytes_per_block);
    std::uint64_t const resident = resident_blocks(kernel, warp_threads, plan.match_bytes, limits);
    std::uint64_t const at_a_time = std::min(resident, max_warps_per_multiprocessor) * limits.multiprocessors;
    std::uint64_t const fitting =
        std::min(max_scratch_bytes, limits.memory_bytes / scratch_part) / (plan.scratch_words * sizeof(std::uint32_t));
    plan.warps = static_cast<unsigned>(std::max<std::uint64_t>(std::min({at_a_time, pairs, fitting}), 1));
    return plan;
}

void launch_walks(walk_plan const & plan, walk_arguments arguments, cudaStream_t const in)
{
    arguments.grid = plan.shape.grid;
    arguments.scratch_words = plan.scratch_words;
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{plan.warps};
    configuration.blockDim = dim3{warp_threads};
    configuration.dynamicSmemBytes = plan.match_bytes;
    configuration.stream = in;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, find_walk_kernel(plan.shape), arguments));
}

} // namespace seqan3_gpulcs::cuda
