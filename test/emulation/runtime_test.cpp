// SPDX-License-Identifier: BSD-3-Clause

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "emulation_test.hpp"

namespace
{

__global__ void until_stopped(unsigned const * const stop, unsigned * const rounds)
{
    while (load(stop) == 0)
        ++*rounds;
}

__global__ void overrun(unsigned char * const bytes)
{
    bytes[13] = 1;
}

// Pointers may lie in memory, too.
__global__ void add_to(unsigned * const * const target)
{
    atomicAdd(*target, threadIdx.x);
}

cudaError_t
copy_to_device(void * const target, void const * const source, size_t const bytes, stream_handle const & stream)
{
    return cudaMemcpyAsync(target, source, bytes, cudaMemcpyHostToDevice, stream.handle);
}

cudaError_t
copy_to_host(void * const target, void const * const source, size_t const bytes, stream_handle const & stream)
{
    return cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToHost, stream.handle);
}

} // namespace

class emulated_runtime : public emulation_test
{
protected:
    //!\brief Some device memory, which release() frees.
    static cudaError_t allocate(unsigned char *& memory, size_t const bytes, stream_handle const & stream)
    {
        return cudaMallocAsync(reinterpret_cast<void **>(&memory), bytes, stream.handle);
    }

    static void release(void * const memory, stream_handle const & stream)
    {
        EXPECT_EQ(cudaFreeAsync(memory, stream.handle), cudaSuccess);
        stream.synchronize();
    }

    //!\brief Two devices with 1 MiB and 2 MiB.
    static void set_two_devices()
    {
        std::vector<cudaDeviceProp> devices(2, emulation::default_device());
        devices[0].totalGlobalMem = 1 << 20;
        devices[1].totalGlobalMem = 2 << 20;
        emulation::set_devices(devices);
    }

    //!\brief What a call throws.
    template <typename call_t>
    static std::string fault(call_t && call)
    {
        try
        {
            call();
        }
        catch (std::logic_error const & error)
        {
            return error.what();
        }
        return {};
    }
};

// Streams and events

