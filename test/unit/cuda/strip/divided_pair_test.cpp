// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <reference/instrumented.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "cuda/cuda_backend.hpp"
#include "cuda/strip/divided_pair.hpp"
#include "src/backend/backend.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;
using plan::interval;
using reference::random_letters;
using reference::random_size;

namespace
{

constexpr cuda::device_limits large_device{.compute_capability = 90,
                                           .multiprocessors = 132,
                                           .clock_hz = 1'980'000'000,
                                           .shared_bytes_per_block = 227 << 10,
                                           .memory_bytes = std::uint64_t{140} << 30};

plan::execution const on_cpu{.backend = plan::backend::cpu};

void expect_cut(std::vector<interval> const & rows, std::uint64_t const count, std::uint64_t const alignment)
{
    std::uint64_t end = 0;
    for (interval const & some : rows)
    {
        EXPECT_EQ(some.begin, end);
        EXPECT_LE(some.begin, some.end);
        EXPECT_TRUE(some.begin % alignment == 0 || some.size() == 0);
        end = some.end;
    }
    EXPECT_EQ(end, count);
}

} // namespace

TEST(cuda_row_partition, rows_in_proportion_to_speed)
{
    for (std::uint64_t const alignment : {std::uint64_t{2048}, std::uint64_t{49'152}})
        for (std::vector<double> const & speeds : {std::vector{1.0}, {1.0, 1.0}, {3.0, 1.0, 2.0}, {1e-3, 5.0}})
            for (std::uint64_t const rows : {std::uint64_t{1}, std::uint64_t{5000}, std::uint64_t{100'000'000}})
            {
                auto const cut = cuda::cut_rows(rows, speeds, alignment);
                ASSERT_EQ(cut.size(), speeds.size());
                expect_cut(cut, rows, alignment);
                double all = 0;
                for (double const speed : speeds)
                    all += speed;
                for (std::size_t i = 0; i < cut.size(); ++i)
                    EXPECT_NEAR(static_cast<double>(cut[i].size()),
                                static_cast<double>(rows) * speeds[i] / all,
                                static_cast<double>(alignment));
            }
}

TEST(cuda_row_partition, more_devices_take_less_time)
{
    cuda::partition_task const task{.rows = {100'000'000, 2, 4}, .columns = {100'000'000, 2, 4}};
    double const single =
        cuda::plan_strips({.first = task.rows, .second = task.columns}, large_device, large_device.memory_bytes / 2)
            .cycles
        / static_cast<double>(large_device.clock_hz);
    double last = single;
    for (unsigned const count : {2u, 4u, 8u})
    {
        std::vector<cuda::numbered_device> devices{};
        for (unsigned i = 0; i < count; ++i)
            devices.push_back({i, large_device});
        auto const found = cuda::plan_row_partition(task, devices);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->devices.size(), count);
        EXPECT_EQ(found->chunk_columns % plan::part_alignment, 0u);
        expect_cut(found->rows, task.rows.length, plan::part_alignment);
        EXPECT_LT(found->seconds, last);
        EXPECT_GT(found->seconds, single / count);
        last = found->seconds;
    }
}

// The slow one would keep the others waiting, or has too little memory for anything.
TEST(cuda_row_partition, devices_that_are_of_no_use_are_left_out)
{
    cuda::partition_task const task{.rows = {20'000'000, 2, 4}, .columns = {10'000'000, 2, 4}};
    cuda::device_limits slow = large_device;
    slow.multiprocessors = 66;
    std::vector<cuda::numbered_device> devices{{0, slow}, {1, large_device}, {2, large_device}};
    auto const with_slow = cuda::plan_row_partition(task, devices);
    ASSERT_TRUE(with_slow);
    EXPECT_EQ(with_slow->devices, (std::vector{1u, 2u, 0u}));
    EXPECT_NEAR(static_cast<double>(with_slow->rows[2].size()), 4e6, 1e4);

    devices[0].limits.memory_bytes = 1000;
    auto const without = cuda::plan_row_partition(task, devices);
    ASSERT_TRUE(without);
    EXPECT_EQ(without->devices, (std::vector{1u, 2u}));
    EXPECT_FALSE(cuda::plan_row_partition(task, std::span{devices}.first(2)));
    EXPECT_FALSE(cuda::plan_row_partition(task, std::span{devices}.subspan(1, 1)));
    EXPECT_FALSE(
        cuda::plan_row_partition({.rows = {2000, 2, 4}, .columns = {10'000'000, 2, 4}}, std::span{devices}.subspan(1)));
}

// Three emulated devices; a partition is made at random, or by the plan.
class cuda_divided_pair : public device_test
{
protected:
    void SetUp() override
    {
        device_test::SetUp();
        set_devices(256 << 20);
        set_sizes(min_size + random_size(generator, max_size), min_size + random_size(generator, max_size));
    }

    void set_sizes(std::size_t const rows, std::size_t const columns)
    {
        auto const letters = random_letters(generator, rows, 4);
        auto other_letters = reference::mutate(generator, letters, 4, 200);
        other_letters.resize(columns, 3);
        first = packing::pack(letters);
        second = packing::pack(other_letters);
    }

    static void set_devices(std::size_t const bytes)
    {
        std::vector<cudaDeviceProp> devices(3, emulation::default_device());
        for (cudaDeviceProp & device : devices)
        {
            device.totalGlobalMem = bytes;
            device.clockRate = 1; // so slow that starting a chunk takes no time beside it
        }
        emulation::set_devices(devices);
    }

    cuda::row_partition random_partition(std::uint64_t const rows, std::uint64_t const columns, std::size_t const count)
    {
        cuda::row_partition partition{};
        std::vector<double> speeds{};
        for (unsigned i = 0; i < count; ++i)
        {
            partition.devices.push_back(i);
            speeds.push_back(1 + static_cast<double>(random_size(generator, 3)));
        }
        std::ranges::shuffle(partition.devices, generator);
        partition.rows = cuda::cut_rows(rows, speeds, plan::part_alignment);
        // A plan has rows for each device.
        for (std::size_t i = partition.rows.size(); i-- > 0;)
            if (partition.rows[i].size() == 0)
            {
                partition.rows.erase(partition.rows.begin() + static_cast<std::ptrdiff_t>(i));
                partition.devices.erase(partition.devices.begin() + static_cast<std::ptrdiff_t>(i));
            }
        partition.chunk_columns = plan::part_alignment * (1 + random_size(generator, columns / plan::part_alignment));
        return partition;
    }

    cuda::divided_plan random_plan(bool const second_is_rows, std::size_t const count)
    {
        cuda::divided_plan plan{.second_is_rows = second_is_rows};
        plan.partition =
            random_partition((second_is_rows ? second : first).size(), (second_is_rows ? first : second).size(), count);
        return plan;
    }

    lcs::sequence_pair pair() const noexcept
    {
        return {first, second};
    }

    // So few bytes that a device alone would compute such pairs part by part.
    static constexpr std::size_t tiny{12'000};

    static constexpr std::size_t min_size{4100};
    static constexpr std::size_t max_size{reference::is_instrumented ? 1500 : 5000};

    std::mt19937_64 generator{reference::make_generator()};
    packing::packed_sequence first{};
    packing::packed_sequence second{};
    cuda::stream_context_pool contexts{};
    plan::execution execution{.threads = 2};
    runtime::task_control control{execution, 1e9};
};

TEST_F(cuda_divided_pair, length_and_increments)
{
    std::uint64_t const expected = lcs::length(first, second, on_cpu);
    auto const expected_increments = lcs::prefix_increments(first, second, on_cpu);
    for (std::size_t const count : {1u, 2u, 3u})
    {
        for (bool const second_is_rows : {false, true})
        {
            double const before = control.cells_done();
            auto const plan = random_plan(second_is_rows, count);
            EXPECT_EQ(cuda::find_length(pair(), plan, contexts, control).length, expected) << count;
            EXPECT_NEAR(control.cells_done() - before, pair().cells(), 1);
            for (unsigned const device : plan.partition.devices)
                EXPECT_GT(emulation::launch_count(static_cast<int>(device)), 0u);
        }
        EXPECT_TRUE(cuda::find_increments(pair(), random_plan(false, count), contexts, control) == expected_increments)
            << count;
    }
}

TEST_F(cuda_divided_pair, subsequence)
{
    auto const expected = lcs::subsequence(first, second, on_cpu);
    for (std::size_t const count : {1u, 2u, 3u})
    {
        auto plan = random_plan(false, count);
        plan.checkpoints = {plan::part_alignment * (1 + random_size(generator, 2)),
                            plan::part_alignment * (1 + random_size(generator, 2))};
        plan.tiles = plan::plan_traceback(plan.checkpoints, first.size(), second.size(), 1 << 24, 2);
        lcs::result const found = cuda::find_subsequence(pair(), plan, contexts, control);
        EXPECT_EQ(found.length, expected.matches());
        EXPECT_TRUE(found.path == expected) << count;
        EXPECT_GT(found.kernel_seconds, 0);
        EXPECT_GT(found.device_bytes, 0u);
    }
}

// Slabs of columns, as runs that are saved have them. If a launch finds no memory, one device computes the slab.
TEST_F(cuda_divided_pair, parts)
{
    set_sizes(9000, 9100);
    set_devices(tiny);
    using words = std::vector<std::uint64_t>;
    lcs::sequence_pair const views = pair();
    backend::backend_interface const & on_host = backend::find_backend(on_cpu);
    plan::execution const on_all{.devices = {1, 2, 0}, .threads = 3};
    for (std::uint64_t const nth : {0u, 1u, 3u, 6u})
    {
        cuda::cuda_backend const backend{};
        EXPECT_TRUE(backend.has_device());
        words vertical((first.size() + 63) / 64, ~std::uint64_t{0});
        words horizontal((second.size() + 63) / 64, 0);
        words expected_vertical = vertical;
        words expected_horizontal = horizontal;
        plan::matrix_part part{.rows = views.first, .columns = views.second};
        for (interval const & slab : {interval{0, 4096}, interval{4096, 9100}})
        {
            part.region = {0, first.size(), slab.begin, slab.end};
            part.borders = {expected_vertical,
                            std::span{expected_horizontal}.subspan(slab.begin / 64, part.region.column_words())};
            on_host.compute_part(part, on_cpu);
            part.borders = {vertical, std::span{horizontal}.subspan(slab.begin / 64, part.region.column_words())};
            ASSERT_TRUE(cuda::plan_divided_part(part, on_all.devices));
            if (nth != 0)
                emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth, 1);
            backend.compute_part(part, on_all);
            emulation::fail(emulation::call::launch, cudaSuccess, 1, 0);
            EXPECT_EQ(vertical, expected_vertical) << nth;
            EXPECT_EQ(horizontal, expected_horizontal) << nth;
        }
        EXPECT_GT(emulation::launch_count(1), 0u);
        EXPECT_GT(emulation::launch_count(2), 0u);
    }
}

// Any device, with any of its chunks: the others do not wait for ever.
TEST_F(cuda_divided_pair, a_device_that_fails_is_named)
{
    auto plan = random_plan(false, 3);
    plan.partition.chunk_columns = plan::part_alignment;
    std::uint64_t const chunks = (second.size() + plan::part_alignment - 1) / plan::part_alignment;
    for (std::size_t i = 0; i < plan.partition.devices.size(); ++i)
    {
        auto const failing = static_cast<int>(plan.partition.devices[i]);
        emulation::fail_device(failing, cudaErrorECCUncorrectable, random_size(generator, chunks));
        try
        {
            runtime::task_control own_control{execution, 1.0};
            cuda::find_length(pair(), plan, contexts, own_control);
            FAIL();
        }
        catch (device_error const & error)
        {
            std::string const message{error.what()};
            EXPECT_NE(message.find("CUDA device " + std::to_string(failing)), std::string::npos) << message;
        }
        emulation::fail_device(failing, cudaSuccess, 0);
    }
    EXPECT_EQ(cuda::find_length(pair(), plan, contexts, control).length, lcs::length(first, second, on_cpu));
}

TEST_F(cuda_divided_pair, stop_and_callback)
{
    std::stop_source source{};
    source.request_stop();
    execution.stop = source.get_token();
    EXPECT_THROW(cuda::find_length(pair(), random_plan(false, 2), contexts, control), operation_stopped);

    struct enough
    {};
    plan::execution with_callback{};
    auto const caller = std::this_thread::get_id();
    with_callback.on_progress = [caller](plan::progress const &)
    {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        throw enough{};
    };
    for (std::size_t const count : {1u, 3u})
    {
        runtime::task_control own_control{with_callback, 1.0};
        std::this_thread::sleep_for(std::chrono::milliseconds{110});
        try
        {
            // With several devices, others may be done before this thread has one.
            cuda::find_length(pair(), random_plan(false, count), contexts, own_control);
            EXPECT_NE(count, 1u);
        }
        catch (enough const &)
        {}
    }
}

// Through the backend. Where the memory of a device is small, it alone would compute its rows part by part.
TEST_F(cuda_divided_pair, the_backend_divides_where_that_pays)
{
    set_sizes(9000, 9100);
    set_devices(tiny);
    std::vector<unsigned> const devices{2, 0, 1};
    ASSERT_TRUE(cuda::plan_divided_pair(pair(), cuda::pair_output::only_value, execution, devices));
    plan::execution const on_all{.devices = devices, .threads = 3};
    lcs::sequence_pair const views = pair();
    auto const expected = lcs::subsequence(first, second, on_cpu);
    {
        cuda::cuda_backend const backend{};
        EXPECT_EQ(backend.compute({&views, 1}, lcs::output::length, on_all).front().length, expected.matches());
        EXPECT_GT(emulation::launch_count(0), 0u);
        EXPECT_GT(emulation::launch_count(1), 0u);
        EXPECT_TRUE(backend.prefix_increments(first, second, on_all) == lcs::prefix_increments(first, second, on_cpu));
        auto const found = backend.compute({&views, 1}, lcs::output::subsequence, on_all);
        EXPECT_TRUE(found.front().path == expected);
        EXPECT_EQ(found.front().backend, plan::backend::cuda);
    }

    // One device does not have the memory for checkpoints.
    ASSERT_TRUE(cuda::plan_divided_pair(pair(), cuda::pair_output::checkpoints, execution, devices));
    cuda::cuda_backend const backend{};
    EXPECT_THROW(backend.compute({&views, 1}, lcs::output::subsequence, {.devices = {0}}), out_of_device_memory);
    std::uint64_t const limit = 3 * plan::min_memory(first.size(), second.size());
    auto const found = backend.compute({&views, 1},
                                       lcs::output::subsequence,
                                       {.devices = devices, .threads = 3, .memory_limit = limit});
    EXPECT_TRUE(found.front().path == expected);
    EXPECT_LE(found.front().memory_bytes, limit);
    EXPECT_THROW(
        backend.compute({&views, 1}, lcs::output::subsequence, {.devices = devices, .threads = 3, .memory_limit = 100}),
        error);
}

// A launch that finds no memory: one device computes the pair.
TEST_F(cuda_divided_pair, without_memory)
{
    set_sizes(9000, 9100);
    set_devices(tiny);
    std::uint64_t const expected = lcs::length(first, second, on_cpu);
    for (std::uint64_t const nth : {1u, 2u, 5u, 9u})
    {
        cuda::cuda_backend const backend{};
        EXPECT_TRUE(backend.has_device());
        lcs::sequence_pair const views = pair();
        emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth, 1);
        EXPECT_EQ(backend.compute({&views, 1}, lcs::output::length, {.devices = {0, 1}, .threads = 2}).front().length,
                  expected);
        emulation::fail(emulation::call::launch, cudaSuccess, 1, 0);
    }
}

TEST_F(cuda_divided_pair, small_pairs_have_one_device)
{
    lcs::sequence_pair const views = pair();
    cuda::cuda_backend const backend{};
    EXPECT_EQ(backend.compute({&views, 1}, lcs::output::length, {.threads = 3}).front().length,
              lcs::length(first, second, on_cpu));
    EXPECT_EQ(emulation::launch_count(1) + emulation::launch_count(2), 0u);
    EXPECT_GT(emulation::launch_count(0), 0u);
}
