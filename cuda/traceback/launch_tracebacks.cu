// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cassert>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/error.hpp"
#include "cuda/runtime/kernel_table.cuh"
#include "cuda/runtime/resident_blocks.hpp"
#include "cuda/traceback/edit_traceback.cuh"
#include "cuda/traceback/launch_tracebacks.hpp"
#include "cuda/traceback/lcs_traceback.cuh"
#include "cuda/traceback/traceback_kernel.cuh"

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

using kernel_t = void (*)(traceback_arguments const);

template <typename traceback_t>
kernel_t find_traceback_kernel(unsigned const words)
{
    return find_kernel<kernel_t>(traceback_words,
                                 words,
                                 [](auto const i) -> kernel_t
                                 {
                                     return &traceback_kernel<traceback_t, traceback_words[i]>;
                                 });
}

using enum plan::preference;

// A kernel that finds ends takes longer, so that whole alignments have one of their own.
kernel_t find_traceback_kernel(traceback_shape const & shape)
{
    plan::comparison const & wanted = shape.wanted;
    if (wanted.metric == plan::metric::lcs)
        return find_traceback_kernel<lcs_traceback>(shape.words);
    if (wanted.with_path && wanted.preference == diagonal_first)
        return find_traceback_kernel<edit_traceback<diagonal_first, true>>(shape.words);
    if (wanted.with_path && !wanted.ends.any())
        return find_traceback_kernel<edit_traceback<gaps_first, false>>(shape.words);
    return find_traceback_kernel<edit_traceback<gaps_first, true>>(shape.words);
}

static_assert(lcs_traceback::kept_words == plan::kept_words(plan::lcs_subsequence));
static_assert(edit_traceback<gaps_first, true>::kept_words == plan::kept_words(plan::edit_alignment));
static_assert(edit_traceback<diagonal_first, true>::kept_words
              == plan::kept_words({.metric = plan::metric::edit, .preference = diagonal_first}));

// A word where no column is kept.
std::uint64_t count_scratch_words(traceback_shape const & shape) noexcept
{
    if (!shape.wanted.with_path)
        return 1;
    return traceback_scratch_words(shape.words,
                                   plan::kept_words(shape.wanted),
                                   std::min(shape.grid.column_spacing, shape.max_columns));
}

} // namespace

traceback_launch_plan
plan_tracebacks(traceback_shape const & shape, std::uint64_t const pairs, device_limits const & limits)
{
    traceback_launch_plan plan{.shape = shape,
                               .match_bytes = traceback_match_bytes(shape.words, shape.max_letters),
                               .scratch_words = count_scratch_words(shape)};
    kernel_t const kernel = find_traceback_kernel(shape);
    assert(kernel && plan.match_bytes <= limits.shared_bytes_per_block);
    std::uint64_t const resident = resident_blocks(kernel, warp_threads, plan.match_bytes, limits);
    std::uint64_t const at_a_time = std::min(resident, max_warps_per_multiprocessor) * limits.multiprocessors;
    std::uint64_t const fitting =
        std::min(max_scratch_bytes, usable_bytes(limits) / scratch_part) / (plan.scratch_words * sizeof(std::uint32_t));
    plan.warps = static_cast<unsigned>(std::max<std::uint64_t>(std::min({at_a_time, pairs, fitting}), 1));
    return plan;
}

void launch_tracebacks(traceback_launch_plan const & plan, traceback_arguments arguments, cudaStream_t const in)
{
    arguments.grid = plan.shape.grid;
    arguments.scratch_words = plan.scratch_words;
    arguments.ends = plan.shape.wanted.ends;
    arguments.prefers_last_end = plan.shape.wanted.end == plan::end_choice::last;
    arguments.with_path = plan.shape.wanted.with_path;
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{plan.warps};
    configuration.blockDim = dim3{warp_threads};
    configuration.dynamicSmemBytes = plan.match_bytes;
    configuration.stream = in;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, find_traceback_kernel(plan.shape), arguments));
}

} // namespace seqan3_gpulcs::cuda
