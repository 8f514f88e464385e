// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "cuda/strip/strip_waves.hpp"
#include "src/plan/matrix_band.hpp"

using namespace seqan3_gpulcs;
using plan::interval;

namespace
{

constexpr cuda::device_limits large_device{.compute_capability = 90,
                                           .multiprocessors = 132,
                                           .clock_hz = 1'980'000'000,
                                           .shared_bytes_per_block = 227 << 10,
                                           .memory_bytes = std::uint64_t{140} << 30};

// The device of each strip: one strip after the other, wave by wave. If rows are kept, the first wave has a strip less.
std::vector<std::size_t> deal(std::vector<unsigned> const & wave_strips, unsigned const strips, bool const keeps_rows)
{
    std::vector<std::size_t> owners{};
    for (std::size_t device = 0, left = wave_strips.front() - (keeps_rows ? 1 : 0); owners.size() < strips; --left)
    {
        while (left == 0)
        {
            device = (device + 1) % wave_strips.size();
            left = wave_strips[device];
        }
        owners.push_back(device);
    }
    return owners;
}

} // namespace

// What the kernel computes from the description, and what the host does, is the same.
TEST(cuda_strip_waves, go_round_the_devices)
{
    for (std::vector<unsigned> const & sizes : std::vector<
             std::vector<unsigned>>{{1}, {2}, {6}, {1, 1}, {2, 2}, {3, 2}, {4, 2}, {2, 8, 4}, {5, 1, 3}, {2, 2, 2, 2}})
        for (unsigned const strips : {1u, 2u, 3u, 4u, 5u, 13u, 14u, 15u, 16u, 60u})
        {
            SCOPED_TRACE(::testing::Message() << strips << " strips, " << sizes.size() << " devices");
            bool const keeps_rows = std::ranges::all_of(sizes,
                                                        [](unsigned const size)
                                                        {
                                                            return size % 2 == 0;
                                                        });
            cuda::strip_waves const waves{sizes, strips, keeps_rows};
            std::vector<std::size_t> const expected = deal(sizes, strips, keeps_rows);
            unsigned all = 0;
            for (std::size_t device = 0; device < sizes.size(); ++device)
            {
                cuda::strip_wave const wave = waves.describe(device);
                std::vector<unsigned> strips_of{};
                for (interval const & some : waves.strips_of(device))
                    for (std::uint64_t strip = some.begin; strip < some.end; ++strip)
                        strips_of.push_back(static_cast<unsigned>(strip));
                ASSERT_EQ(strips_of.size(), waves.strip_count(device));
                for (unsigned number = 0; number < strips_of.size(); ++number)
                {
                    unsigned const place = number + wave.missing;
                    EXPECT_EQ(strips_of[number],
                              place / wave.strips * wave.round_strips + wave.first + place % wave.strips);
                    EXPECT_EQ(expected.at(strips_of[number]), device);
                    EXPECT_EQ(waves.owner(strips_of[number]), device);
                }
                all += waves.strip_count(device);
            }
            EXPECT_EQ(all, strips);
        }
    cuda::strip_waves const single{{}, 5, true};
    EXPECT_EQ(single.strips_of(0), (std::vector{interval{0, 5}}));
    EXPECT_EQ(single.describe(0).first, 0u);
}

// Rows that are kept lie below an even number of strips: never between two devices.
TEST(cuda_strip_waves, no_kept_row_lies_between_devices)
{
    for (std::vector<unsigned> const & sizes : std::vector<std::vector<unsigned>>{{2, 2}, {4, 2, 6}})
    {
        cuda::strip_waves const waves{sizes, 100, true};
        for (unsigned below = 2; below < 100; below += 2)
            EXPECT_EQ(waves.owner(below - 1), waves.owner(below));
    }
}

