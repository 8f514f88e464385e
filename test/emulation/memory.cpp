// SPDX-License-Identifier: BSD-3-Clause

#include "memory.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "device.hpp"
#include "emulation.hpp"
#include "faults.hpp"
#include "stream.hpp"

namespace seqan3_gpulcs::emulation
{

void free_aligned::operator()(void * const pointer) const
{
    ::operator delete(pointer, alignment);
}

void fill_with_garbage(void * const memory, size_t const bytes)
{
    if (bytes > 0)
        std::memset(memory, 0xA5, bytes);
}

aligned_memory allocate(size_t const bytes, size_t const alignment)
{
    std::align_val_t const value{alignment};
    aligned_memory memory{::operator new(bytes, value, std::nothrow), free_aligned{value}};
    if (memory != nullptr)
        fill_with_garbage(memory.get(), bytes);
    return memory;
}

namespace
{

//!\brief In place of the number of a device.
constexpr int host{-1};

//!\brief Neither a device nor the host.
constexpr int nobody{-2};

struct allocation
{
    aligned_memory memory;
    size_t bytes;
    int device;
};

//!\brief By address.
struct allocations
{
    std::mutex mutex;
    std::map<uintptr_t, allocation> all;
};

allocations & shared()
{
    static allocations & instance = *new allocations; // never destroyed: static objects of tests may free memory
    return instance;
}

//!\brief Of the devices from first to last. The caller has the lock.
size_t device_bytes(int const first, int const last)
{
    size_t sum{};
    for (auto const & [address, owned] : shared().all)
        sum += owned.device >= first && owned.device <= last ? owned.bytes : 0;
    return sum;
}

//!\brief The caller has the lock.
size_t free_bytes(int const device, size_t const total)
{
    return total - std::min(total, device_bytes(device, device));
}

//!\brief The owner of the memory that holds all these bytes.
int owner(void const * const pointer, size_t const bytes)
{
    std::scoped_lock lock{shared().mutex};
    auto const address = reinterpret_cast<uintptr_t>(pointer);
    auto const above = shared().all.upper_bound(address);
    if (above == shared().all.begin())
        return nobody;
    auto const & [begin, owned] = *std::prev(above);
    return address - begin <= owned.bytes && bytes <= owned.bytes - (address - begin) ? owned.device : nobody;
}

cudaError_t allocate_on(int const device, void ** const pointer, size_t const bytes)
{
    size_t const total{device == host ? 0 : properties(device).totalGlobalMem};
    std::scoped_lock lock{shared().mutex};
    *pointer = nullptr;
    if (bytes == 0)
        return cudaSuccess;
    if (device != host && bytes > free_bytes(device, total))
        return cudaErrorMemoryAllocation;
    aligned_memory memory{allocate(bytes, 256)};
    if (memory == nullptr)
        return cudaErrorMemoryAllocation;
    *pointer = memory.get();
    shared().all.emplace(reinterpret_cast<uintptr_t>(*pointer), allocation{std::move(memory), bytes, device});
    return cudaSuccess;
}

cudaError_t release(void * const pointer, bool const of_host)
{
    if (pointer == nullptr)
        return cudaSuccess;
    std::scoped_lock lock{shared().mutex};
    auto const found = shared().all.find(reinterpret_cast<uintptr_t>(pointer));
    if (found == shared().all.end() || (found->second.device == host) != of_host)
        return cudaErrorInvalidValue;
    shared().all.erase(found);
    return cudaSuccess;
}

} // namespace

size_t allocated_bytes()
{
    std::scoped_lock lock{shared().mutex};
    return device_bytes(0, std::numeric_limits<int>::max());
}

size_t allocated_host_bytes()
{
    std::scoped_lock lock{shared().mutex};
    return device_bytes(host, host);
}

cudaError_t allocate_host(void ** const pointer, size_t const bytes, unsigned)
{
    cudaError_t const error{check(call::allocate_host)};
    return report(error != cudaSuccess ? error : allocate_on(host, pointer, bytes));
}

cudaError_t device_pointer(void ** const device, void * const pointer, unsigned)
{
    *device = pointer;
    return report(owner(pointer, 0) == host ? cudaSuccess : cudaErrorInvalidValue);
}

} // namespace seqan3_gpulcs::emulation

using namespace seqan3_gpulcs::emulation;

cudaError_t cudaMemGetInfo(size_t * const free, size_t * const total)
{
    if (cudaError_t const error = check_device(current_device()); error != cudaSuccess)
        return report(error);
    *total = properties(current_device()).totalGlobalMem;
    std::scoped_lock lock{shared().mutex};
    *free = free_bytes(current_device(), *total);
    return cudaSuccess;
}

cudaError_t cudaMallocAsync(void ** const pointer, size_t const bytes, cudaStream_t const stream)
{
    if (find(stream) == nullptr)
        return report(cudaErrorInvalidResourceHandle);
    cudaError_t const error{check(call::allocate_device)};
    return report(error != cudaSuccess ? error : allocate_on(current_device(), pointer, bytes));
}

cudaError_t cudaFreeAsync(void * const pointer, cudaStream_t const stream)
{
    if (pointer != nullptr && owner(pointer, 0) < 0)
        return report(cudaErrorInvalidValue);
    return enqueue(stream,
                   [=](uint64_t &)
                   {
                       release(pointer, false);
                       return true;
                   });
}

cudaError_t cudaFreeHost(void * const pointer)
{
    return report(release(pointer, true));
}

cudaError_t cudaMemcpyAsync(void * const target,
                            void const * const source,
                            size_t const bytes,
                            cudaMemcpyKind const kind,
                            cudaStream_t const stream)
{
    void const * const on_device{kind == cudaMemcpyHostToDevice ? target : source};
    if (bytes > 0 && owner(on_device, bytes) < 0)
        return report(cudaErrorInvalidValue);
    cudaError_t const error{enqueue(stream,
                                    [=](uint64_t &)
                                    {
                                        if (bytes > 0)
                                            std::memcpy(target, source, bytes);
                                        return true;
                                    })};
    bool const blocks{pageable_copies_block && kind == cudaMemcpyDeviceToHost && owner(target, bytes) != host};
    return error == cudaSuccess && blocks ? cudaStreamSynchronize(stream) : error;
}

cudaError_t cudaMemsetAsync(void * const target, int const value, size_t const bytes, cudaStream_t const stream)
{
    if (bytes > 0 && owner(target, bytes) == nobody)
        return report(cudaErrorInvalidValue);
    return enqueue(stream,
                   [=](uint64_t &)
                   {
                       if (bytes > 0)
                           std::memset(target, value, bytes);
                       return true;
                   });
}
