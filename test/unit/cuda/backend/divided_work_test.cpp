// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/plan/column_chunks.hpp"
#include "src/util/border_words.hpp"
#include "unit/cuda/divided_devices.hpp"
#include "unit/cuda/matrix_memory.hpp"

using namespace seqan3_gpulcs;
using plan::interval;
using reference::random_size;

namespace
{

// Some chunks of columns of a whole matrix; others come when they are waited for.
class listed_chunks final : public plan::column_chunks
{
public:
    listed_chunks(alignment::sequence_pair const & pair,
                  matrix_memory & memory,
                  std::vector<interval> const & columns,
                  std::mt19937_64 & generator) :
        pair_{pair},
        memory_{memory},
        generator_{generator}
    {
        for (interval const & some : columns)
            parts_.push_back(memory.part(pair, {0, pair.first.size(), some.begin, some.end}));
    }

    plan::matrix_part outline() const override
    {
        plan::matrix_part all = memory_.part(pair_, memory_.whole);
        all.region.column_begin = done_ == parts_.size() ? all.region.column_end : parts_[done_].region.column_begin;
        return all;
    }

    double cells_done() const override
    {
        double cells = 0;
        for (std::size_t i = 0; i < done_; ++i)
            cells += parts_[i].cells();
        return cells;
    }

    plan::matrix_part const * next(bool const waits) override
    {
        if (given_ == parts_.size() || (!waits && !on_second && random_size(generator_, 1) == 0))
            return nullptr;
        if (given_ != done_)
        {
            ++overlapping;
            if (on_second)
                on_second();
        }
        return &parts_[given_++];
    }

    void finish(plan::source_statistics const & statistics) override
    {
        EXPECT_LT(done_, given_);
        EXPECT_GE(statistics.kernel_seconds, 0);
        EXPECT_GT(statistics.device_bytes, 0u);
        // What a caller saves: V after this chunk, and not that after the next one.
        saved.push_back(memory_.vertical);
        ++done_;
    }

    void rewind() noexcept override
    {
        given_ = done_;
    }

    std::size_t overlapping{}; // Chunks that were taken while the one before was not done.
    std::function<void()> on_second{};
    std::vector<words> saved{};

private:
    alignment::sequence_pair pair_;
    matrix_memory & memory_;
    std::mt19937_64 & generator_;
    std::vector<plan::matrix_part> parts_{};
    std::size_t given_{};
    std::size_t done_{};
};

} // namespace

// Devices that have one warp each, with one word: several of them always pay.
class cuda_divided_pair_of_backend : public divided_devices
{
protected:
    void SetUp() override
    {
        divided_devices::SetUp();
        set_devices();
        set_sizes(9000, 3000 + random_size(generator, 100), 4);
    }

    static void set_devices()
    {
        std::vector<cudaDeviceProp> devices(3, emulation::default_device());
        for (cudaDeviceProp & device : devices)
        {
            device.multiProcessorCount = 1;
            device.clockRate = 1;
            device.sharedMemPerBlockOptin = 600;
        }
        emulation::set_devices(devices);
    }

    // Whether each of all devices had so many launches.
    static void expect_launches(std::uint64_t const count)
    {
        for (int const device : {0, 1, 2})
            EXPECT_EQ(emulation::launch_count(device), count) << device;
    }
};

TEST_F(cuda_divided_pair_of_backend, divides_where_that_pays)
{
    plan::execution const on_all{.devices = {2, 0, 1}, .threads = 3};
    alignment::sequence_pair const views = pair();
    auto const expected = lcs::subsequence(first, second, on_cpu);
    cuda::cuda_backend const backend{};
    EXPECT_EQ(backend::compare(backend, {&views, 1}, plan::lcs_length, on_all).front().length, expected.matches());
    expect_launches(1);
    auto const found = backend::compare(backend, {&views, 1}, plan::lcs_subsequence, on_all);
    EXPECT_TRUE(found.front().path == expected);
    EXPECT_EQ(found.front().backend, plan::backend::cuda);
    expect_launches(2);
}

