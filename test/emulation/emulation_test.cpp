// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

#include "emulation.hpp"

namespace emulation = seqan3_gpulcs::emulation;

namespace
{

constexpr unsigned full_mask{~0u};

unsigned load(unsigned const * const pointer)
{
    emulation::yield();
    return __atomic_load_n(pointer, __ATOMIC_RELAXED);
}

void store(unsigned * const pointer, unsigned const value)
{
    emulation::yield();
    __atomic_store_n(pointer, value, __ATOMIC_RELAXED);
}

// Kernels

__global__ void __launch_bounds__(256) sum_of_blocks(unsigned const * const values, unsigned * const sums)
{
    auto * const shared = static_cast<unsigned *>(emulation::shared_memory());
    unsigned value{values[blockIdx.x * blockDim.x + threadIdx.x]};
    for (unsigned delta = 16; delta > 0; delta /= 2)
        value += __shfl_down_sync(full_mask, value, delta);
    if (threadIdx.x % 32 == 0)
        shared[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = std::accumulate(shared, shared + blockDim.x / 32, 0u);
}

//!\brief Reads what another warp writes, with or without a barrier between.
__global__ void neighbours(unsigned * const results, bool const synchronise)
{
    auto * const shared = static_cast<unsigned *>(emulation::shared_memory());
    shared[threadIdx.x] = threadIdx.x;
    if (synchronise)
        __syncthreads();
    results[threadIdx.x] = shared[(threadIdx.x + 32) % blockDim.x];
}

template <typename value_t>
__global__ void prefix_sums(value_t * const values)
{
    value_t sum{values[threadIdx.x]};
    for (unsigned delta = 1; delta < 32; delta *= 2)
    {
        value_t const before{__shfl_up_sync(full_mask, sum, delta)};
        sum += threadIdx.x >= delta ? before : 0;
    }
    values[threadIdx.x] = sum;
}

//!\brief Each persistent warp takes tiles in order, and waits for the sum of all tiles before.
__global__ void chain(unsigned * const next, unsigned const tiles, unsigned * const flags, unsigned * const sums)
{
    while (true)
    {
        unsigned tile{};
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1u);
        tile = __shfl_sync(full_mask, tile, 0);
        if (tile >= tiles)
            return;

        unsigned before{};
        if (tile > 0)
        {
            if (threadIdx.x == 0)
                while (load(flags + tile - 1) == 0)
                    __nanosleep(20);
            __syncwarp();
            before = sums[tile - 1];
        }
        unsigned const sum{before + static_cast<unsigned>(__popc(__ballot_sync(full_mask, threadIdx.x <= tile % 32)))};
        if (threadIdx.x == 0)
        {
            sums[tile] = sum;
            __threadfence();
            store(flags + tile, 1);
        }
    }
}

__global__ void until_stopped(unsigned const * const stop, unsigned * const rounds)
{
    while (load(stop) == 0)
        ++*rounds;
}

__global__ void many_shuffles(unsigned const rounds, unsigned * const results)
{
    unsigned value{threadIdx.x};
    for (unsigned round = 0; round < rounds; ++round)
        value = __shfl_sync(full_mask, value, static_cast<int>(threadIdx.x + 1) & 31);
    results[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void early_exit(unsigned * const results)
{
    if (threadIdx.x % 3 == 0)
        return;
    results[threadIdx.x] = __ballot_sync(full_mask, threadIdx.x % 2);
    __syncthreads();
    bool const right{__any_sync(full_mask, threadIdx.x == 1) && !__any_sync(full_mask, threadIdx.x == 0)
                     && __all_sync(full_mask, threadIdx.x != 0) && !__all_sync(full_mask, threadIdx.x != 1)};
    results[threadIdx.x] += right ? 0 : 1;
}

enum class mistake
{
    barrier_and_shuffle,
    different_collectives,
    loop_without_one_lane
};

__global__ void divergent(mistake const which)
{
    bool const first{threadIdx.x == 0};
    if (which == mistake::barrier_and_shuffle)
        first ? __syncthreads() : __syncwarp();
    else if (which == mistake::different_collectives)
        first ? __syncwarp() : static_cast<void>(__any_sync(full_mask, 1));
    else if (first)
        __syncthreads();
    else
        while (true)
            __syncwarp();
}

__global__ void indices(uint3 * const results, ulonglong2 const constant, unsigned * const most, unsigned * const now)
{
    unsigned const block{(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x};
    unsigned const thread{(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x};
    if (thread == 0)
    {
        atomicMax(most, atomicAdd(now, 1u) + 1);
        while (load(most) < 20)
        {}
    }
    results[block * blockDim.x * blockDim.y * blockDim.z + thread] = {block, thread, static_cast<unsigned>(constant.y)};
    __syncthreads();
    if (thread == 0)
        atomicAdd_system(now, ~0u);
}

__global__ void overrun(unsigned char * const bytes)
{
    bytes[13] = 1;
}

// The host's side

template <typename value_t>
struct device_array
{
    value_t * data{};
    size_t size;

    explicit device_array(size_t const count) : size{count}
    {
        EXPECT_EQ(cudaMalloc(&data, size * sizeof(value_t)), cudaSuccess);
    }

    explicit device_array(std::vector<value_t> const & values) : device_array{values.size()}
    {
        EXPECT_EQ(cudaMemcpy(data, values.data(), size * sizeof(value_t), cudaMemcpyHostToDevice), cudaSuccess);
    }

    device_array(device_array const &) = delete;

    ~device_array()
    {
        EXPECT_EQ(cudaFree(data), cudaSuccess);
    }

    std::vector<value_t> get() const
    {
        std::vector<value_t> values(size);
        EXPECT_EQ(cudaMemcpy(values.data(), data, size * sizeof(value_t), cudaMemcpyDeviceToHost), cudaSuccess);
        return values;
    }
};

struct stream_handle
{
    cudaStream_t handle{};

    stream_handle()
    {
        EXPECT_EQ(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking), cudaSuccess);
    }

    ~stream_handle()
    {
        EXPECT_EQ(cudaStreamDestroy(handle), cudaSuccess);
    }
};

template <typename... parameters, typename... arguments>
cudaError_t
launch(cudaStream_t const stream, dim3 const grid, dim3 const block, void (*kernel)(parameters...), arguments... args)
{
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = 4096;
    config.stream = stream;
    return cudaLaunchKernelEx(&config, kernel, args...);
}

class emulation_test : public testing::Test
{
protected:
    void TearDown() override
    {
        emulation::reset();
        emulation::seed = 0;
        emulation::slice = 200'000;
        emulation::pageable_copies_block = false;
        cudaDeviceSynchronize();
        cudaGetLastError();
        EXPECT_EQ(emulation::allocated_bytes(), 0u);
        EXPECT_EQ(emulation::allocated_host_bytes(), 0u);
        EXPECT_EQ(emulation::live_streams(), 0u);
        EXPECT_EQ(emulation::live_events(), 0u);
    }
};

// Kernels do what they should

TEST_F(emulation_test, block_reduction)
{
    std::vector<unsigned> values(40 * 256);
    std::iota(values.begin(), values.end(), 0u);
    device_array<unsigned> const input{values}, sums{40};
    stream_handle const stream;
    ASSERT_EQ(launch(stream.handle, 40, 256, sum_of_blocks, input.data, sums.data), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream.handle), cudaSuccess);
    std::vector<unsigned> expected(40);
    for (unsigned i = 0; i < values.size(); ++i)
        expected[i / 256] += i;
    EXPECT_EQ(sums.get(), expected);
}

TEST_F(emulation_test, missing_barrier_shows)
{
    for (bool const synchronise : {true, false})
    {
        size_t wrong{};
        for (emulation::seed = 0; emulation::seed < 8; ++emulation::seed)
        {
            device_array<unsigned> const results{128};
            ASSERT_EQ(launch(nullptr, 1, 128, neighbours, results.data, synchronise), cudaSuccess);
            auto const found = results.get();
            for (unsigned i = 0; i < 128; ++i)
                wrong += found[i] != (i + 32) % 128;
        }
        EXPECT_EQ(wrong == 0, synchronise);
    }
}

template <typename value_t>
void test_prefix_sums()
{
    std::vector<value_t> values(32);
    std::iota(values.begin(), values.end(), value_t(-5) << (sizeof(value_t) * 8 - 24));
    device_array<value_t> const array{values};
    ASSERT_EQ(launch(nullptr, 1, 32, prefix_sums<value_t>, array.data), cudaSuccess);
    std::partial_sum(values.begin(), values.end(), values.begin());
    EXPECT_EQ(array.get(), values);
}

TEST_F(emulation_test, prefix_sums)
{
    test_prefix_sums<int>();
    test_prefix_sums<unsigned>();
    test_prefix_sums<int64_t>();
    test_prefix_sums<unsigned long long>();
}

TEST_F(emulation_test, chain)
{
    constexpr unsigned tiles{1000};
    for (emulation::seed = 0; emulation::seed < 4; ++emulation::seed)
    {
        device_array<unsigned> const next{std::vector<unsigned>(1)}, flags{std::vector<unsigned>(tiles)}, sums{tiles};
        stream_handle const stream;
        ASSERT_EQ(launch(stream.handle, 24, 32, chain, next.data, tiles, flags.data, sums.data), cudaSuccess);
        ASSERT_EQ(cudaStreamSynchronize(stream.handle), cudaSuccess);
        std::vector<unsigned> expected(tiles);
        for (unsigned tile = 0; tile < tiles; ++tile)
            expected[tile] = tile % 32 + 1 + (tile > 0 ? expected[tile - 1] : 0);
        EXPECT_EQ(sums.get(), expected);
    }
}

TEST_F(emulation_test, early_exit)
{
    device_array<unsigned> const results{32};
    ASSERT_EQ(launch(nullptr, 1, 32, early_exit, results.data), cudaSuccess);
    auto const found = results.get();
    for (unsigned i = 0; i < 32; ++i)
        EXPECT_EQ(found[i], i % 3 == 0 ? 0xA5A5'A5A5 : 0xA28A'28A2) << i;
}

TEST_F(emulation_test, indices_and_residency)
{
    // 192 threads: 10 blocks fit on a multiprocessor, 20 on the device.
    dim3 const grid{5, 3, 2}, block{6, 8, 4};
    device_array<uint3> const results{5760};
    device_array<unsigned> const most{std::vector<unsigned>(1)}, now{std::vector<unsigned>(1)};
    ASSERT_EQ(launch(nullptr, grid, block, indices, results.data, ulonglong2{1, 2}, most.data, now.data), cudaSuccess);
    auto const found = results.get();
    for (unsigned i = 0; i < 5760; ++i)
        ASSERT_TRUE(found[i].x == i / 192 && found[i].y == i % 192 && found[i].z == 2) << i;
    EXPECT_EQ(most.get().front(), 20u);
    EXPECT_EQ(now.get().front(), 0u);
}

TEST_F(emulation_test, deadlock)
{
    struct
    {
        mistake which;
        char const * message;
    } const cases[]{
        {mistake::barrier_and_shuffle,
         "deadlock: block (0, 0, 0), warp 0: of lanes ffffffff, 1 wait in __syncthreads and fffffffe in __syncwarp"},
        {mistake::different_collectives, "lanes meet in "},
        {mistake::loop_without_one_lane, "wait in __syncthreads and fffffffe in __syncwarp"}};

    device_array<unsigned> const results{32};
    stream_handle const stream;
    cudaEvent_t event;
    ASSERT_EQ(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), cudaSuccess);
    for (auto const & [which, message] : cases)
    {
        ASSERT_EQ(launch(stream.handle, 2, 32, divergent, which), cudaSuccess);
        ASSERT_EQ(cudaEventRecord(event, stream.handle), cudaSuccess);
        try
        {
            cudaStreamSynchronize(stream.handle);
            FAIL();
        }
        catch (std::logic_error const & error)
        {
            EXPECT_NE(std::string_view{error.what()}.find(message), std::string_view::npos) << error.what();
        }
        // What came after is lost; the next kernel takes over the stacks.
        EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);
        ASSERT_EQ(launch(stream.handle, 1, 32, many_shuffles, 31u, results.data), cudaSuccess);
        ASSERT_EQ(cudaStreamSynchronize(stream.handle), cudaSuccess);
    }
    EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
}

TEST_F(emulation_test, bits)
{
    EXPECT_EQ(__popc(0xF0F0'0001u), 9);
    EXPECT_EQ(__popcll(0xF0F0'0001'0000'0001ull), 10);
    EXPECT_EQ(__brev(0x8000'0006u), 0x6000'0001u);
    EXPECT_EQ(__ffs(0), 0);
    EXPECT_EQ(__ffs(0x50), 5);
    EXPECT_EQ(__clz(0), 32);
    EXPECT_EQ(__clz(1), 31);
    EXPECT_EQ(__funnelshift_l(0x8000'0000u, 1u, 33), 3u);
    EXPECT_EQ(__funnelshift_r(2u, 1u, 1), 0x8000'0001u);
    EXPECT_EQ(__funnelshift_r(2u, 1u, 32), 2u);
    unsigned long long value{7};
    EXPECT_EQ(atomicExch(&value, 5), 7u);
    EXPECT_EQ(atomicMax(&value, 4), 5u);
    EXPECT_EQ(atomicAdd(&value, 1), 5u);
    EXPECT_EQ(__ldg(&value), 6u);
}

// Streams and events

TEST_F(emulation_test, copies_are_lazy)
{
    device_array<unsigned> const array{1};
    stream_handle const stream;
    unsigned source{1}, target{}, direct{};
    ASSERT_EQ(cudaMemcpyAsync(array.data, &source, 4, cudaMemcpyHostToDevice, stream.handle), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(&target, array.data, 4, cudaMemcpyDeviceToHost, stream.handle), cudaSuccess);
    ASSERT_EQ(cudaMemsetAsync(array.data, 7, 4, stream.handle), cudaSuccess);
    source = 2;
    ASSERT_EQ(cudaMemcpy(&direct, array.data, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(direct, 0xA5A5'A5A5u); // the default stream does not wait for a non-blocking one
    EXPECT_EQ(target, 0u);
    ASSERT_EQ(cudaStreamQuery(stream.handle), cudaSuccess);
    EXPECT_EQ(target, 2u);
    EXPECT_EQ(array.get().front(), 0x0707'0707u);
    ASSERT_EQ(cudaMemsetAsync(array.data, 8, 4, stream.handle), cudaSuccess);
    emulation::pageable_copies_block = true;
    ASSERT_EQ(cudaMemcpyAsync(&target, array.data, 4, cudaMemcpyDeviceToHost, stream.handle), cudaSuccess);
    EXPECT_EQ(target, 0x0808'0808u);
    EXPECT_EQ(cudaMemcpyAsync(array.data, &source, 5, cudaMemcpyHostToDevice, stream.handle), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpyAsync(&source, &target, 4, cudaMemcpyDeviceToHost, stream.handle), cudaErrorInvalidValue);
}

TEST_F(emulation_test, work_of_a_destroyed_stream)
{
    device_array<unsigned> const array{1};
    unsigned target{};
    {
        stream_handle const stream;
        ASSERT_EQ(cudaMemsetAsync(array.data, 1, 4, stream.handle), cudaSuccess);
        ASSERT_EQ(cudaMemcpyAsync(&target, array.data, 4, cudaMemcpyDeviceToHost, stream.handle), cudaSuccess);
    }
    EXPECT_EQ(target, 0u);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(target, 0x0101'0101u);
}

TEST_F(emulation_test, slices_and_events)
{
    device_array<unsigned> const results{64};
    stream_handle const stream, other;
    cudaEvent_t start, stop;
    float milliseconds{-1};
    unsigned copy{};
    ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&stop), cudaSuccess);
    EXPECT_EQ(cudaEventQuery(stop), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, stop), cudaErrorInvalidResourceHandle);
    ASSERT_EQ(cudaEventRecord(start, stream.handle), cudaSuccess);
    ASSERT_EQ(launch(stream.handle, 2, 32, many_shuffles, 10'000u, results.data), cudaSuccess);
    ASSERT_EQ(cudaEventRecord(stop, stream.handle), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, stop), cudaErrorNotReady);

    // 64 threads, and for each shuffle all but the last of a warp wait: at least 620'000 to resume.
    size_t queries{1};
    for (; cudaStreamQuery(stream.handle) == cudaErrorNotReady; ++queries)
        EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, stop), cudaErrorNotReady);
    EXPECT_EQ(queries, 4u);
    ASSERT_EQ(cudaEventElapsedTime(&milliseconds, start, stop), cudaSuccess);
    EXPECT_GT(milliseconds, 0.0f);
    EXPECT_EQ(results.get()[1], (1 + 10'000) % 32u);

    // Another stream waits.
    ASSERT_EQ(launch(stream.handle, 2, 32, many_shuffles, 10'001u, results.data), cudaSuccess);
    ASSERT_EQ(cudaEventRecord(stop, stream.handle), cudaSuccess);
    ASSERT_EQ(cudaStreamWaitEvent(other.handle, stop), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(&copy, results.data, 4, cudaMemcpyDeviceToHost, other.handle), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(other.handle), cudaErrorNotReady);
    ASSERT_EQ(cudaStreamSynchronize(other.handle), cudaSuccess);
    EXPECT_EQ(copy, 10'001 % 32u);
    EXPECT_EQ(cudaEventSynchronize(stop), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(stop), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(stop), cudaErrorInvalidResourceHandle);
}

TEST_F(emulation_test, stop_flag)
{
    unsigned *stop, *stop_on_device;
    ASSERT_EQ(cudaHostAlloc(&stop, sizeof(unsigned), cudaHostAllocMapped), cudaSuccess);
    ASSERT_EQ(cudaHostGetDevicePointer(&stop_on_device, stop, 0), cudaSuccess);
    *stop = 0;
    device_array<unsigned> const rounds{std::vector<unsigned>(1)};
    stream_handle const stream;
    ASSERT_EQ(launch(stream.handle, 1, 1, until_stopped, stop_on_device, rounds.data), cudaSuccess);
    for (unsigned query = 0; query < 3; ++query)
        EXPECT_EQ(cudaStreamQuery(stream.handle), cudaErrorNotReady);
    __atomic_store_n(stop, 1, __ATOMIC_RELAXED);
    EXPECT_EQ(cudaStreamQuery(stream.handle), cudaSuccess);
    EXPECT_GT(rounds.get().front(), 599'990u);
    EXPECT_EQ(cudaFree(stop), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeHost(stop), cudaSuccess);
}

TEST_F(emulation_test, two_host_threads)
{
    auto const work = []
    {
        for (unsigned round = 1; round <= 50; ++round)
        {
            device_array<unsigned> const results{96};
            stream_handle const stream;
            ASSERT_EQ(launch(stream.handle, 3, 32, many_shuffles, round, results.data), cudaSuccess);
            ASSERT_EQ(cudaStreamSynchronize(stream.handle), cudaSuccess);
            EXPECT_EQ(results.get()[95], (31 + round) % 32);
        }
    };
    std::thread other{work};
    work();
    other.join();
}

TEST_F(emulation_test, kernel_moves_to_another_host_thread)
{
    emulation::slice = 1000;
    device_array<unsigned> const results{64};
    stream_handle const stream;
    ASSERT_EQ(launch(stream.handle, 2, 32, many_shuffles, 5000u, results.data), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(stream.handle), cudaErrorNotReady);
    std::thread{[&stream]
                {
                    EXPECT_EQ(cudaStreamQuery(stream.handle), cudaErrorNotReady);
                }}
        .join();
    std::thread other{[&stream]
                      {
                          EXPECT_EQ(cudaStreamSynchronize(stream.handle), cudaSuccess);
                      }};
    EXPECT_EQ(cudaStreamSynchronize(stream.handle), cudaSuccess);
    other.join();
    EXPECT_EQ(results.get()[63], (31 + 5000) % 32u);
}

// Devices, memory and faults

TEST_F(emulation_test, out_of_memory)
{
    size_t free_bytes, total_bytes;
    unsigned char *first, *second;
    ASSERT_EQ(cudaMalloc(&first, 200 << 20), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&second, (56 << 20) + 1), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    ASSERT_EQ(cudaMemGetInfo(&free_bytes, &total_bytes), cudaSuccess);
    EXPECT_EQ(free_bytes, 56u << 20);
    EXPECT_EQ(total_bytes, 256u << 20);
    EXPECT_EQ(emulation::allocated_bytes(), 200u << 20);
    ASSERT_EQ(cudaFree(first), cudaSuccess);
    EXPECT_EQ(cudaFree(first), cudaErrorInvalidValue);

    emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, 2, 1);
    ASSERT_EQ(cudaMalloc(&first, 13), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&second, 13), cudaErrorMemoryAllocation);
    ASSERT_EQ(cudaMalloc(&second, 13), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(second) % 256, 0u);
    EXPECT_EQ(second[12], 0xA5);
#if defined(__SANITIZE_ADDRESS__)
    EXPECT_DEATH(launch(nullptr, 1, 1, overrun, first), "heap-buffer-overflow");
#else
    static_cast<void>(overrun);
#endif
    EXPECT_EQ(cudaFree(first), cudaSuccess);
    EXPECT_EQ(cudaFree(second), cudaSuccess);
}

TEST_F(emulation_test, devices)
{
    int value{-1};
    cudaDeviceProp properties{};
    void * pointer;
    emulation::set_devices({emulation::default_device(), emulation::default_device()});
    EXPECT_EQ(cudaGetDeviceCount(&value), cudaSuccess);
    EXPECT_EQ(value, 2);
    EXPECT_EQ(cudaSetDevice(2), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaSetDevice(1), cudaSuccess);
    EXPECT_EQ(cudaGetDevice(&value), cudaSuccess);
    EXPECT_EQ(value, 1);
    {
        stream_handle const stream;
        EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
        EXPECT_EQ(launch(stream.handle, 1, 32, divergent, mistake{}), cudaErrorInvalidResourceHandle);
    }
    EXPECT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    EXPECT_STREQ(properties.name, "emulated device");
    EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0), cudaSuccess);
    EXPECT_EQ(value, 9);

    emulation::set_devices({});
    EXPECT_EQ(cudaGetDeviceCount(&value), cudaErrorNoDevice);
    EXPECT_EQ(cudaMalloc(&pointer, 1), cudaErrorNoDevice);
    emulation::set_driver_missing(true);
    EXPECT_EQ(cudaGetDeviceCount(&value), cudaErrorInsufficientDriver);
    EXPECT_STREQ(cudaGetErrorName(cudaErrorInsufficientDriver), "cudaErrorInsufficientDriver");
    EXPECT_EQ(cudaDriverGetVersion(&value), cudaSuccess);
    EXPECT_EQ(value, 0);
}

TEST_F(emulation_test, launches_that_fail)
{
    device_array<unsigned> const results{32};
    cudaLaunchConfig_t config{};
    config.blockDim = 32;
    config.dynamicSmemBytes = 100'000;
    int blocks{-1};
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaErrorInvalidValue);
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, many_shuffles, 32, 100'000), cudaSuccess);
    EXPECT_EQ(blocks, 0);
    EXPECT_EQ(cudaFuncSetAttribute(many_shuffles, cudaFuncAttributeMaxDynamicSharedMemorySize, 100'000), cudaSuccess);
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, many_shuffles, 32, 100'000), cudaSuccess);
    EXPECT_EQ(blocks, 2);
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaSuccess);
    cudaFuncAttributes attributes{};
    EXPECT_EQ(cudaFuncGetAttributes(&attributes, many_shuffles), cudaSuccess);
    EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 100'000);
    EXPECT_EQ(cudaFuncSetAttribute(many_shuffles, cudaFuncAttributeMaxDynamicSharedMemorySize, 48 << 10), cudaSuccess);

    config.blockDim = 1025;
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaErrorInvalidConfiguration);
    config.blockDim = 32;
    config.dynamicSmemBytes = 0;
    emulation::fail(emulation::call::launch, cudaErrorLaunchOutOfResources, 2);
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaSuccess);
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaErrorLaunchOutOfResources);
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaErrorLaunchOutOfResources);
}

} // namespace
