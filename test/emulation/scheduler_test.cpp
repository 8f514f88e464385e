// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string_view>

#include "emulation_test.hpp"

namespace
{

void store(unsigned * const pointer, unsigned const value)
{
    emulation::yield();
    __atomic_store_n(pointer, value, __ATOMIC_RELAXED);
}

__global__ void __launch_bounds__(256) block_sums(unsigned const * const values, unsigned * const sums)
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

__global__ void ballots(unsigned * const results)
{
    results[threadIdx.x] = __ballot_sync(full_mask, threadIdx.x % 32 == 3 || threadIdx.x > 60 ? 1 + threadIdx.x : 0);
}

//!\brief Reads values that another warp writes, with or without a barrier between.
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

        if (threadIdx.x == 0 && tile > 0)
            while (load(flags + tile - 1) == 0)
            {}
        __syncwarp();
        unsigned const before{tile > 0 ? sums[tile - 1] : 0};
        unsigned own{threadIdx.x <= tile % 32};
        for (unsigned delta = 16; delta > 0; delta /= 2)
            own += __shfl_down_sync(full_mask, own, delta);
        if (threadIdx.x == 0)
        {
            sums[tile] = before + own;
            store(flags + tile, 1);
        }
    }
}

//!\brief A third of the lanes is missing when the others meet.
__global__ void early_exit(unsigned * const results)
{
    if (threadIdx.x % 3 == 0)
        return;
    results[threadIdx.x] = __shfl_sync(full_mask, threadIdx.x, static_cast<int>(threadIdx.x + 1));
    __syncthreads();
}

enum class mistake
{
    barrier_and_shuffle,
    different_collectives,
    loop_without_one_lane,
    partial_warp
};

__global__ void divergent(mistake const which)
{
    bool const first{threadIdx.x == 0};
    if (which == mistake::partial_warp)
        __syncwarp(1);
    else if (which == mistake::barrier_and_shuffle)
        first ? __syncthreads() : __syncwarp();
    else if (which == mistake::different_collectives)
        first ? __syncwarp() : static_cast<void>(__shfl_sync(full_mask, 1, 0));
    else if (first)
        __syncthreads();
    else
        while (true)
            __syncwarp();
}

