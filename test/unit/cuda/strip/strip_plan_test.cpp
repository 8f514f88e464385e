// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/strip/matrix_run.hpp"
#include "cuda/strip/strip_plan.hpp"

using namespace seqan3_gpulcs;

namespace
{

constexpr cuda::device_limits large_device{.compute_capability = 90,
                                           .multiprocessors = 132,
                                           .shared_bytes_per_block = 232'448,
                                           .memory_bytes = 140 * (std::uint64_t{1} << 30)};
constexpr std::uint64_t gigabyte{std::uint64_t{1} << 30};

cuda::strip_plan
plan_dna(std::uint64_t const first, std::uint64_t const second, std::uint64_t const memory = 100 * gigabyte)
{
    return cuda::plan_strips({{first, 2, 4}, {second, 2, 4}}, large_device, memory);
}

std::uint64_t rows_of(cuda::strip_plan const & plan, std::uint64_t const first, std::uint64_t const second)
{
    return plan.second_is_rows ? second : first;
}

} // namespace

TEST(strip_plan, few_rows_are_spread_over_the_device)
{
    for (std::uint64_t const size : {1000u, 10'000u, 100'000u, 1'000'000u})
    {
        auto const plan = plan_dna(size, size);
        std::uint64_t const strips = (size + plan.shape.strip_rows() - 1) / plan.shape.strip_rows();
        EXPECT_LE(strips, 1056u) << size; // One wave, two warps a scheduler at most.
        EXPECT_LE(plan.shape.words, 4u) << size;
        EXPECT_EQ(plan.part_rows, size);
        EXPECT_EQ(plan.chunk_columns, size);
    }
}

TEST(strip_plan, strips_fill_whole_waves)
{
    for (std::uint64_t const size : {4'600'000ull, 10'000'000ull, 20'000'000ull, 30'000'000ull, 100'000'000ull})
    {
        auto const plan = plan_dna(size, size);
        double const strips = static_cast<double>((size + plan.shape.strip_rows() - 1) / plan.shape.strip_rows());
        double const warps = 528.0;
        double const waves = strips / warps;
        EXPECT_GT(waves / std::ceil(waves), 0.85) << size << ", words " << plan.shape.words;
    }
}

TEST(strip_plan, the_longer_sequence_becomes_rows_where_there_are_few)
{
    auto const wide = plan_dna(500, 2'000'000);
    EXPECT_EQ(rows_of(wide, 500, 2'000'000), 2'000'000u);
    auto const high = plan_dna(2'000'000, 500);
    EXPECT_EQ(rows_of(high, 2'000'000, 500), 2'000'000u);
}

TEST(strip_plan, the_caller_may_choose_the_rows)
{
    for (auto const rows : {cuda::row_choice::first, cuda::row_choice::second})
        EXPECT_EQ(cuda::plan_strips({{500, 2, 4}, {9000, 2, 4}, rows, true}, large_device, gigabyte).second_is_rows,
                  rows == cuda::row_choice::second);
}