TEST(cuda_strip_waves, all_devices_have_as_many_rounds)
{
    for (std::uint64_t const rows : {20'000u, 1'000'000u, 20'000'000u, 100'000'000u})
        for (unsigned const count : {2u, 3u, 8u})
        {
            SCOPED_TRACE(::testing::Message() << rows << " rows, " << count << " devices");
            std::vector<cuda::device_limits> const devices(count, large_device);
            cuda::strip_plan plan = cuda::plan_strips({.first = {rows, 2, 4}, .second = {rows, 2, 4}},
                                                      cuda::combine(devices),
                                                      large_device.memory_bytes / 2);
            cuda::plan_waves(plan, 4, devices);
            ASSERT_EQ(plan.wave_strips.size(), count);
            std::uint64_t const strips = (rows + plan.shape.strip_rows() - 1) / plan.shape.strip_rows();
            cuda::strip_waves const waves{plan.wave_strips, static_cast<unsigned>(strips), false};
            std::size_t const rounds = waves.strips_of(0).size();
            EXPECT_EQ(rounds, (strips + 528 * count - 1) / (528 * count));
            for (unsigned i = 0; rounds > 1 && i < count; ++i)
                EXPECT_EQ(waves.strips_of(i).size(), rounds);
            for (unsigned const wave : plan.wave_strips)
                EXPECT_LE(wave, 528u);
            plan.checkpoints.row_spacing = 2 * plan.shape.strip_rows();
            cuda::plan_waves(plan, 4, devices);
            for (unsigned const wave : plan.wave_strips)
                EXPECT_EQ(wave % 2, 0u);
        }
}

TEST(cuda_strip_waves, a_strip_for_each_warp)
{
    for (unsigned count = 2; count <= 64; ++count)
    {
        std::vector<cuda::device_limits> const devices(count, large_device);
        cuda::strip_plan plan{.shape = {1, 8, 2}, .part_rows = std::uint64_t{1024} * 528 * count};
        cuda::plan_waves(plan, 4, devices);
        EXPECT_EQ(plan.wave_strips, std::vector<unsigned>(count, 528));
    }
}

TEST(cuda_strip_waves, a_slow_device_has_small_waves)
{
    cuda::device_limits slow = large_device;
    slow.multiprocessors = 66;
    std::array const devices{large_device, slow};
    cuda::strip_plan plan{.shape = {10, 32, 2}, .part_rows = 10'000'000};
    cuda::plan_waves(plan, 4, devices);
    EXPECT_NEAR(plan.wave_strips[0], 2.0 * plan.wave_strips[1], 2);
}

// Otherwise, the last ones would wait for a warp that is done.
TEST(cuda_strip_waves, few_strips_all_have_a_warp)
{
    cuda::device_limits slow = large_device;
    for (unsigned const multiprocessors : {20u, 66u, 108u})
        for (unsigned const strips : {2u, 133u, 500u, 600u})
        {
            slow.multiprocessors = multiprocessors;
            std::array const devices{large_device, slow};
            if (strips > 4 * (large_device.multiprocessors + multiprocessors))
                continue;
            cuda::strip_plan plan{.shape = {1, 8, 2}, .part_rows = std::uint64_t{1024} * strips};
            cuda::plan_waves(plan, 4, devices);
            cuda::strip_waves const waves{plan.wave_strips, strips, false};
            for (std::size_t i = 0; i < devices.size(); ++i)
                EXPECT_LE(waves.strip_count(i), plan.warps_per_block * devices[i].multiprocessors)
                    << strips << " strips, " << multiprocessors << " multiprocessors, device " << i;
        }
}

TEST(cuda_divided_plan, more_devices_take_less_time)
{
    double last = HUGE_VAL;
    for (unsigned const count : {1u, 2u, 4u, 8u})
    {
        std::vector<cuda::device_limits> const devices(count, large_device);
        double const cycles = cuda::plan_strips({.first = {100'000'000, 2, 4}, .second = {100'000'000, 2, 4}},
                                                cuda::combine(devices),
                                                large_device.memory_bytes / 2)
                                  .cycles;
        EXPECT_LT(cycles, last / 1.8);
        last = cycles;
    }
}

// A wide band takes less time on several devices; of a narrow one, a single device computes a column after the other.
TEST(cuda_divided_plan, wide_bands_gain)
{
    std::uint64_t const size = 100'000'000;
    auto const plan = [&](std::uint64_t const bound, std::span<cuda::device_limits const> const devices)
    {
        return cuda::plan_band(cuda::outline_of(plan::matrix_band{size, size, bound}),
                               {size, 2, 4},
                               {size, 2, 4},
                               {devices, false});
    };
    std::array<cuda::device_limits, 2> devices{large_device, large_device};
    cuda::strip_plan const both = plan(size / 10 * 9, devices);
    EXPECT_LT(both.cycles, plan(size / 10 * 9, std::span{devices}.first(1)).cycles / 1.9);
    EXPECT_EQ(both.wave_strips.size(), 2u);
    EXPECT_EQ(both.wave_strips[0], both.wave_strips[1]);
    EXPECT_GT(plan(size / 1000 * 999, devices).cycles,
              0.9 * plan(size / 1000 * 999, std::span{devices}.first(1)).cycles);

    devices[1].multiprocessors = 66;
    cuda::strip_plan const different = plan(size / 10 * 9, devices);
    EXPECT_EQ(different.wave_strips[0], 2 * different.wave_strips[1]);
    EXPECT_GT(different.cycles, both.cycles * 1.2);
}