// All of a matrix, as a part.
TEST_F(cuda_divided_pair_of_backend, divides_parts)
{
    plan::matrix_region const whole{0, first.size(), 0, second.size()};
    std::vector<std::uint64_t> vertical(whole.row_words(), ~std::uint64_t{0});
    std::vector<std::uint64_t> horizontal(whole.column_words(), 0);
    alignment::sequence_pair const views = pair();
    plan::matrix_part part{.rows = views.first, .columns = views.second, .region = whole};
    part.borders = {vertical, horizontal};
    backend::compute_part(cuda::cuda_backend{}, part, {.devices = {2, 0, 1}, .threads = 3});
    expect_launches(1);
    util::invert_vertical(vertical, first.size());
    EXPECT_TRUE(vertical == lcs::prefix_increments(first, second, on_cpu));
}

// A launch that finds no memory: one device computes the pair.
TEST_F(cuda_divided_pair_of_backend, has_no_memory_on_one_device)
{
    std::uint64_t const expected = lcs::length(first, second, on_cpu);
    for (std::uint64_t const nth : {1u, 2u, 3u})
    {
        cuda::cuda_backend const backend{};
        EXPECT_EQ(backend.state(true), plan::device_state::started);
        alignment::sequence_pair const views = pair();
        emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth, 1);
        EXPECT_EQ(backend::compare(backend, {&views, 1}, plan::lcs_length, {.devices = {0, 1, 2}, .threads = 3})
                      .front()
                      .length,
                  expected);
        EXPECT_EQ(emulation::launch_count(0) + emulation::launch_count(1) + emulation::launch_count(2), nth);
        emulation::fail(emulation::call::launch, cudaSuccess, 1, 0);
        set_devices();
    }
}

// Chunks of columns, on one device or several: their launches overlap.
class cuda_chunks : public cuda_divided_pair_of_backend
{
protected:
    void SetUp() override
    {
        cuda_divided_pair_of_backend::SetUp();
        emulation::slice = 1000;
    }

    // At multiples of 64.
    std::vector<interval> random_chunks()
    {
        std::vector<interval> chunks{{0, second.size()}};
        for (std::uint64_t at = 64; at < second.size(); at += 64)
            if (random_size(generator, 7) == 0)
            {
                chunks.back().end = at;
                chunks.push_back({at, second.size()});
            }
        return chunks;
    }

    // As the CPU finds it, with V after each chunk.
    matrix_memory compute_on_host(plan::checkpoint_grid const & grid,
                                  std::vector<interval> const & chunks,
                                  std::vector<words> & after_chunks)
    {
        alignment::sequence_pair const views = pair();
        matrix_memory whole{views, grid};
        backend::compute_part(dispatch::find_backend(on_cpu), whole.part(views, whole.whole), on_cpu);
        matrix_memory memory{views, {}};
        for (interval const & columns : chunks)
        {
            backend::compute_part(dispatch::find_backend(on_cpu),
                                  memory.part(views, {0, first.size(), columns.begin, columns.end}),
                                  on_cpu);
            after_chunks.push_back(memory.vertical);
        }
        return whole;
    }

    // Returns how often one was taken while another one was computed.
    std::size_t check(plan::execution const & on_devices, plan::checkpoint_grid const & grid = {})
    {
        return check(on_devices, grid, random_chunks(), {});
    }

    // Some that are long enough; with what happens when one is taken while another one is computed.
    void check(plan::execution const & on_devices, std::function<void()> const & on_second)
    {
        EXPECT_GT(check(on_devices, {}, {{0, 960}, {960, 1984}, {1984, second.size()}}, on_second), 0u);
    }

    std::size_t check(plan::execution const & on_devices,
                      plan::checkpoint_grid const & grid,
                      std::vector<interval> const & chunks,
                      std::function<void()> const & on_second)
    {
        SCOPED_TRACE(::testing::Message() << first.size() << " x " << second.size() << ", " << chunks.size()
                                          << " chunks, " << on_devices.devices.size() << " devices");
        std::vector<words> after_chunks{};
        matrix_memory const expected = compute_on_host(grid, chunks, after_chunks);
        alignment::sequence_pair const views = pair();
        matrix_memory found{views, grid};
        listed_chunks source{views, found, chunks, generator};
        source.on_second = on_second;
        backend.compute_parts(source, on_devices);
        EXPECT_TRUE(found == expected);
        EXPECT_EQ(source.saved, after_chunks);
        return source.overlapping;
    }

