// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Helpers for the tests of the emulation.
 */

#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "emulation.hpp"

namespace emulation = seqan3_gpulcs::emulation;

constexpr unsigned full_mask{~0u};

//!\brief Waits for the word of another thread.
inline unsigned load(unsigned const * const pointer)
{
    emulation::yield();
    return __atomic_load_n(pointer, __ATOMIC_RELAXED);
}

//!\brief Passes a value round the warp.
__global__ inline void many_shuffles(unsigned const rounds, unsigned * const results)
{
    unsigned value{threadIdx.x};
    for (unsigned round = 0; round < rounds; ++round)
        value = __shfl_sync(full_mask, value, static_cast<int>(threadIdx.x + 1) & 31);
    results[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

struct stream_handle
{
    cudaStream_t handle{};

    stream_handle()
    {
        EXPECT_EQ(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking), cudaSuccess);
    }

    stream_handle(stream_handle const &) = delete;

    ~stream_handle()
    {
        EXPECT_EQ(cudaStreamDestroy(handle), cudaSuccess);
    }

    void synchronize() const
    {
        EXPECT_EQ(cudaStreamSynchronize(handle), cudaSuccess);
    }
};

//!\brief Device memory; copies are done when the functions return.
template <typename value_t>
struct device_array
{
    stream_handle stream{};
    value_t * data{};
    size_t size;

    explicit device_array(size_t const count) : size{count}
    {
        EXPECT_EQ(cudaMallocAsync(reinterpret_cast<void **>(&data), size * sizeof(value_t), stream.handle),
                  cudaSuccess);
    }

    explicit device_array(std::vector<value_t> const & values) : device_array{values.size()}
    {
        EXPECT_EQ(cudaMemcpyAsync(data, values.data(), size * sizeof(value_t), cudaMemcpyHostToDevice, stream.handle),
                  cudaSuccess);
        stream.synchronize();
    }

    ~device_array()
    {
        EXPECT_EQ(cudaFreeAsync(data, stream.handle), cudaSuccess);
        stream.synchronize();
    }

    std::vector<value_t> get() const
    {
        std::vector<value_t> values(size);
        EXPECT_EQ(cudaMemcpyAsync(values.data(), data, size * sizeof(value_t), cudaMemcpyDeviceToHost, stream.handle),
                  cudaSuccess);
        stream.synchronize();
        return values;
    }
};

template <typename... parameters, typename... arguments>
cudaError_t launch(stream_handle const & stream,
                   dim3 const grid,
                   dim3 const block,
                   void (*kernel)(parameters...),
                   arguments... args)
{
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = 4096;
    config.stream = stream.handle;
    return cudaLaunchKernelEx(&config, kernel, args...);
}

class emulation_test : public testing::Test
{
protected:
    void TearDown() override
    {
        emulation::reset();
        emulation::set_seed(0);
        emulation::slice = 200'000;
        emulation::pageable_copies_block = false;
        cudaSetDevice(0);
        cudaGetLastError();
        EXPECT_EQ(emulation::allocated_bytes(), 0u);
        EXPECT_EQ(emulation::allocated_host_bytes(), 0u);
        EXPECT_EQ(emulation::live_streams(), 0u);
        EXPECT_EQ(emulation::live_events(), 0u);
        EXPECT_EQ(emulation::live_pools(), 0u);
    }

    //!\brief Launches a kernel in a stream of its own, and waits for it.
    template <typename... parameters, typename... arguments>
    static void run(dim3 const grid, dim3 const block, void (*kernel)(parameters...), arguments... args)
    {
        stream_handle const stream;
        ASSERT_EQ(launch(stream, grid, block, kernel, args...), cudaSuccess);
        stream.synchronize();
    }
};
