// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/resident_blocks.hpp"
#include "cuda/similar/launch_wavefronts.hpp"
#include "cuda/similar/wavefront_kernel.cuh"
#include "src/packing/code_width.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The warps that keep a multiprocessor busy.
constexpr std::uint64_t warps_per_multiprocessor{32};

// Shared memory of a multiprocessor that blocks have together.
constexpr std::uint64_t shared_bytes{std::uint64_t{200} << 10};

using kernel_t = void (*)(wavefront_arguments const);

template <typename metric_t>
kernel_t choose_kernel(unsigned const bits) noexcept
{
    return packing::with_code_width(bits,
                                    []<unsigned width>(packing::code_width<width>) -> kernel_t
                                    {
                                        return &wavefront_kernel<metric_t, width>;
                                    });
}

kernel_t choose_kernel(wavefront_plan const & plan) noexcept
{
    return plan::with_metric(plan.metric,
                             [&]<typename metric_t>(metric_t)
                             {
                                 return choose_kernel<metric_t>(plan.bits);
                             });
}

} // namespace

unsigned
choose_wavefront_threads(wavefront_plan const & plan, std::uint64_t const pairs, device_limits const & limits) noexcept
{
    // Measured on Hopper. With fewer points of a distance, most threads of more warps would have none.
    unsigned const max_points = plan.max_distance / point_spacing(plan.metric);
    unsigned const usual_warps = max_points < 300 ? 1 : max_points < 2000 ? 4 : 8;
    std::uint64_t const block_bytes = wavefront_shared_bytes(plan.metric, plan.max_distance);
    std::uint64_t const blocks = std::max<std::uint64_t>(shared_bytes / block_bytes, 1);
    std::uint64_t const all_warps = warps_per_multiprocessor * limits.multiprocessors;
    std::uint64_t const free = all_warps / std::max<std::uint64_t>(pairs, 1);
    std::uint64_t const useful = std::min<std::uint64_t>(max_points / (4 * warp_threads), 8);
    std::uint64_t const warps =
        std::max({std::uint64_t{usual_warps}, warps_per_multiprocessor / blocks, std::min(free, useful)});
    return static_cast<unsigned>(std::clamp<std::uint64_t>(warps * warp_threads, warp_threads, max_wavefront_threads));
}

void launch_wavefronts(wavefront_plan const & plan,
                       wavefront_arguments const & arguments,
                       device_limits const & limits,
                       cudaStream_t const in)
{
    kernel_t const kernel = choose_kernel(plan);
    std::uint64_t const block_bytes = wavefront_shared_bytes(plan.metric, plan.max_distance);
    std::uint64_t const resident = resident_blocks(kernel, plan.threads, block_bytes, limits);
    std::uint64_t const at_a_time = std::max<std::uint64_t>(resident, 1) * limits.multiprocessors;
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3{static_cast<unsigned>(std::min<std::uint64_t>(arguments.pair_count, at_a_time))};
    configuration.blockDim = dim3{plan.threads};
    configuration.dynamicSmemBytes = block_bytes;
    configuration.stream = in;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaLaunchKernelEx(&configuration, kernel, arguments));
}

} // namespace seqan3_gpulcs::cuda
