// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The limits of launches, and their queries.
 */

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include "device.hpp"
#include "emulation.hpp"
#include "faults.hpp"
#include "scheduler.hpp"
#include "stream.hpp"

namespace seqan3_gpulcs::emulation
{

namespace
{

constexpr size_t default_shared_bytes{48 << 10};

constinit std::atomic<uint64_t> schedule_seed{0};

//!\brief The dynamic shared memory that kernels may ask for, by device and kernel, where it is not the default.
struct attributes
{
    std::mutex mutex;
    std::map<std::pair<int, void const *>, size_t> max_shared_bytes;
};

attributes & shared()
{
    static attributes & instance = *new attributes;
    return instance;
}

size_t max_shared_bytes(int const device, void const * const kernel)
{
    std::scoped_lock lock{shared().mutex};
    auto const found = shared().max_shared_bytes.find({device, kernel});
    return found == shared().max_shared_bytes.end() ? default_shared_bytes : found->second;
}

//!\brief Of a multiprocessor; the hardware takes some shared memory for each block.
int resident_blocks(cudaDeviceProp const & device, unsigned const threads, size_t const shared_bytes)
{
    size_t const by_threads{static_cast<size_t>(device.maxThreadsPerMultiProcessor) / ((threads + 31) / 32 * 32)};
    return static_cast<int>(std::min(
        {by_threads,
         device.sharedMemPerMultiprocessor / std::max<size_t>(1, shared_bytes + device.reservedSharedMemPerBlock),
         size_t{32}}));
}

uint64_t thread_count(dim3 const block)
{
    return uint64_t{block.x} * block.y * block.z;
}

bool is_valid(dim3 const grid, dim3 const block)
{
    return thread_count(block) > 0 && thread_count(block) <= 1024 && grid.x > 0 && grid.x <= 0x7FFF'FFFF && grid.y > 0
        && grid.y <= 65535 && grid.z > 0 && grid.z <= 65535;
}

} // namespace

void set_seed(uint64_t const seed)
{
    schedule_seed = seed;
    forget_launches();
}

cudaError_t set_attribute(void const * const kernel, cudaFuncAttribute, int const value)
{
    if (cudaError_t const error = check(call::function_attribute); error != cudaSuccess)
        return report(error);
    if (value < 0 || static_cast<size_t>(value) > properties(current_device()).sharedMemPerBlockOptin)
        return report(cudaErrorInvalidValue);
    std::scoped_lock lock{shared().mutex};
    shared().max_shared_bytes[{current_device(), kernel}] = static_cast<size_t>(value);
    return cudaSuccess;
}

cudaError_t occupancy(int * const blocks, void const * const kernel, int const threads, size_t const shared_bytes)
{
    if (cudaError_t const error = check(call::function_attribute); error != cudaSuccess)
        return report(error);
    if (threads <= 0)
        return report(cudaErrorInvalidValue);
    bool const fits{threads <= 1024 && shared_bytes <= max_shared_bytes(current_device(), kernel)};
    *blocks = fits ? resident_blocks(properties(current_device()), static_cast<unsigned>(threads), shared_bytes) : 0;
    return cudaSuccess;
}

cudaError_t launch_kernel(cudaLaunchConfig_t const * const config, void const * const kernel, kernel_call body)
{
    if (cudaError_t const error = check(call::launch); error != cudaSuccess)
        return report(error);
    if (!is_valid(config->gridDim, config->blockDim))
        return report(cudaErrorInvalidConfiguration);
    if (config->dynamicSmemBytes > max_shared_bytes(current_device(), kernel))
        return report(cudaErrorInvalidValue);

    auto const stream = find(config->stream);
    if (stream == nullptr || device(*stream) != current_device())
        return report(cudaErrorInvalidResourceHandle);

    cudaDeviceProp const where{properties(current_device())};
    auto const threads = static_cast<unsigned>(thread_count(config->blockDim));
    int const resident{resident_blocks(where, threads, config->dynamicSmemBytes) * where.multiProcessorCount};
    if (resident == 0)
        return report(cudaErrorLaunchOutOfResources);

    launch_shape const shape{config->gridDim,
                             config->blockDim,
                             config->dynamicSmemBytes,
                             static_cast<size_t>(resident)};
    if (fails_with_launch(current_device()))
        return cudaSuccess; // whoever waits for it will see
    uint64_t const seed{schedule_seed * 0xD134'2543'DE82'EF95 + count_launch(*stream)};
    return enqueue(config->stream,
                   [launch = std::make_shared<kernel_launch>(shape, std::move(body), seed)](uint64_t & budget)
                   {
                       return launch->run(budget);
                   });
}

} // namespace seqan3_gpulcs::emulation