TEST_F(emulated_runtime, copies_are_lazy)
{
    device_array<unsigned> const array{1};
    stream_handle const stream;
    unsigned source{1}, target{};
    ASSERT_EQ(copy_to_device(array.data, &source, 4, stream), cudaSuccess);
    ASSERT_EQ(copy_to_host(&target, array.data, 4, stream), cudaSuccess);
    ASSERT_EQ(cudaMemsetAsync(array.data, 7, 4, stream.handle), cudaSuccess);
    source = 2;
    EXPECT_EQ(array.get().front(), 0xA5A5'A5A5u); // other streams do not wait
    EXPECT_EQ(target, 0u);
    ASSERT_EQ(cudaStreamQuery(stream.handle), cudaSuccess);
    EXPECT_EQ(target, 2u);
    EXPECT_EQ(array.get().front(), 0x0707'0707u);
    ASSERT_EQ(cudaMemsetAsync(array.data, 8, 4, stream.handle), cudaSuccess);
    emulation::pageable_copies_block = true;
    ASSERT_EQ(copy_to_host(&target, array.data, 4, stream), cudaSuccess);
    EXPECT_EQ(target, 0x0808'0808u);
    EXPECT_EQ(copy_to_device(array.data, &source, 5, stream), cudaErrorInvalidValue);
    EXPECT_EQ(copy_to_host(&source, &target, 4, stream), cudaErrorInvalidValue);
}

TEST_F(emulated_runtime, destroyed_stream_finishes)
{
    device_array<unsigned> const array{1};
    unsigned target{};
    {
        stream_handle const stream;
        ASSERT_EQ(cudaMemsetAsync(array.data, 1, 4, stream.handle), cudaSuccess);
        ASSERT_EQ(copy_to_host(&target, array.data, 4, stream), cudaSuccess);
    }
    EXPECT_EQ(target, 0u);
    array.stream.synchronize();
    EXPECT_EQ(target, 0x0101'0101u);
}

TEST_F(emulated_runtime, slices_and_events)
{
    device_array<unsigned> const results{64};
    stream_handle const stream;
    cudaEvent_t start, stop;
    float milliseconds{-1};
    ASSERT_EQ(cudaEventCreateWithFlags(&start, cudaEventDefault), cudaSuccess);
    ASSERT_EQ(cudaEventCreateWithFlags(&stop, cudaEventDefault), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, stop), cudaErrorInvalidResourceHandle);
    ASSERT_EQ(cudaEventRecord(start, stream.handle), cudaSuccess);
    ASSERT_EQ(launch(stream, 2, 32, many_shuffles, 10'000u, results.data), cudaSuccess);
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

    EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(stop), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(stop), cudaErrorInvalidResourceHandle);
}

TEST_F(emulated_runtime, stop_flag)
{
    unsigned *stop, *stop_on_device;
    ASSERT_EQ(cudaHostAlloc(&stop, sizeof(unsigned), cudaHostAllocMapped), cudaSuccess);
    ASSERT_EQ(cudaHostGetDevicePointer(&stop_on_device, stop, 0), cudaSuccess);
    *stop = 0;
    device_array<unsigned> const rounds{std::vector<unsigned>(1)};
    stream_handle const stream;
    ASSERT_EQ(launch(stream, 1, 1, until_stopped, stop_on_device, rounds.data), cudaSuccess);
    for (unsigned query = 0; query < 3; ++query)
        EXPECT_EQ(cudaStreamQuery(stream.handle), cudaErrorNotReady);
    __atomic_store_n(stop, 1, __ATOMIC_RELAXED);
    EXPECT_EQ(cudaStreamQuery(stream.handle), cudaSuccess);
    EXPECT_GT(rounds.get().front(), 599'990u);
    EXPECT_EQ(cudaFreeAsync(stop, stream.handle), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeHost(stop), cudaSuccess);
}

TEST_F(emulated_runtime, two_host_threads)
{
    auto const work = []
    {
        for (unsigned round = 1; round <= 50; ++round)
        {
            device_array<unsigned> const results{96};
            run(3, 32, many_shuffles, round, results.data);
            EXPECT_EQ(results.get()[95], (31 + round) % 32);
        }
    };
    std::thread other{work};
    work();
    other.join();
}

TEST_F(emulated_runtime, kernel_moves_to_another_host_thread)
{
    emulation::slice = 1000;
    device_array<unsigned> const results{64};
    stream_handle const stream;
    ASSERT_EQ(launch(stream, 2, 32, many_shuffles, 5000u, results.data), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(stream.handle), cudaErrorNotReady);
    std::thread{[&stream]
                {
                    EXPECT_EQ(cudaStreamQuery(stream.handle), cudaErrorNotReady);
                }}
        .join();
    std::thread other{[&stream]
                      {
                          stream.synchronize();
                      }};
    stream.synchronize();
    other.join();
    EXPECT_EQ(results.get()[63], (31 + 5000) % 32u);
}

// Devices, memory and faults

TEST_F(emulated_runtime, out_of_memory)
{
    size_t free_bytes, total_bytes;
    unsigned char *first, *second;
    stream_handle const stream;
    ASSERT_EQ(allocate(first, 200 << 20, stream), cudaSuccess);
    EXPECT_EQ(allocate(second, (56 << 20) + 1, stream), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    ASSERT_EQ(cudaMemGetInfo(&free_bytes, &total_bytes), cudaSuccess);
    EXPECT_EQ(free_bytes, 56u << 20);
    EXPECT_EQ(total_bytes, 256u << 20);
    EXPECT_EQ(emulation::allocated_bytes(), 200u << 20);
    release(first, stream);
    EXPECT_EQ(cudaFreeAsync(first, stream.handle), cudaErrorInvalidValue);
}

TEST_F(emulated_runtime, garbage_alignment_and_overruns)
{
    unsigned char * memory;
    stream_handle const stream;
    ASSERT_EQ(allocate(memory, 13, stream), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 256, 0u);
    EXPECT_EQ(memory[12], 0xA5);
#if defined(__SANITIZE_ADDRESS__)
    EXPECT_DEATH(run(1, 1, overrun, memory), "use-after-poison");
#else
    static_cast<void>(overrun);
#endif
    release(memory, stream);
}

TEST_F(emulated_runtime, allocations_that_fail)
{
    unsigned char *first, *second;
    stream_handle const stream;
    emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, 2, 1);
    ASSERT_EQ(allocate(first, 13, stream), cudaSuccess);
    EXPECT_EQ(allocate(second, 13, stream), cudaErrorMemoryAllocation);
    ASSERT_EQ(allocate(second, 13, stream), cudaSuccess);
    release(first, stream);
    release(second, stream);
}

TEST_F(emulated_runtime, devices)
{
    int value{-1};
    cudaDeviceProp properties{};
    emulation::set_devices({emulation::default_device(), emulation::default_device()});
    EXPECT_EQ(cudaGetDeviceCount(&value), cudaSuccess);
    EXPECT_EQ(value, 2);
    EXPECT_EQ(cudaSetDevice(2), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaSetDevice(1), cudaSuccess);
    EXPECT_EQ(cudaGetDevice(&value), cudaSuccess);
    EXPECT_EQ(value, 1);
    stream_handle const stream;
    EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
    EXPECT_EQ(launch(stream, 1, 32, many_shuffles, 1u, nullptr), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    EXPECT_STREQ(properties.name, "emulated device");

    unsigned char * memory;
    emulation::set_devices({});
    EXPECT_EQ(cudaGetDeviceCount(&value), cudaErrorNoDevice);
    EXPECT_EQ(allocate(memory, 1, stream), cudaErrorNoDevice);
    emulation::set_driver_missing(true);
    EXPECT_EQ(cudaGetDeviceCount(&value), cudaErrorInsufficientDriver);
    EXPECT_STREQ(cudaGetErrorName(cudaErrorInsufficientDriver), "cudaErrorInsufficientDriver");
    EXPECT_EQ(cudaDriverGetVersion(&value), cudaSuccess);
    EXPECT_EQ(value, 0);
}

TEST_F(emulated_runtime, each_device_has_memory_of_its_own)
{
    set_two_devices();
    size_t free_bytes, total_bytes;
    unsigned char *first, *second, *third;
    stream_handle const stream;
    ASSERT_EQ(allocate(first, 1 << 20, stream), cudaSuccess);
    EXPECT_EQ(allocate(second, 1, stream), cudaErrorMemoryAllocation);
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    EXPECT_EQ(allocate(second, 1, stream), cudaErrorMemoryAllocation); // the stream's device
    stream_handle const other;
    ASSERT_EQ(allocate(second, 1 << 20, other), cudaSuccess);
    ASSERT_EQ(allocate(third, 5, other), cudaSuccess);
    ASSERT_EQ(cudaMemGetInfo(&free_bytes, &total_bytes), cudaSuccess);
    EXPECT_EQ(free_bytes, (1u << 20) - 5);
    EXPECT_EQ(total_bytes, 2u << 20);
    EXPECT_EQ(emulation::allocated_bytes(0), 1u << 20);
    EXPECT_EQ(emulation::allocated_bytes(1), (1u << 20) + 5);
    EXPECT_EQ(emulation::allocated_bytes(), (2u << 20) + 5);

    // A device for each host thread.
    std::thread{[]()
                {
                    int device{-1};
                    EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
                    EXPECT_EQ(device, 0);
                }}
        .join();
    release(first, stream);
    release(second, other);
    release(third, other);
}

TEST_F(emulated_runtime, memory_of_another_device)
{
    set_two_devices();
    unsigned value{1};
    device_array<unsigned> const own{std::vector<unsigned>{7}};
    device_array<unsigned *> const pointers{std::vector<unsigned *>{own.data}};
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    device_array<unsigned> const other{std::vector<unsigned>{8}};
    device_array<unsigned *> const good_pointers{std::vector<unsigned *>{other.data}};
    device_array<unsigned *> const bad_pointers{std::vector<unsigned *>{own.data}};
    stream_handle const & stream = other.stream;
    std::string const message{"a stream of device 1 touches memory of device 0"};
    EXPECT_EQ(fault(
                  [&]()
                  {
                      copy_to_device(own.data, &value, 4, stream);
                  }),
              message);
    EXPECT_EQ(fault(
                  [&]()
                  {
                      copy_to_host(&value, own.data, 4, stream);
                  }),
              message);
    EXPECT_EQ(fault(
                  [&]()
                  {
                      cudaMemsetAsync(own.data, 0, 4, stream.handle);
                  }),
              message);
    EXPECT_EQ(fault(
                  [&]()
                  {
                      cudaFreeAsync(own.data, stream.handle);
                  }),
              message);

    auto const run_kernel = [&](device_array<unsigned *> const & where)
    {
        return fault(
            [&]()
            {
                EXPECT_EQ(launch(stream, 1, 32, add_to, where.data), cudaSuccess);
                stream.synchronize();
            });
    };
    EXPECT_EQ(run_kernel(good_pointers), "");
    EXPECT_EQ(other.get().front(), 8u + 31 * 16);
    if (!emulation::watches_kernels())
        GTEST_SKIP() << "Kernels are not watched.";
    for (device_array<unsigned *> const * const wrong : {&pointers, &bad_pointers})
        for (unsigned round = 0; round < 3; ++round)
            EXPECT_EQ(run_kernel(*wrong), "block (0, 0, 0), warp 0: touches memory of device 0, which is another one");
    EXPECT_EQ(run_kernel(good_pointers), "");
    EXPECT_EQ(other.get().front(), 8u + 2 * 31 * 16);
    EXPECT_EQ(own.get().front(), 7u);
}

// From a pool to which another device may or may not have access.
TEST_F(emulated_runtime, memory_for_another_device)
{
    set_two_devices();
    stream_handle const own_stream;
    unsigned * memory{};
    cudaMemPool_t pool{};
    cudaMemPoolProps const properties{cudaMemAllocationTypePinned, {cudaMemLocationTypeDevice, 0}};
    ASSERT_EQ(cudaMemPoolCreate(&pool, &properties), cudaSuccess);
    void ** const where{reinterpret_cast<void **>(&memory)};
    ASSERT_EQ(cudaMallocFromPoolAsync(where, 32 * sizeof(unsigned), pool, own_stream.handle), cudaSuccess);
    EXPECT_EQ(emulation::allocated_bytes(0), 128u);
    EXPECT_EQ(cudaMemsetAsync(memory, 0, 128, own_stream.handle), cudaSuccess);
    own_stream.synchronize();

    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    auto const run_kernel = [&]()
    {
        device_array<unsigned *> const pointers{std::vector<unsigned *>{memory}};
        return fault(
            [&]()
            {
                EXPECT_EQ(launch(pointers.stream, 1, 32, add_to, pointers.data), cudaSuccess);
                pointers.stream.synchronize();
            });
    };
    std::string const without_access{run_kernel()};
    EXPECT_EQ(without_access == "block (0, 0, 0), warp 0: touches memory of device 0, which is another one",
              emulation::watches_kernels());
    int can{};
    EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 1, 0), cudaSuccess);
    EXPECT_EQ(can, 1);
    EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 0), cudaSuccess);
    EXPECT_EQ(can, 0);
    cudaMemAccessDesc const access{{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtReadWrite};
    emulation::set_peer_access(false);
    EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 1, 0), cudaSuccess);
    EXPECT_EQ(can, 0);
    EXPECT_EQ(cudaMemPoolSetAccess(pool, &access, 1), cudaErrorInvalidDevice);
    emulation::set_peer_access(true);
    EXPECT_EQ(cudaMemPoolSetAccess(pool, &access, 1), cudaSuccess);
    EXPECT_EQ(run_kernel(), "");

    // A stream of the other device allocates nothing there.
    stream_handle const other_stream;
    void * nothing{};
    EXPECT_EQ(cudaMallocFromPoolAsync(&nothing, 1, pool, other_stream.handle), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
    EXPECT_EQ(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
    unsigned found{};
    copy_to_host(&found, memory, sizeof(found), own_stream);
    own_stream.synchronize();
    EXPECT_EQ(found, emulation::watches_kernels() ? 31u * 16 : 2 * 31u * 16);
    release(memory, own_stream);
}

TEST_F(emulated_runtime, devices_of_several_host_threads)
{
    set_two_devices();
    emulation::slice = 100;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back(
            [i]()
            {
                EXPECT_EQ(cudaSetDevice(i % 2), cudaSuccess);
                for (unsigned round = 1; round <= 10; ++round)
                {
                    device_array<unsigned> const results{96};
                    run(3, 32, many_shuffles, round, results.data);
                    EXPECT_EQ(results.get()[95], (31 + round) % 32);
                }
            });
    for (std::thread & thread : threads)
        thread.join();
    EXPECT_EQ(emulation::launch_count(0), 20u);
    EXPECT_EQ(emulation::launch_count(1), 20u);
}

TEST_F(emulated_runtime, a_device_that_fails)
{
    set_two_devices();
    unsigned value{};
    unsigned char * memory;
    cudaEvent_t event;
    stream_handle const good;
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    auto const results = std::make_unique<device_array<unsigned>>(32);
    stream_handle const stream;
    ASSERT_EQ(cudaEventCreateWithFlags(&event, cudaEventDefault), cudaSuccess);
    emulation::fail_device(1, cudaErrorECCUncorrectable, 2);
    ASSERT_EQ(launch(stream, 1, 32, many_shuffles, 1u, results->data), cudaSuccess);
    stream.synchronize();
    ASSERT_EQ(launch(stream, 1, 32, many_shuffles, 2u, results->data), cudaSuccess);
    for (unsigned round = 0; round < 2; ++round)
    {
        EXPECT_EQ(cudaStreamQuery(stream.handle), cudaErrorECCUncorrectable);
        EXPECT_EQ(cudaStreamSynchronize(stream.handle), cudaErrorECCUncorrectable);
        EXPECT_EQ(launch(stream, 1, 32, many_shuffles, 2u, results->data), cudaErrorECCUncorrectable);
        EXPECT_EQ(allocate(memory, 1, stream), cudaErrorECCUncorrectable);
        EXPECT_EQ(copy_to_host(&value, results->data, 4, stream), cudaErrorECCUncorrectable);
        EXPECT_EQ(cudaEventRecord(event, stream.handle), cudaErrorECCUncorrectable);
        EXPECT_EQ(cudaSetDevice(1), cudaErrorECCUncorrectable);
    }
    EXPECT_STREQ(cudaGetErrorName(cudaGetLastError()), "cudaErrorECCUncorrectable");
    EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);

    // The memory is returned all the same, and the other device works.
    EXPECT_EQ(cudaFreeAsync(results->data, stream.handle), cudaErrorECCUncorrectable);
    results->data = nullptr;
    EXPECT_EQ(emulation::allocated_bytes(), 0u);
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    device_array<unsigned> const others{32};
    run(1, 32, many_shuffles, 3u, others.data);
    EXPECT_EQ(others.get()[1], 4u);
    emulation::fail_device(1, cudaSuccess, 1);
}

TEST_F(emulated_runtime, launches_that_fail)
{
    device_array<unsigned> const results{32};
    cudaLaunchConfig_t config{};
    config.blockDim = 32;
    config.dynamicSmemBytes = 100'000;
    config.stream = results.stream.handle;
    int blocks{-1};
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaErrorInvalidValue);
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, many_shuffles, 32, 100'000), cudaSuccess);
    EXPECT_EQ(blocks, 0);
    EXPECT_EQ(cudaFuncSetAttribute(many_shuffles, cudaFuncAttributeMaxDynamicSharedMemorySize, 100'000), cudaSuccess);
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, many_shuffles, 32, 100'000), cudaSuccess);
    EXPECT_EQ(blocks, 2);
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaSuccess);
    EXPECT_EQ(cudaFuncSetAttribute(many_shuffles, cudaFuncAttributeMaxDynamicSharedMemorySize, 48 << 10), cudaSuccess);

    config.blockDim = 1025;
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaErrorInvalidConfiguration);
    config.blockDim = 32;
    config.dynamicSmemBytes = 0;
    config.stream = nullptr;
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaErrorInvalidResourceHandle);
    config.stream = results.stream.handle;
    emulation::fail(emulation::call::launch, cudaErrorLaunchOutOfResources, 2);
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaSuccess);
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaErrorLaunchOutOfResources);
    EXPECT_EQ(cudaLaunchKernelEx(&config, many_shuffles, 1u, results.data), cudaErrorLaunchOutOfResources);
}