    cuda::cuda_backend const backend{};
};

TEST_F(cuda_chunks, on_any_devices)
{
    std::size_t overlapping = 0;
    for (std::vector<unsigned> const & devices : {std::vector{1u}, std::vector{0u, 2u}, std::vector{2u, 0u, 1u}})
    {
        emulation::set_peer_access(random_size(generator, 1) == 0);
        overlapping += check({.devices = devices, .threads = 3});
    }
    EXPECT_GT(overlapping, 0u);
}

// Most of them begin between two columns that are kept, so that those with another one are computed by two launches.
TEST_F(cuda_chunks, with_checkpoints)
{
    set_sizes(9000, 6000 + random_size(generator, 100), 4);
    check({.devices = {2}}, {2048, 2048});
    check({.devices = {0, 2, 1}, .threads = 3}, {4096, 2048});
}

TEST_F(cuda_chunks, progress)
{
    std::vector<double> cells{};
    plan::execution watched{.devices = {0, 1}, .threads = 3};
    watched.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, pair().cells());
        cells.push_back(progress.cells_done);
    };
    check(watched,
          []()
          {
              std::this_thread::sleep_for(std::chrono::milliseconds{40});
          });
    EXPECT_TRUE(std::ranges::is_sorted(cells));
    EXPECT_TRUE(cells.empty() || cells.back() <= pair().cells());
}

// While two launches run.
TEST_F(cuda_chunks, stop_and_exceptions)
{
    for (std::vector<unsigned> const & devices : {std::vector{1u}, std::vector{2u, 0u, 1u}})
    {
        std::stop_source source{};
        struct enough
        {};
        EXPECT_THROW(check({.devices = devices, .threads = 3, .stop = source.get_token()},
                           [&]()
                           {
                               source.request_stop();
                           }),
                     operation_stopped);
        EXPECT_THROW(check({.devices = devices, .threads = 3},
                           []()
                           {
                               throw enough{};
                           }),
                     enough);
        check({.devices = devices, .threads = 3});
    }
}

// With the second launch, or while both run.
TEST_F(cuda_chunks, a_device_that_fails_is_named)
{
    for (unsigned const failing : {0u, 1u, 2u})
        for (bool const while_running : {false, true})
        {
            auto const fail = [&](std::uint64_t const launches)
            {
                emulation::fail_device(static_cast<int>(failing), cudaErrorECCUncorrectable, launches);
            };
            plan::execution watched{.devices = {2, 0, 1}, .threads = 3};
            bool fails = false;
            watched.on_progress = [&](plan::progress const &)
            {
                if (fails)
                    fail(0);
            };
            auto const on_second = [&]()
            {
                if (!while_running)
                    return fail(1);
                fails = true;
                std::this_thread::sleep_for(std::chrono::milliseconds{110});
            };
            try
            {
                check(watched, on_second);
                FAIL();
            }
            catch (device_error const & error)
            {
                std::string const message{error.what()};
                EXPECT_NE(message.find("CUDA device " + std::to_string(failing)), std::string::npos) << message;
            }
            emulation::fail_device(static_cast<int>(failing), cudaSuccess, 0);
        }
    check({.devices = {2, 0, 1}, .threads = 3});
}

// Those that are left are computed one by one.
TEST_F(cuda_chunks, has_no_memory_for_some)
{
    for (std::uint64_t const nth : {1u, 2u, 4u, 5u})
    {
        emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth, 1);
        check({.devices = {0, 1}, .threads = 3});
        emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, 8 * nth, 1);
        check({.devices = {0}});
        emulation::fail(emulation::call::launch, cudaSuccess, 1, 0);
        emulation::fail(emulation::call::allocate_device, cudaSuccess, 1, 0);
    }
}