//!\brief Waits until 20 blocks are resident; each counts the blocks resident with it.
__global__ void indices(uint3 * const results, std::pair<int, int> const constant, unsigned * const counts)
{
    unsigned const block{(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x};
    unsigned const thread{(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x};
    unsigned together{};
    if (thread == 0)
    {
        together = atomicAdd(counts, 1u) + 1;
        atomicAdd(counts + 1, 1u);
        while (load(counts + 1) < 20)
        {}
    }
    results[block * blockDim.x * blockDim.y * blockDim.z + thread] = {block, thread + constant.second, together};
    __syncthreads();
    if (thread == 0)
        atomicAdd(counts, ~0u);
}

//!\brief The order in which the threads run.
__global__ void order(unsigned * const next, unsigned * const threads)
{
    for (unsigned round = 0; round < 20; ++round)
        threads[atomicAdd(next, 1u)] = blockIdx.x * blockDim.x + threadIdx.x;
}

std::vector<unsigned> schedule(stream_handle const & stream)
{
    device_array<unsigned> const next{std::vector<unsigned>(1)}, threads{4 * 64 * 20};
    EXPECT_EQ(launch(stream, 4, 64, order, next.data, threads.data), cudaSuccess);
    while (cudaStreamQuery(stream.handle) == cudaErrorNotReady)
    {}
    return threads.get();
}

} // namespace

class scheduler : public emulation_test
{};

TEST_F(scheduler, block_reduction)
{
    std::vector<unsigned> values(40 * 256);
    std::iota(values.begin(), values.end(), 0u);
    device_array<unsigned> const input{values}, sums{40};
    run(40, 256, block_sums, input.data, sums.data);
    std::vector<unsigned> expected(40);
    for (unsigned i = 0; i < values.size(); ++i)
        expected[i / 256] += i;
    EXPECT_EQ(sums.get(), expected);
}

TEST_F(scheduler, missing_barrier_shows)
{
    for (bool const synchronise : {true, false})
    {
        size_t wrong{};
        for (uint64_t seed = 0; seed < 8; ++seed)
        {
            emulation::set_seed(seed);
            device_array<unsigned> const results{128};
            run(1, 128, neighbours, results.data, synchronise);
            auto const found = results.get();
            for (unsigned i = 0; i < 128; ++i)
                wrong += found[i] != (i + 32) % 128;
        }
        EXPECT_EQ(wrong == 0, synchronise);
    }
}

// A failure can be replayed.
TEST_F(scheduler, schedule_follows_from_the_seed)
{
    stream_handle const stream, other;
    std::vector<std::vector<unsigned>> seen{};
    for (uint64_t const seed : {1u, 2u, 3u})
    {
        emulation::set_seed(seed);
        std::vector<unsigned> const first{schedule(stream)}, second{schedule(stream)};
        seen.insert(seen.end(), {first, second});

        // The same once more, in another stream, and in other slices.
        emulation::set_seed(seed);
        for (uint64_t const slice : {7u, 1000u})
        {
            emulation::slice = slice;
            EXPECT_EQ(schedule(slice == 7 ? stream : other), first);
        }
        EXPECT_EQ(schedule(stream), second);
    }
    std::ranges::sort(seen);
    EXPECT_EQ(std::ranges::unique(seen).size(), 0u); // no two are the same
}

template <typename value_t>
void test_prefix_sums()
{
    std::vector<value_t> values(32);
    std::iota(values.begin(), values.end(), value_t(-5) << (sizeof(value_t) * 8 - 24));
    device_array<value_t> const array{values};
    stream_handle const stream;
    ASSERT_EQ(launch(stream, 1, 32, prefix_sums<value_t>, array.data), cudaSuccess);
    stream.synchronize();
    std::partial_sum(values.begin(), values.end(), values.begin());
    EXPECT_EQ(array.get(), values);
}

TEST_F(scheduler, prefix_sums)
{
    test_prefix_sums<int>();
    test_prefix_sums<unsigned>();
    test_prefix_sums<int64_t>();
    test_prefix_sums<unsigned long long>();
}

TEST_F(scheduler, chain)
{
    constexpr unsigned tiles{1000};
    std::vector<unsigned> expected(tiles);
    for (unsigned tile = 0; tile < tiles; ++tile)
        expected[tile] = tile % 32 + 1 + (tile > 0 ? expected[tile - 1] : 0);
    for (uint64_t seed = 0; seed < 4; ++seed)
    {
        emulation::set_seed(seed);
        device_array<unsigned> const next{std::vector<unsigned>(1)}, flags{std::vector<unsigned>(tiles)}, sums{tiles};
        run(24, 32, chain, next.data, tiles, flags.data, sums.data);
        EXPECT_EQ(sums.get(), expected);
    }
}

TEST_F(scheduler, early_exit)
{
    device_array<unsigned> const results{32};
    run(1, 32, early_exit, results.data);
    auto const found = results.get();
    for (unsigned i = 0; i < 32; ++i)
        EXPECT_EQ(found[i], i % 3 == 1 && i < 31 ? i + 1 : 0xA5A5'A5A5) << i;
}

TEST_F(scheduler, indices_and_residency)
{
    // 192 threads: 10 blocks fit on a multiprocessor, 20 on the device.
    dim3 const grid{5, 3, 2}, block{6, 8, 4};
    device_array<uint3> const results{5760};
    device_array<unsigned> const counts{std::vector<unsigned>(2)};
    run(grid, block, indices, results.data, std::pair{1, 2}, counts.data);
    auto const found = results.get();
    unsigned max_resident{};
    for (unsigned i = 0; i < 5760; ++i)
    {
        ASSERT_TRUE(found[i].x == i / 192 && found[i].y == i % 192 + 2) << i;
        max_resident = std::max(max_resident, found[i].z);
    }
    EXPECT_EQ(max_resident, 20u);
    EXPECT_EQ(counts.get(), (std::vector{0u, 30u}));
}

TEST_F(scheduler, mistakes)
{
    struct
    {
        mistake which;
        char const * message;
    } const cases[]{
        {mistake::barrier_and_shuffle,
         "deadlock: block (0, 0, 0), warp 0: of lanes ffffffff, 1 wait in __syncthreads and fffffffe in __syncwarp"},
        {mistake::different_collectives, "lanes meet in "},
        {mistake::loop_without_one_lane, "wait in __syncthreads and fffffffe in __syncwarp"},
        {mistake::partial_warp, "__syncwarp with a part of the warp is not emulated"}};

    device_array<unsigned> const results{32};
    stream_handle const stream;
    cudaEvent_t event;
    ASSERT_EQ(cudaEventCreateWithFlags(&event, cudaEventDefault), cudaSuccess);
    for (auto const & [which, message] : cases)
    {
        ASSERT_EQ(launch(stream, 2, 32, divergent, which), cudaSuccess);
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
        // The rest is lost; the next kernel reuses the stacks.
        EXPECT_EQ(cudaStreamQuery(stream.handle), cudaSuccess);
        ASSERT_EQ(launch(stream, 1, 32, many_shuffles, 31u, results.data), cudaSuccess);
        stream.synchronize();
    }
    EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
}

TEST_F(scheduler, a_bit_for_each_lane)
{
    device_array<unsigned> const results{64};
    run(1, 64, ballots, results.data);
    std::vector<unsigned> expected(64, 0b1000);
    std::fill(expected.begin() + 32, expected.end(), 0xE000'0008u);
    EXPECT_EQ(results.get(), expected);
}

TEST_F(scheduler, bits)
{
    EXPECT_EQ(__ffs(0), 0);
    EXPECT_EQ(__ffs(12), 3);
    EXPECT_EQ(__popc(0xF0F0'0001u), 9);
    EXPECT_EQ(__clz(0), 32);
    EXPECT_EQ(__clz(1), 31);
    EXPECT_EQ(__funnelshift_l(0x8000'0000u, 1u, 33), 3u);
    unsigned long long value{5};
    EXPECT_EQ(atomicAdd(&value, 1), 5u);
    EXPECT_EQ(value, 6u);
}
