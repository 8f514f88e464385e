// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/runtime/buffer.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <string>

#include <seqan3_gpulcs/exception.hpp>

namespace seqan3_gpulcs::cuda
{

namespace
{

// Counts the bytes that this library uses of each device, and limits them, so that there is room for whoever else uses the device.
struct memory_ledger
{
    std::mutex mutex{};
    std::uint64_t limit{std::numeric_limits<std::uint64_t>::max()};
    std::map<int, std::uint64_t> used{};

    // The mutex must be held.
    std::uint64_t left(std::uint64_t const used_bytes) const noexcept
    {
        return limit - std::min(limit, used_bytes);
    }
};

// Never destroyed: memory may be freed until the program has ended.
memory_ledger & ledger()
{
    static memory_ledger & only = *new memory_ledger{};
    return only;
}

int current_device()
{
    int device{};
    SEQAN3_GPULCS_CUDA_TRY(cudaGetDevice(&device));
    return device;
}

[[noreturn]] void throw_out_of_memory(std::uint64_t const bytes)
{
    std::size_t free_bytes{};
    std::size_t all_bytes{};
    SEQAN3_GPULCS_CUDA_TRY(cudaMemGetInfo(&free_bytes, &all_bytes));
    throw out_of_device_memory{"The CUDA " + current_device_text() + " has no room for " + std::to_string(bytes)
                                   + " bytes more, " + std::to_string(free_bytes) + " of its "
                                   + std::to_string(all_bytes)
                                   + " bytes are free; end other programs on it, or choose the backend cpu.",
                               bytes,
                               free_bytes};
}

} // namespace

allocation allocate(std::uint64_t const bytes, cudaStream_t const in, cudaMemPool_t const from)
{
    int const device = current_device();
    memory_ledger & known = ledger();
    std::scoped_lock const lock{known.mutex};
    std::uint64_t & used = known.used[device];
    if (std::uint64_t const left = known.left(used); bytes > left)
        throw out_of_device_memory{"The CUDA " + current_device_text() + " has to hold " + std::to_string(bytes)
                                       + " bytes more, but the limit of seqan3_gpulcs::limit_device_memory "
                                         "leaves "
                                       + std::to_string(left) + "; raise it, or choose the backend cpu.",
                                   bytes,
                                   left};
    void * memory{};
    cudaError_t const status =
        from ? cudaMallocFromPoolAsync(&memory, bytes, from, in) : cudaMallocAsync(&memory, bytes, in);
    if (status == cudaErrorMemoryAllocation)
    {
        static_cast<void>(cudaGetLastError());
        throw_out_of_memory(bytes);
    }
    if (status != cudaSuccess)
        throw_device_error(status, "cudaMallocAsync", __FILE__, __LINE__);
    used += bytes;
    return {memory, bytes, device};
}

void deallocate(allocation const & memory, cudaStream_t const in) noexcept
{
    SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaFreeAsync(memory.data, in));
    memory_ledger & known = ledger();
    std::scoped_lock const lock{known.mutex};
    known.used.find(memory.device)->second -= memory.bytes;
}

void limit_device_bytes(std::uint64_t const bytes) noexcept
{
    memory_ledger & known = ledger();
    std::scoped_lock const lock{known.mutex};
    known.limit = bytes;
}

std::uint64_t usable_bytes(device_limits const & limits) noexcept
{
    memory_ledger & known = ledger();
    std::scoped_lock const lock{known.mutex};
    return std::min(limits.memory_bytes, known.limit);
}

std::uint64_t free_device_bytes()
{
    std::size_t free_bytes{};
    std::size_t all_bytes{};
    SEQAN3_GPULCS_CUDA_TRY(cudaMemGetInfo(&free_bytes, &all_bytes));
    int const device = current_device();
    memory_ledger & known = ledger();
    std::scoped_lock const lock{known.mutex};
    return std::min<std::uint64_t>(free_bytes, known.left(known.used[device]));
}

} // namespace seqan3_gpulcs::cuda
