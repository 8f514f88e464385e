// SPDX-License-Identifier: BSD-3-Clause

#include "emulation.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#if defined(__SANITIZE_ADDRESS__)
#    include <sanitizer/asan_interface.h>
#    include <sanitizer/common_interface_defs.h>
#endif

#if defined(__x86_64__) && defined(__linux__)
// swapcontext() saves the signal mask as well: system calls, which would take ten times as long as all the rest. The
// jump at the end is twice as fast as a return, which the processor would expect to lead elsewhere.
extern "C" void seqan3_gpulcs_switch_context(void ** from, void * to);

asm(R"(
    .pushsection .text
    .globl seqan3_gpulcs_switch_context
    .hidden seqan3_gpulcs_switch_context
    .type seqan3_gpulcs_switch_context, @function
seqan3_gpulcs_switch_context:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmpq *%rcx
    .size seqan3_gpulcs_switch_context, .-seqan3_gpulcs_switch_context
    .popsection
)");
#else
#    include <ucontext.h>
#endif

namespace seqan3_gpulcs::emulation
{

namespace
{

// Fibers

#if defined(__SANITIZE_ADDRESS__)
constexpr size_t stack_bytes{256 << 10};
#else
constexpr size_t stack_bytes{64 << 10};
#endif

using stack_memory = std::unique_ptr<std::byte[]>;

constexpr uint64_t canary{0x5AFE'57AC'5AFE'57AC};
constexpr int garbage{0xA5};

#if defined(__x86_64__) && defined(__linux__)
using context = void *;

void switch_context(context & from, context & to)
{
    seqan3_gpulcs_switch_context(&from, to);
}

void prepare(context & state, std::byte * const stack, size_t const bytes, void (*entry)())
{
    // Six registers, the address to return to, and one that nobody returns to.
    auto const top = (reinterpret_cast<uintptr_t>(stack) + bytes) & ~uintptr_t{15};
    auto * const words = reinterpret_cast<uintptr_t *>(top) - 8;
    std::fill_n(words, 8, 0);
    words[6] = reinterpret_cast<uintptr_t>(entry);
    state = words;
}
#else
using context = ucontext_t;

void switch_context(context & from, context & to)
{
    swapcontext(&from, &to);
}

void prepare(context & state, std::byte * const stack, size_t const bytes, void (*entry)())
{
    getcontext(&state);
    state.uc_stack.ss_sp = stack;
    state.uc_stack.ss_size = bytes;
    state.uc_link = nullptr;
    makecontext(&state, entry, 0);
}
#endif

struct warp;
struct block;
class kernel_run;

//!\brief A CUDA thread.
struct fiber
{
    context state;
    stack_memory stack;
    void * fake_stack; // of AddressSanitizer
    warp * of;
    unsigned lane;
    uint3 index;
};

struct warp
{
    block * of;
    uint32_t live;
    uint32_t runnable;
    bool ready; // in the list of the scheduler
    uint32_t at_barrier;

    // The collective that lanes arrive at. There are two sets of values in turn: when the last lane has arrived at one,
    // all have read the values of the one before it.
    std::string_view name;
    uint32_t arrived;
    unsigned slot;
    std::array<std::array<uint64_t, 32>, 2> values;
    std::array<uint32_t, 2> lanes;

    std::array<fiber, 32> fibers;

    void complete();
};

struct free_aligned
{
    std::align_val_t alignment;

    void operator()(void * const pointer) const
    {
        ::operator delete(pointer, alignment);
    }
};

using aligned_memory = std::unique_ptr<void, free_aligned>;

//!\brief Not a byte more, so that AddressSanitizer finds overruns.
aligned_memory allocate(size_t const bytes, size_t const alignment)
{
    std::align_val_t const value{alignment};
    aligned_memory memory{::operator new(bytes, value, std::nothrow), free_aligned{value}};
    if (memory != nullptr)
        std::memset(memory.get(), garbage, bytes);
    return memory;
}

struct block
{
    kernel_run * of;
    uint3 index;
    unsigned live;
    unsigned at_barrier;
    aligned_memory shared;
    std::vector<warp> warps;

    void release();
};

//!\brief Stacks of former kernels.
struct stack_pool
{
    std::mutex mutex;
    std::vector<stack_memory> stacks;
};

stack_pool & pool()
{
    static stack_pool & instance = *new stack_pool; // no end: others may outlive a static object
    return instance;
}

thread_local fiber * running_fiber{};

//!\brief Not inlined: a fiber may continue on another host thread, and must not keep an address of this one's.
[[gnu::noinline]] fiber * running()
{
    asm volatile("" ::: "memory");
    return running_fiber;
}

void fiber_main() noexcept;

// Kernels

class kernel_run
{
public:
    kernel_run(dim3 const grid_size,
               dim3 const block_size,
               size_t const bytes_of_block,
               size_t const most_blocks,
               uint64_t const random_seed,
               std::function<void()> code) :
        grid{grid_size},
        threads{block_size},
        body{std::move(code)},
        shared_bytes{bytes_of_block},
        max_resident{most_blocks},
        random{random_seed * 0x9E37'79B9'7F4A'7C15 | 1}
    {}

    kernel_run(kernel_run const &) = delete;

    ~kernel_run()
    {
        std::scoped_lock lock{pool().mutex};
        for (block & resident : blocks)
            for (warp & w : resident.warps)
                for (fiber & f : w.fibers)
                    if (f.stack != nullptr)
                        pool().stacks.push_back(std::move(f.stack));
    }

    //!\brief Resumes at most so many threads; whether all have exited.
    bool run(uint64_t & budget)
    {
        if (blocks.empty())
            start();

        while (live_blocks > 0 && budget > 0)
        {
            if (ready.empty())
                throw std::logic_error{deadlock()};

            size_t const position{draw() % ready.size()};
            warp & w = *ready[position];
            yielded = false;
            for (uint64_t turn = 1 + draw() % 256; turn > 0 && budget > 0 && w.runnable != 0 && !yielded; --turn)
            {
                --budget;
                int const first{static_cast<int>(draw() & 31)};
                resume(w.fibers[(first + std::countr_zero(std::rotr(w.runnable, first))) & 31]);
                if (!failure.empty())
                    throw std::logic_error{failure};
            }

            if (w.runnable == 0)
            {
                w.ready = false;
                ready[position] = ready.back();
                ready.pop_back();
            }
            if (w.of->live == 0)
            {
                --live_blocks;
                if (next_block < block_count())
                    begin(*w.of);
            }
        }

        return live_blocks == 0;
    }

    //!\brief Back to the scheduler.
    void suspend(fiber & self, [[maybe_unused]] bool const for_good = false)
    {
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(for_good ? nullptr : &self.fake_stack, host_stack, host_stack_bytes);
#endif
        switch_context(self.state, host);
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(self.fake_stack, &host_stack, &host_stack_bytes);
#endif
    }

    void yield(fiber & self)
    {
        yielded = true;
        suspend(self);
    }

    //!\brief Ends the kernel. Nothing that has to be freed may be on the stack then.
    void fail(fiber & self, std::initializer_list<std::string_view> const message)
    {
        failure = describe(*self.of) + ": ";
        for (std::string_view const part : message)
            failure += part;
        suspend(self);
    }

    void make_ready(warp & w)
    {
        if (!std::exchange(w.ready, true))
            ready.push_back(&w);
    }

    //!\brief The first and the last thing that a fiber does.
    void execute(fiber & self)
    {
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(nullptr, &host_stack, &host_stack_bytes);
#endif
        body();

        if (std::memcmp(self.stack.get(), &canary, sizeof canary) != 0)
            fail(self, {"stack overflow"});

        warp & w = *self.of;
        w.live &= ~(1u << self.lane);
        w.runnable &= ~(1u << self.lane);
        --w.of->live;
        if (w.arrived != 0 && w.arrived == w.live)
            w.complete();
        if (w.of->at_barrier != 0 && w.of->at_barrier == w.of->live)
            w.of->release();
        suspend(self, true);
    }

    dim3 const grid;
    dim3 const threads;

private:
    std::function<void()> const body;
    size_t const shared_bytes;
    size_t const max_resident;
    uint64_t random;

    std::vector<block> blocks;
    std::vector<warp *> ready;
    uint64_t next_block{};
    uint64_t live_blocks{};
    bool yielded{};
    std::string failure;

    context host;
    [[maybe_unused]] void const * host_stack{};
    [[maybe_unused]] size_t host_stack_bytes{};

    uint64_t block_count() const
    {
        return uint64_t{grid.x} * grid.y * grid.z;
    }

    uint64_t draw()
    {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        return random >> 16;
    }

    void start()
    {
        blocks.resize(std::min<uint64_t>(block_count(), max_resident));
        unsigned const thread_count{threads.x * threads.y * threads.z};
        for (block & resident : blocks)
        {
            resident.of = this;
            resident.shared = allocate(shared_bytes, 128);
            resident.warps.resize((thread_count + 31) / 32);
            for (unsigned thread = 0; thread < thread_count; ++thread)
            {
                warp & w = resident.warps[thread / 32];
                fiber & f = w.fibers[thread % 32];
                w.of = &resident;
                f.of = &w;
                f.lane = thread % 32;
                f.index = {thread % threads.x, thread / threads.x % threads.y, thread / threads.x / threads.y};
                std::scoped_lock lock{pool().mutex};
                if (pool().stacks.empty())
                    pool().stacks.push_back(std::make_unique_for_overwrite<std::byte[]>(stack_bytes));
                f.stack = std::move(pool().stacks.back());
                pool().stacks.pop_back();
            }
            begin(resident);
        }
    }

    //!\brief The next block takes the place of one that has ended.
    void begin(block & resident)
    {
        uint64_t const number{next_block++};
        resident.index = {static_cast<unsigned>(number % grid.x),
                          static_cast<unsigned>(number / grid.x % grid.y),
                          static_cast<unsigned>(number / grid.x / grid.y)};
        std::memset(resident.shared.get(), garbage, shared_bytes);
        ++live_blocks;
        for (warp & w : resident.warps)
        {
            for (fiber & f : w.fibers)
            {
                if (f.stack == nullptr)
                    continue;
#if defined(__SANITIZE_ADDRESS__)
                __asan_unpoison_memory_region(f.stack.get(), stack_bytes);
#endif
                std::memcpy(f.stack.get(), &canary, sizeof canary);
                // Stacks that began at the same place of their pages would push each other out of the caches.
                prepare(f.state, f.stack.get(), stack_bytes - f.lane * 192, fiber_main);
                w.live |= 1u << f.lane;
                ++resident.live;
            }
            w.runnable = w.live;
            make_ready(w);
        }
    }

    void resume(fiber & f)
    {
        running_fiber = &f;
#if defined(__SANITIZE_ADDRESS__)
        void * fake_stack{};
        __sanitizer_start_switch_fiber(&fake_stack, f.stack.get(), stack_bytes);
#endif
        switch_context(host, f.state);
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
        running_fiber = nullptr;
    }

    static std::string describe(warp const & w)
    {
        uint3 const index{w.of->index};
        std::ostringstream text;
        text << "block (" << index.x << ", " << index.y << ", " << index.z << "), warp " << &w - w.of->warps.data();
        return text.str();
    }

    //!\brief Names the first warp that waits.
    std::string deadlock() const
    {
        std::ostringstream text;
        for (block const & resident : blocks)
        {
            for (warp const & w : resident.warps)
            {
                if (w.live == 0)
                    continue;
                text << "deadlock: " << describe(w) << ": of lanes " << std::hex << w.live << ", " << w.at_barrier
                     << " wait in __syncthreads and " << w.arrived << " in " << (w.arrived != 0 ? w.name : "no other");
                return text.str();
            }
        }
        return "deadlock";
    }
};

void warp::complete()
{
    for (uint32_t absent = ~arrived; absent != 0; absent &= absent - 1)
        values[slot][static_cast<unsigned>(std::countr_zero(absent))] = 0xA5A5'A5A5'A5A5'A5A5;
    lanes[slot] = arrived;
    runnable |= arrived;
    arrived = 0;
    slot ^= 1;
}

void block::release()
{
    at_barrier = 0;
    for (warp & w : warps)
    {
        w.runnable |= std::exchange(w.at_barrier, 0);
        if (w.runnable != 0)
            of->make_ready(w);
    }
}

void fiber_main() noexcept
{
    fiber & self = *running();
    self.of->of->of->execute(self);
}

} // namespace

void yield()
{
    if (fiber * const self = running(); self != nullptr)
        self->of->of->of->yield(*self);
}

void * shared_memory()
{
    return running()->of->of->shared.get();
}

uint3 const & thread_index()
{
    return running()->index;
}

uint3 const & block_index()
{
    return running()->of->of->index;
}

dim3 const & block_dimensions()
{
    return running()->of->of->of->threads;
}

dim3 const & grid_dimensions()
{
    return running()->of->of->of->grid;
}

void wait_at_barrier()
{
    fiber & self = *running();
    warp & w = *self.of;
    block & b = *w.of;
    w.at_barrier |= 1u << self.lane;
    w.runnable &= ~(1u << self.lane);
    if (++b.at_barrier == b.live)
        b.release();
    else
        b.of->suspend(self);
}

collective_result collective(std::string_view const name, unsigned const mask, uint64_t const value)
{
    fiber & self = *running();
    warp & w = *self.of;
    kernel_run & run = *w.of->of;

    if (mask != ~0u)
        run.fail(self, {name, " with a part of the warp is not emulated"});
    if (w.arrived == 0)
        w.name = name;
    else if (w.name.data() != name.data() && w.name != name)
        run.fail(self, {"lanes meet in ", w.name, " and ", name});

    unsigned const slot{w.slot};
    w.values[slot][self.lane] = value;
    w.arrived |= 1u << self.lane;
    if (w.arrived == w.live)
    {
        w.complete();
    }
    else
    {
        w.runnable &= ~(1u << self.lane);
        run.suspend(self);
    }
    return {w.values[slot].data(), w.lanes[slot], self.lane};
}

namespace
{

// The host's side

//!\brief Executes a part of itself, as long as the budget of resumed threads lasts; whether nothing is left.
using operation = std::function<bool(uint64_t & budget)>;

constexpr size_t default_shared_bytes{48 << 10};

struct allocation
{
    aligned_memory memory;
    size_t bytes;
    int device; // -1: host memory
};

struct fault
{
    cudaError_t error{cudaSuccess};
    uint64_t nth{};
    uint64_t times{};
};

//!\brief All that the host threads share.
struct run_time
{
    std::mutex mutex; // of all of it and of what is in streams and events
    std::vector<cudaDeviceProp> devices{default_device()};
    bool driver_missing{};
    std::array<fault, 4> faults;
    std::map<uintptr_t, allocation> memory;
    std::map<cudaStream_t, std::shared_ptr<CUstream_st>> streams;
    std::map<cudaEvent_t, std::shared_ptr<CUevent_st>> events;
    std::vector<std::shared_ptr<CUstream_st>> destroyed_streams; // with work left
    std::map<std::pair<int, void const *>, size_t> max_shared_bytes;
};

run_time & shared()
{
    static run_time & instance = *new run_time;
    return instance;
}

thread_local int current_device{};
thread_local cudaError_t last_error{cudaSuccess};

} // namespace

} // namespace seqan3_gpulcs::emulation

using namespace seqan3_gpulcs::emulation;

struct CUstream_st
{
    int const device;
    bool const blocking;
    std::mutex executing{};
    std::deque<operation> work{};
    std::atomic<uint64_t> launches{};
};

struct CUevent_st
{
    int const device;
    bool const timing;
    std::shared_ptr<CUstream_st> stream{};
    uint64_t recorded{};
    uint64_t reached{};
    std::chrono::steady_clock::time_point time{};
};

namespace seqan3_gpulcs::emulation
{

namespace
{

cudaError_t report(cudaError_t const error)
{
    if (error != cudaSuccess && error != cudaErrorNotReady)
        last_error = error;
    return error;
}

cudaError_t check_device(int const device = current_device)
{
    std::scoped_lock lock{shared().mutex};
    if (shared().driver_missing)
        return cudaErrorInsufficientDriver;
    if (shared().devices.empty())
        return cudaErrorNoDevice;
    return device >= 0 && static_cast<size_t>(device) < shared().devices.size() ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaDeviceProp properties_of(int const device)
{
    std::scoped_lock lock{shared().mutex};
    return shared().devices.at(static_cast<size_t>(device));
}

//!\brief The first error: of the device, or one that a test asked for.
cudaError_t check(call const which)
{
    if (cudaError_t const error = check_device(); error != cudaSuccess)
        return error;

    std::scoped_lock lock{shared().mutex};
    fault & f = shared().faults[static_cast<unsigned>(which)];
    if (f.times == 0 || --f.nth > 0)
        return cudaSuccess;
    f.nth = 1;
    --f.times;
    return f.error;
}

//!\brief Executes some of the work; whether nothing is left. Another host thread may be doing so already.
bool proceed(CUstream_st & stream, uint64_t budget)
{
    std::unique_lock const executing{stream.executing, std::try_to_lock};
    if (!executing)
    {
        std::this_thread::yield();
        return false;
    }

    while (true)
    {
        std::unique_lock lock{shared().mutex};
        if (stream.work.empty())
            return true;
        if (budget == 0)
            return false;
        operation & first = stream.work.front(); // stays where it is when others append
        lock.unlock();

        try
        {
            if (!first(budget))
                return false;
        }
        catch (...)
        {
            lock.lock();
            stream.work.clear();
            throw;
        }

        lock.lock();
        stream.work.pop_front();
    }
}

void finish(CUstream_st & stream)
{
    while (!proceed(stream, slice))
    {}
}

//!\brief Executes what the device's streams have left: all of them, or those that wait for the default stream.
void finish_device(int const device, bool const all)
{
    std::vector<std::shared_ptr<CUstream_st>> streams;
    {
        std::scoped_lock lock{shared().mutex};
        for (auto const & [handle, stream] : shared().streams)
            streams.push_back(stream);
        streams.insert(streams.end(), shared().destroyed_streams.begin(), shared().destroyed_streams.end());
    }
    for (auto const & stream : streams)
        if (stream->device == device && (all || stream->blocking))
            finish(*stream);

    std::scoped_lock lock{shared().mutex};
    std::erase_if(shared().destroyed_streams,
                  [](auto const & stream)
                  {
                      return stream->work.empty();
                  });
}

template <typename handle_t>
auto find(std::map<handle_t, std::shared_ptr<std::remove_pointer_t<handle_t>>> const & objects, handle_t const handle)
{
    std::scoped_lock lock{shared().mutex};
    auto const found = objects.find(handle);
    return found == objects.end() ? nullptr : found->second;
}

//!\brief Work in the default stream is executed at once.
cudaError_t enqueue(cudaStream_t const handle, operation work)
{
    auto const stream = find(shared().streams, handle);
    if (stream != nullptr)
    {
        std::scoped_lock lock{shared().mutex};
        stream->work.push_back(std::move(work));
        return cudaSuccess;
    }
    if (handle != nullptr)
        return report(cudaErrorInvalidResourceHandle);

    finish_device(current_device, false);
    for (uint64_t budget = slice; !work(budget); budget = slice)
    {}
    return cudaSuccess;
}

//!\brief What an event stood for when it was asked for.
struct mark
{
    std::shared_ptr<CUevent_st> event;
    std::shared_ptr<CUstream_st> stream;
    uint64_t record;
};

mark latest(std::shared_ptr<CUevent_st> const & event)
{
    std::scoped_lock lock{shared().mutex};
    return {event, event->stream, event->recorded};
}

//!\brief Executes some of the work before the mark, if there is a budget; whether nothing is left.
bool proceed(mark const & to, uint64_t const budget)
{
    if (to.stream != nullptr && budget > 0 && proceed(*to.stream, budget))
        return true;
    std::scoped_lock lock{shared().mutex};
    return to.event->reached >= to.record;
}

//!\brief The device whose memory, or -1 for host memory, holds all these bytes; -2 for none.
int owner(void const * const pointer, size_t const bytes)
{
    std::scoped_lock lock{shared().mutex};
    auto const address = reinterpret_cast<uintptr_t>(pointer);
    auto const above = shared().memory.upper_bound(address);
    if (above == shared().memory.begin())
        return -2;
    auto const & [begin, owned] = *std::prev(above);
    return address - begin <= owned.bytes && bytes <= owned.bytes - (address - begin) ? owned.device : -2;
}

//!\brief Of the devices from first to last; -1 is the host.
size_t bytes_of(int const first, int const last)
{
    size_t sum{};
    for (auto const & [address, owned] : shared().memory)
        sum += owned.device >= first && owned.device <= last ? owned.bytes : 0;
    return sum;
}

size_t free_bytes_of(int const device)
{
    size_t const total{shared().devices.at(static_cast<size_t>(device)).totalGlobalMem};
    return total - std::min(total, bytes_of(device, device));
}

cudaError_t allocate_on(int const device, void ** const pointer, size_t const bytes)
{
    std::scoped_lock lock{shared().mutex};
    *pointer = nullptr;
    if (bytes == 0)
        return cudaSuccess;
    if (device >= 0 && bytes > free_bytes_of(device))
        return cudaErrorMemoryAllocation;
    aligned_memory memory{allocate(bytes, 256)};
    if (memory == nullptr)
        return cudaErrorMemoryAllocation;
    *pointer = memory.get();
    shared().memory.emplace(reinterpret_cast<uintptr_t>(*pointer), allocation{std::move(memory), bytes, device});
    return cudaSuccess;
}

cudaError_t release(void * const pointer, bool const host)
{
    if (pointer == nullptr)
        return cudaSuccess;
    std::scoped_lock lock{shared().mutex};
    auto const found = shared().memory.find(reinterpret_cast<uintptr_t>(pointer));
    if (found == shared().memory.end() || (found->second.device == -1) != host)
        return cudaErrorInvalidValue;
    shared().memory.erase(found);
    return cudaSuccess;
}

size_t max_shared(int const device, void const * const kernel)
{
    std::scoped_lock lock{shared().mutex};
    auto const found = shared().max_shared_bytes.find({device, kernel});
    return found == shared().max_shared_bytes.end() ? default_shared_bytes : found->second;
}

//!\brief Of a multiprocessor; the hardware takes 1 KiB of shared memory for each block.
int resident_blocks(cudaDeviceProp const & device, unsigned const threads, size_t const shared_bytes)
{
    size_t const by_threads{static_cast<size_t>(device.maxThreadsPerMultiProcessor) / ((threads + 31) / 32 * 32)};
    return static_cast<int>(std::min(
        {by_threads,
         device.sharedMemPerMultiprocessor / std::max<size_t>(1, shared_bytes + device.reservedSharedMemPerBlock),
         size_t{32}}));
}

} // namespace

// What tests use

cudaDeviceProp default_device()
{
    return {.name = "emulated device",
            .totalGlobalMem = 256 << 20,
            .multiProcessorCount = 2,
            .major = 9,
            .minor = 0,
            .sharedMemPerMultiprocessor = 228 << 10,
            .sharedMemPerBlockOptin = 227 << 10,
            .reservedSharedMemPerBlock = 1 << 10,
            .memoryPoolsSupported = 1,
            .regsPerMultiprocessor = 65536,
            .maxThreadsPerMultiProcessor = 2048,
            .warpSize = 32};
}

void set_devices(std::vector<cudaDeviceProp> devices)
{
    std::scoped_lock lock{shared().mutex};
    shared().devices = std::move(devices);
}

void set_driver_missing(bool const missing)
{
    std::scoped_lock lock{shared().mutex};
    shared().driver_missing = missing;
}

void fail(call const which, cudaError_t const error, uint64_t const nth, uint64_t const times)
{
    std::scoped_lock lock{shared().mutex};
    shared().faults[static_cast<unsigned>(which)] = {error, nth, times};
}

void reset()
{
    set_devices({default_device()});
    set_driver_missing(false);
    std::scoped_lock lock{shared().mutex};
    shared().faults = {};
}

size_t allocated_bytes()
{
    std::scoped_lock lock{shared().mutex};
    return bytes_of(0, std::numeric_limits<int>::max());
}

size_t allocated_host_bytes()
{
    std::scoped_lock lock{shared().mutex};
    return bytes_of(-1, -1);
}

size_t live_streams()
{
    std::scoped_lock lock{shared().mutex};
    return shared().streams.size();
}

size_t live_events()
{
    std::scoped_lock lock{shared().mutex};
    return shared().events.size();
}

// What the templates of cuda_runtime.h call

cudaError_t allocate_device(void ** const pointer, size_t const bytes)
{
    cudaError_t const error{check(call::allocate_device)};
    return report(error != cudaSuccess ? error : allocate_on(current_device, pointer, bytes));
}

cudaError_t allocate_host(void ** const pointer, size_t const bytes, unsigned)
{
    cudaError_t const error{check(call::allocate_host)};
    return report(error != cudaSuccess ? error : allocate_on(-1, pointer, bytes));
}

cudaError_t device_pointer(void ** const device, void * const host, unsigned)
{
    *device = host;
    return report(owner(host, 0) == -1 ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t set_attribute(void const * const kernel, cudaFuncAttribute, int const value)
{
    if (cudaError_t const error = check(call::function_attribute); error != cudaSuccess)
        return report(error);
    if (value < 0 || static_cast<size_t>(value) > properties_of(current_device).sharedMemPerBlockOptin)
        return report(cudaErrorInvalidValue);
    std::scoped_lock lock{shared().mutex};
    shared().max_shared_bytes[{current_device, kernel}] = static_cast<size_t>(value);
    return cudaSuccess;
}

cudaError_t get_attributes(cudaFuncAttributes * const attributes, void const * const kernel)
{
    if (cudaError_t const error = check(call::function_attribute); error != cudaSuccess)
        return report(error);
    *attributes = {.sharedSizeBytes = 0,
                   .localSizeBytes = 0,
                   .maxThreadsPerBlock = 1024,
                   .numRegs = 32,
                   .maxDynamicSharedSizeBytes = static_cast<int>(max_shared(current_device, kernel))};
    return cudaSuccess;
}

cudaError_t occupancy(int * const blocks, void const * const kernel, int const threads, size_t const shared_bytes)
{
    if (cudaError_t const error = check(call::function_attribute); error != cudaSuccess)
        return report(error);
    if (threads <= 0)
        return report(cudaErrorInvalidValue);
    bool const fits{threads <= 1024 && shared_bytes <= max_shared(current_device, kernel)};
    *blocks = fits ? resident_blocks(properties_of(current_device), static_cast<unsigned>(threads), shared_bytes) : 0;
    return cudaSuccess;
}

cudaError_t
launch_kernel(cudaLaunchConfig_t const * const config, void const * const kernel, std::function<void()> body)
{
    if (cudaError_t const error = check(call::launch); error != cudaSuccess)
        return report(error);

    dim3 const grid{config->gridDim};
    dim3 const threads{config->blockDim};
    uint64_t const thread_count{uint64_t{threads.x} * threads.y * threads.z};
    if (thread_count == 0 || thread_count > 1024 || grid.x == 0 || grid.x > 0x7FFF'FFFF || grid.y == 0 || grid.y > 65535
        || grid.z == 0 || grid.z > 65535)
        return report(cudaErrorInvalidConfiguration);
    if (config->dynamicSmemBytes > max_shared(current_device, kernel))
        return report(cudaErrorInvalidValue);

    auto const stream = find(shared().streams, config->stream);
    if (config->stream != nullptr && (stream == nullptr || stream->device != current_device))
        return report(cudaErrorInvalidResourceHandle);

    cudaDeviceProp const device{properties_of(current_device)};
    int const resident{resident_blocks(device, static_cast<unsigned>(thread_count), config->dynamicSmemBytes)
                       * device.multiProcessorCount};
    if (resident == 0)
        return report(cudaErrorLaunchOutOfResources);

    auto run = std::make_shared<kernel_run>(grid,
                                            threads,
                                            config->dynamicSmemBytes,
                                            static_cast<size_t>(resident),
                                            seed * 0xD134'2543'DE82'EF95 + (stream != nullptr ? ++stream->launches : 0),
                                            std::move(body));
    return enqueue(config->stream,
                   [run](uint64_t & budget)
                   {
                       return run->run(budget);
                   });
}

} // namespace seqan3_gpulcs::emulation

// Devices

cudaError_t cudaDriverGetVersion(int * const version)
{
    std::scoped_lock lock{shared().mutex};
    *version = shared().driver_missing ? 0 : 12000;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int * const version)
{
    *version = 12000;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int * const count)
{
    *count = 0;
    cudaError_t const error{check_device(0)};
    std::scoped_lock lock{shared().mutex};
    if (error == cudaSuccess)
        *count = static_cast<int>(shared().devices.size());
    return report(error);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp * const properties, int const device)
{
    cudaError_t const error{check_device(device)};
    if (error == cudaSuccess)
        *properties = properties_of(device);
    return report(error);
}

cudaError_t cudaDeviceGetAttribute(int * const value, cudaDeviceAttr const attribute, int const device)
{
    if (cudaError_t const error = check_device(device); error != cudaSuccess)
        return report(error);
    cudaDeviceProp const properties{properties_of(device)};
    *value = attribute == cudaDevAttrMultiProcessorCount    ? properties.multiProcessorCount
           : attribute == cudaDevAttrComputeCapabilityMajor ? properties.major
                                                            : properties.minor;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int * const device)
{
    *device = current_device;
    return report(check_device());
}

cudaError_t cudaSetDevice(int const device)
{
    cudaError_t const error{check_device(device)};
    if (error == cudaSuccess)
        current_device = device;
    return report(error);
}

cudaError_t cudaDeviceSynchronize()
{
    cudaError_t const error{check_device()};
    if (error == cudaSuccess)
        finish_device(current_device, true);
    return report(error);
}

// Errors

cudaError_t cudaGetLastError()
{
    return std::exchange(last_error, cudaSuccess);
}

cudaError_t cudaPeekAtLastError()
{
    return last_error;
}

char const * cudaGetErrorName(cudaError_t const error)
{
    static std::map<cudaError_t, char const *> const names{
        {cudaSuccess, "cudaSuccess"},
        {cudaErrorInvalidValue, "cudaErrorInvalidValue"},
        {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation"},
        {cudaErrorCudartUnloading, "cudaErrorCudartUnloading"},
        {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration"},
        {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver"},
        {cudaErrorNoDevice, "cudaErrorNoDevice"},
        {cudaErrorInvalidDevice, "cudaErrorInvalidDevice"},
        {cudaErrorNoKernelImageForDevice, "cudaErrorNoKernelImageForDevice"},
        {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle"},
        {cudaErrorNotReady, "cudaErrorNotReady"},
        {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources"},
        {cudaErrorLaunchFailure, "cudaErrorLaunchFailure"}};
    auto const found = names.find(error);
    return found == names.end() ? "unrecognized error code" : found->second;
}

char const * cudaGetErrorString(cudaError_t const error)
{
    return cudaGetErrorName(error);
}

// Memory

cudaError_t cudaMemGetInfo(size_t * const free_bytes, size_t * const total_bytes)
{
    if (cudaError_t const error = check_device(); error != cudaSuccess)
        return report(error);
    *total_bytes = properties_of(current_device).totalGlobalMem;
    std::scoped_lock lock{shared().mutex};
    *free_bytes = free_bytes_of(current_device);
    return cudaSuccess;
}

cudaError_t cudaFree(void * const pointer)
{
    if (int const device = owner(pointer, 0); device >= 0)
        finish_device(device, true);
    return report(release(pointer, false));
}

cudaError_t cudaMallocAsync(void ** const pointer, size_t const bytes, cudaStream_t)
{
    return seqan3_gpulcs::emulation::allocate_device(pointer, bytes);
}

cudaError_t cudaFreeAsync(void * const pointer, cudaStream_t const stream)
{
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
    bool const to_device{kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice};
    bool const from_device{kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice};
    if (bytes > 0 && ((to_device && owner(target, bytes) < 0) || (from_device && owner(source, bytes) < 0)))
        return report(cudaErrorInvalidValue);
    cudaError_t const error{enqueue(stream,
                                    [=](uint64_t &)
                                    {
                                        if (bytes > 0)
                                            std::memcpy(target, source, bytes);
                                        return true;
                                    })};
    bool const blocks{pageable_copies_block && kind == cudaMemcpyDeviceToHost && owner(target, bytes) != -1};
    return error == cudaSuccess && blocks ? cudaStreamSynchronize(stream) : error;
}

cudaError_t cudaMemcpy(void * const target, void const * const source, size_t const bytes, cudaMemcpyKind const kind)
{
    return cudaMemcpyAsync(target, source, bytes, kind, nullptr);
}

cudaError_t cudaMemsetAsync(void * const target, int const value, size_t const bytes, cudaStream_t const stream)
{
    if (bytes > 0 && owner(target, bytes) < -1)
        return report(cudaErrorInvalidValue);
    return enqueue(stream,
                   [=](uint64_t &)
                   {
                       if (bytes > 0)
                           std::memset(target, value, bytes);
                       return true;
                   });
}

// Streams

cudaError_t cudaStreamCreateWithFlags(cudaStream_t * const stream, unsigned const flags)
{
    if (cudaError_t const error = check_device(); error != cudaSuccess)
        return report(error);
    std::shared_ptr<CUstream_st> created{new CUstream_st{current_device, (flags & cudaStreamNonBlocking) == 0}};
    *stream = created.get();
    std::scoped_lock lock{shared().mutex};
    shared().streams.emplace(*stream, std::move(created));
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t const stream)
{
    std::scoped_lock lock{shared().mutex};
    auto node = shared().streams.extract(stream);
    if (node.empty())
        return report(cudaErrorInvalidResourceHandle);
    shared().destroyed_streams.push_back(std::move(node.mapped()));
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t const stream)
{
    auto const found = find(shared().streams, stream);
    if (stream == nullptr)
        finish_device(current_device, false);
    else if (found == nullptr)
        return report(cudaErrorInvalidResourceHandle);
    else
        finish(*found);
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t const stream)
{
    auto const found = find(shared().streams, stream);
    if (found == nullptr)
        return stream == nullptr ? cudaStreamSynchronize(stream) : report(cudaErrorInvalidResourceHandle);
    return proceed(*found, slice) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t const stream, cudaEvent_t const event, unsigned)
{
    auto const found = find(shared().events, event);
    if (found == nullptr)
        return report(cudaErrorInvalidResourceHandle);
    return enqueue(stream,
                   [to = latest(found)](uint64_t & budget)
                   {
                       return proceed(to, budget);
                   });
}

// Events

cudaError_t cudaEventCreateWithFlags(cudaEvent_t * const event, unsigned const flags)
{
    if (cudaError_t const error = check_device(); error != cudaSuccess)
        return report(error);
    std::shared_ptr<CUevent_st> created{new CUevent_st{current_device, (flags & cudaEventDisableTiming) == 0}};
    *event = created.get();
    std::scoped_lock lock{shared().mutex};
    shared().events.emplace(*event, std::move(created));
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t * const event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t const event)
{
    std::scoped_lock lock{shared().mutex};
    return report(shared().events.erase(event) == 1 ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t const event, cudaStream_t const stream)
{
    auto const queue = find(shared().streams, stream);
    auto const found = find(shared().events, event);
    if (found == nullptr || (stream != nullptr && queue == nullptr)
        || found->device != (queue != nullptr ? queue->device : current_device))
        return report(cudaErrorInvalidResourceHandle);

    uint64_t number;
    {
        std::scoped_lock lock{shared().mutex};
        found->stream = queue;
        number = ++found->recorded;
    }
    return enqueue(stream,
                   [found, number](uint64_t &)
                   {
                       std::scoped_lock lock{shared().mutex};
                       found->reached = std::max(found->reached, number);
                       found->time = std::chrono::steady_clock::now();
                       return true;
                   });
}

cudaError_t cudaEventQuery(cudaEvent_t const event)
{
    auto const found = find(shared().events, event);
    if (found == nullptr)
        return report(cudaErrorInvalidResourceHandle);
    mark const to{latest(found)};
    return proceed(to, 0) || proceed(to, slice) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventSynchronize(cudaEvent_t const event)
{
    cudaError_t error;
    while ((error = cudaEventQuery(event)) == cudaErrorNotReady)
    {}
    return error;
}

cudaError_t cudaEventElapsedTime(float * const milliseconds, cudaEvent_t const start, cudaEvent_t const stop)
{
    std::array<std::chrono::steady_clock::time_point, 2> times;
    for (size_t i = 0; i < 2; ++i)
    {
        auto const found = find(shared().events, i == 0 ? start : stop);
        if (found == nullptr || !found->timing)
            return report(cudaErrorInvalidResourceHandle);
        std::scoped_lock lock{shared().mutex};
        if (found->recorded == 0)
            return report(cudaErrorInvalidResourceHandle);
        if (found->reached < found->recorded)
            return cudaErrorNotReady;
        times[i] = found->time;
    }
    *milliseconds = std::chrono::duration<float, std::milli>{times[1] - times[0]}.count();
    return cudaSuccess;
}