TEST(strip_plan, fits_into_the_memory_or_throws)
{
    for (std::uint64_t const first : {1ull, 5000ull, 3'000'000'000ull, 1ull << 40})
    {
        for (std::uint64_t const second : {1ull, 100'000ull, 9'000'000'000ull, 1ull << 45})
        {
            bool threw = false;
            for (std::uint64_t memory = 200 * gigabyte; memory > 100; memory /= 3)
            {
                try
                {
                    auto const plan = plan_dna(first, second, memory);
                    EXPECT_FALSE(threw);
                    std::uint64_t const rows = plan.second_is_rows ? second : first;
                    std::uint64_t const columns = plan.second_is_rows ? first : second;
                    EXPECT_LE(plan.device_bytes, memory);
                    EXPECT_TRUE(plan.part_rows == rows || plan.part_rows % plan.shape.strip_rows() == 0);
                    EXPECT_TRUE(plan.chunk_columns == columns || plan.chunk_columns % 64 == 0);
                    EXPECT_GE(plan.part_rows, 1u);
                    EXPECT_GE(plan.chunk_columns, 1u);
                    EXPECT_LE(plan.part_rows, rows);
                    EXPECT_LE(plan.chunk_columns, columns);
                    EXPECT_LT(plan.chunk_columns, 1ull << 34);
                }
                catch (out_of_device_memory const & exception)
                {
                    threw = true;
                    EXPECT_GT(exception.requested_bytes(), memory);
                    EXPECT_EQ(exception.free_bytes(), memory);
                }
            }
            EXPECT_TRUE(threw);
        }
    }
}

TEST(strip_plan, the_least_memory_that_it_names_suffices)
{
    constexpr cuda::device_limits small{.compute_capability = 75,
                                        .multiprocessors = 40,
                                        .shared_bytes_per_block = 49'152,
                                        .memory_bytes = gigabyte};
    for (auto const & limits : {large_device, small})
    {
        for (std::uint64_t const first : {1ull, 47'849'954ull, 435'946'682ull})
        {
            for (std::uint64_t const second : {1ull, 5000ull, 335'574'082'485ull})
            {
                for (auto const & [bits, letters] : {std::pair{2u, 4u}, {4u, 9u}, {8u, 127u}, {8u, 256u}})
                {
                    auto const plan_with = [&](std::uint64_t const memory)
                    {
                        return cuda::plan_strips(
                            {{first, 2, 4}, {second, bits, letters}, cuda::row_choice::first, true},
                            limits,
                            memory);
                    };
                    try
                    {
                        plan_with(1);
                        FAIL();
                    }
                    catch (out_of_device_memory const & exception)
                    {
                        EXPECT_LE(plan_with(exception.requested_bytes()).device_bytes, exception.requested_bytes());
                        EXPECT_THROW(plan_with(exception.requested_bytes() - 1), out_of_device_memory);
                    }
                }
            }
        }
    }
}

TEST(strip_plan, all_alphabets_have_a_kernel)
{
    for (unsigned letters = 1; letters <= 256; ++letters)
    {
        unsigned const bits = letters <= 4 ? 2 : letters <= 16 ? 4 : 8;
        auto const plan =
            cuda::plan_strips({{1'000'000, bits, letters}, {1'000'000, bits, letters}}, large_device, gigabyte);
        EXPECT_EQ(plan.shape.bits, bits);
        EXPECT_LE(std::uint64_t{plan.shape.words} * 128 * letters * plan.warps_per_block,
                  large_device.shared_bytes_per_block);
    }
}

// What lies below a part needs the carries below its last row, and does not get those of rows that do not exist.
TEST(strip_plan, parts_of_edit_distances_end_with_a_strip)
{
    constexpr std::array<std::uint8_t, 4> letters{'A', 'C', 'G', 'T'};
    packing::packed_sequence_view const sequence{nullptr, 20'000'000, 2, letters};
    constexpr std::uint64_t unit{plan::part_alignment};
    cuda::device_limits limits{large_device};
    limits.clock_hz = 1'980'000'000;
    for (std::uint64_t const units : {1u, 5u, 1001u})
        for (std::uint64_t const spacing : {std::uint64_t{0}, 8 * unit})
        {
            plan::matrix_part const part{.rows = sequence,
                                         .columns = sequence,
                                         .region = {unit, (1 + units) * unit, 0, 100 * unit},
                                         .kept = {.grid = {spacing, spacing}},
                                         .metric = plan::metric::edit};
            auto const plan = cuda::plan_matrix_run(cuda::part_request(part), {&limits, 1}, 100 * gigabyte);
            EXPECT_EQ(unit % plan.shape.strip_rows() * (spacing != 0), 0u);
            EXPECT_EQ(units * unit % plan.shape.strip_rows(), 0u);
        }
}

// On one device, and shared by two.
TEST(strip_plan, parts_with_a_large_unit_have_tall_strips)
{
    constexpr std::array<std::uint8_t, 4> letters{'A', 'C', 'G', 'T'};
    packing::packed_sequence_view const sequence{nullptr, 40'000'000, 2, letters};
    constexpr std::uint64_t unit{plan::part_unit(1'000'000)};
    std::array<cuda::device_limits, 2> limits{large_device, large_device};
    for (cuda::device_limits & one : limits)
        one.clock_hz = 1'980'000'000;
    for (std::size_t const devices : {1u, 2u})
        for (std::uint64_t const spacing : {std::uint64_t{0}, unit})
        {
            plan::matrix_part const part{.rows = sequence,
                                         .columns = sequence,
                                         .region = {unit, 501 * unit, 0, 100 * unit},
                                         .kept = {.grid = {spacing, spacing}},
                                         .metric = plan::metric::edit};
            auto const plan =
                cuda::plan_matrix_run(cuda::part_request(part), std::span{limits}.first(devices), 100 * gigabyte);
            EXPECT_GE(plan.shape.words, 4u) << devices << " devices, checkpoints " << spacing;
        }
}

TEST(strip_plan, little_shared_memory_means_fewer_words)
{
    // As on devices of compute capability 7.5.
    constexpr cuda::device_limits small{.compute_capability = 75,
                                        .multiprocessors = 40,
                                        .shared_bytes_per_block = 65'536,
                                        .memory_bytes = gigabyte};
    for (unsigned const letters : {4u, 16u, 27u})
    {
        unsigned const bits = letters <= 4 ? 2 : letters <= 16 ? 4 : 8;
        auto const plan =
            cuda::plan_strips({{10'000'000, bits, letters}, {10'000'000, bits, letters}}, small, gigabyte);
        EXPECT_LE(std::uint64_t{plan.shape.words} * 128 * letters * plan.warps_per_block, 65'536u);
    }
}
