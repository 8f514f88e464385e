// SPDX-License-Identifier: BSD-3-Clause

#include "memory.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#    include <sanitizer/asan_interface.h>
#endif

#include "device.hpp"
#include "emulation.hpp"
#include "faults.hpp"
#include "scheduler.hpp"
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

constexpr size_t page_bytes{4096};

std::atomic<uint64_t> uploaded{0};

size_t whole_pages(size_t const bytes)
{
    return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

//!\brief A pool: the devices that have access to memory from there, beside its own one.
using peer_set = std::set<int>;

//!\brief Memory of a device or of the host, in pages of its own, so that access to it can be forbidden.
class allocation
{
public:
    //!\brief The pointer is null if there is no memory. Without a pool, no other device has access.
    allocation(size_t const in_bytes, int const in_device, std::shared_ptr<peer_set const> pool) :
        bytes{in_bytes},
        device{in_device},
        pool_{std::move(pool)},
        memory_{allocate(whole_pages(in_bytes), page_bytes)}
    {
#if defined(__SANITIZE_ADDRESS__)
        if (memory_ != nullptr)
            ASAN_POISON_MEMORY_REGION(address() + bytes, whole_pages(bytes) - bytes);
#endif
    }

    allocation(allocation &&) = default;

    ~allocation()
    {
        if (memory_ == nullptr)
            return;
        allow_access(true);
#if defined(__SANITIZE_ADDRESS__)
        ASAN_UNPOISON_MEMORY_REGION(address() + bytes, whole_pages(bytes) - bytes);
#endif
    }

    char * address() const
    {
        return static_cast<char *>(memory_.get());
    }

    //!\brief Allows access if a device has it.
    void open_for(int const accessing)
    {
        allow_access(accessing == device || (pool_ && pool_->contains(accessing)));
    }

    void allow_access(bool const is_allowed)
    {
        if (!watches_kernels())
            return;
        if (std::exchange(has_access_, is_allowed) != is_allowed)
            mprotect(address(), whole_pages(bytes), is_allowed ? PROT_READ | PROT_WRITE : PROT_NONE);
    }

    size_t bytes;
    int device;

private:
    std::shared_ptr<peer_set const> pool_;
    aligned_memory memory_;
    bool has_access_{true};
};

//!\brief By address; and for which device the memory is open, to how many device_access objects.
struct allocations
{
    std::mutex mutex;
    std::map<uintptr_t, allocation> all;
    std::map<cudaMemPool_t, std::pair<int, std::shared_ptr<peer_set>>> pools; // with their devices
    int open_device{};
    unsigned users{};
    uint64_t next_ticket{};
    uint64_t turn{}; // the first ticket that still waits
    std::condition_variable turn_changed;
};

void open_all();

allocations & shared()
{
    static allocations & instance = []() -> allocations &
    {
        std::atexit(open_all);
        return *new allocations; // never destroyed: static objects of tests may free memory
    }();
    return instance;
}

//!\brief LeakSanitizer reads all that is still allocated when a program ends.
void open_all()
{
    std::scoped_lock lock{shared().mutex};
    for (auto & [address, owned] : shared().all)
        owned.allow_access(true);
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

struct sigaction other_handler
{};

//!\brief Ends a kernel that touches the memory of another device.
void on_access(int const signal, siginfo_t * const info, void *)
{
    cuda_thread * const self = running_thread();
    int const device{self == nullptr ? nobody : owner(info->si_addr, 0)};
    if (device >= 0)
        self->parent->parent->parent->fail(
            *self,
            {"touches memory of device ", std::to_string(device), ", which is another one"});
    sigaction(signal, &other_handler, nullptr); // not for the emulation: it comes again
}

//!\brief The kernel's stack has room for the handler, which does not return.
void watch_access()
{
    static bool const is_watched = []()
    {
        struct sigaction action
        {};
        action.sa_sigaction = on_access;
        action.sa_flags = SA_SIGINFO | SA_NODEFER;
        return sigaction(SIGSEGV, &action, &other_handler) == 0;
    }();
    static_cast<void>(is_watched);
}

cudaError_t
allocate_on(int const device, void ** const pointer, size_t const bytes, std::shared_ptr<peer_set const> pool = nullptr)
{
    size_t const total{device == host ? 0 : properties(device).totalGlobalMem};
    std::scoped_lock lock{shared().mutex};
    *pointer = nullptr;
    if (bytes == 0)
        return cudaSuccess;
    if (device != host && bytes > free_bytes(device, total))
        return cudaErrorMemoryAllocation;
    allocation memory{bytes, device, std::move(pool)};
    if (memory.address() == nullptr)
        return cudaErrorMemoryAllocation;
    if (device != host)
        memory.open_for(shared().open_device);
    *pointer = memory.address();
    shared().all.emplace(reinterpret_cast<uintptr_t>(*pointer), std::move(memory));
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

//!\brief The device of a stream, or nobody.
int device_of(cudaStream_t const stream)
{
    auto const found = find(stream);
    return found == nullptr ? nobody : device(*found);
}

//!\brief Whether a stream can access some memory of a device.
cudaError_t check_access(void const * const memory, size_t const bytes, cudaStream_t const stream)
{
    int const of_memory{owner(memory, bytes)};
    int const of_stream{device_of(stream)};
    if (of_memory == nobody || of_stream == nobody)
        return cudaErrorInvalidValue;
    if (of_memory != host && of_memory != of_stream)
        throw std::logic_error{"a stream of device " + std::to_string(of_stream) + " touches memory of device "
                               + std::to_string(of_memory)};
    return cudaSuccess;
}

} // namespace

device_access::device_access(int const device)
{
    allocations & of_all = shared();
    std::unique_lock lock{of_all.mutex};
    uint64_t const ticket{of_all.next_ticket++};
    of_all.turn_changed.wait(lock,
                             [&]()
                             {
                                 return of_all.turn == ticket && (of_all.users == 0 || of_all.open_device == device);
                             });
    if (std::exchange(of_all.open_device, device) != device)
    {
        watch_access();
        for (auto & [address, owned] : of_all.all)
            if (owned.device != host)
                owned.open_for(device);
    }
    ++of_all.users;
    ++of_all.turn;
    of_all.turn_changed.notify_all();
}

device_access::~device_access()
{
    std::scoped_lock lock{shared().mutex};
    --shared().users;
    shared().turn_changed.notify_all();
}

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

bool watches_kernels()
{
#if defined(__SANITIZE_THREAD__)
    return false; // it does not allow for leaving the handler of a signal
#else
    return true;
#endif
}

size_t allocated_bytes(int const device)
{
    std::scoped_lock lock{shared().mutex};
    return device_bytes(device, device);
}

size_t allocated_bytes()
{
    std::scoped_lock lock{shared().mutex};
    return device_bytes(0, std::numeric_limits<int>::max());
}

uint64_t uploaded_bytes()
{
    return uploaded;
}

size_t live_pools()
{
    std::scoped_lock lock{shared().mutex};
    return shared().pools.size();
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

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes * const attributes, void const * const pointer)
{
    int const device{owner(pointer, 0)};
    attributes->type = device == nobody ? cudaMemoryTypeUnregistered
                     : device == host   ? cudaMemoryTypeHost
                                        : cudaMemoryTypeDevice;
    attributes->device = device;
    attributes->devicePointer = const_cast<void *>(pointer);
    return cudaSuccess;
}

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
    int const device{device_of(stream)};
    if (device == nobody)
        return report(cudaErrorInvalidResourceHandle);
    cudaError_t error{check(call::allocate_device)};
    if (error == cudaSuccess)
        error = check_device(device);
    return report(error != cudaSuccess ? error : allocate_on(device, pointer, bytes));
}

cudaError_t
cudaMallocFromPoolAsync(void ** const pointer, size_t const bytes, cudaMemPool_t const pool, cudaStream_t const stream)
{
    int const device{device_of(stream)};
    std::shared_ptr<peer_set const> peers;
    {
        std::scoped_lock lock{shared().mutex};
        auto const found = shared().pools.find(pool);
        if (found == shared().pools.end() || found->second.first != device)
            return report(cudaErrorInvalidValue);
        peers = found->second.second;
    }
    cudaError_t error{check(call::allocate_device)};
    if (error == cudaSuccess)
        error = check_device(device);
    return report(error != cudaSuccess ? error : allocate_on(device, pointer, bytes, std::move(peers)));
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t * const pool, cudaMemPoolProps const * const properties)
{
    if (cudaError_t const error = check_device(properties->location.id); error != cudaSuccess)
        return report(error);
    auto peers = std::make_shared<peer_set>();
    *pool = reinterpret_cast<cudaMemPool_t>(peers.get());
    std::scoped_lock lock{shared().mutex};
    shared().pools[*pool] = {properties->location.id, std::move(peers)};
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t const pool)
{
    std::scoped_lock lock{shared().mutex};
    return report(shared().pools.erase(pool) == 1 ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t const pool, cudaMemAccessDesc const * const access, size_t const count)
{
    if (!has_peer_access())
        return report(cudaErrorInvalidDevice);
    std::scoped_lock lock{shared().mutex};
    auto const found = shared().pools.find(pool);
    if (found == shared().pools.end())
        return report(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; ++i)
        found->second.second->insert(access[i].location.id);
    for (auto & [address, owned] : shared().all)
        if (owned.device != host)
            owned.open_for(shared().open_device);
    return cudaSuccess;
}

cudaError_t cudaFreeAsync(void * const pointer, cudaStream_t const stream)
{
    if (pointer != nullptr && (owner(pointer, 0) == host || check_access(pointer, 0, stream) != cudaSuccess))
        return report(cudaErrorInvalidValue);
    // Also where the operation is dropped.
    std::shared_ptr<void> const owned{pointer,
                                      [](void * const freed)
                                      {
                                          release(freed, false);
                                      }};
    return enqueue(stream,
                   [owned](uint64_t &)
                   {
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
    if (bytes > 0 && (owner(on_device, bytes) == host || check_access(on_device, bytes, stream) != cudaSuccess))
        return report(cudaErrorInvalidValue);
    uploaded += kind == cudaMemcpyHostToDevice ? bytes : 0;
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
    if (bytes > 0 && check_access(target, bytes, stream) != cudaSuccess)
        return report(cudaErrorInvalidValue);
    return enqueue(stream,
                   [=](uint64_t &)
                   {
                       if (bytes > 0)
                           std::memset(target, value, bytes);
                       return true;
                   });
}
