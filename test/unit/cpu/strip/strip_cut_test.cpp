// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <set>

#include <reference/random_sequence.hpp>

#include "src/cpu/strip/strip_cut.hpp"
#include "src/plan/traceback_plan.hpp"

using namespace seqan3_gpulcs;

namespace
{

void check(std::uint64_t const rows, std::uint64_t const spacing, unsigned const lanes, unsigned const threads)
{
    SCOPED_TRACE(::testing::Message() << rows << " rows, spacing " << spacing << ", lanes " << lanes << ", threads "
                                      << threads);
    std::set<std::uint64_t> ends{};
    std::uint64_t begin = 0;
    std::uint64_t rows_without_lanes = 0;
    for (cpu::strip_range const & strip : cpu::cut_into_strips(rows, spacing, lanes, threads))
    {
        ASSERT_EQ(strip.first_row, begin);
        ASSERT_EQ(begin % 64, 0u);
        ASSERT_GT(strip.rows, 0u);
        if (strip.lane_words == 0)
        {
            ASSERT_LE(strip.rows, plan::strip_rows);
            rows_without_lanes += strip.rows;
        }
        else
        {
            ASSERT_LE(strip.lane_words, cpu::max_lane_words);
            ASSERT_EQ(strip.rows, std::uint64_t{64} * strip.lane_words * lanes);
            ASSERT_EQ(rows_without_lanes, 0u) << "strips with lanes come first";
            for (unsigned lane = 1; lane <= lanes; ++lane)
                ends.insert(begin + std::uint64_t{64} * strip.lane_words * lane);
        }
        begin += strip.rows;
        ends.insert(begin);
    }
    ASSERT_EQ(begin, rows);
    if (lanes != 0)
    {
        ASSERT_LT(rows_without_lanes, std::uint64_t{64} * (lanes + 1));
    }

    for (std::uint64_t row = spacing; spacing != 0 && row < rows; row += spacing)
        ASSERT_TRUE(ends.contains(row)) << row;
}

} // namespace

TEST(strip_cut, cover_all_rows_and_end_at_those_that_are_kept)
{
    for (unsigned const lanes : {0u, 4u, 8u})
        for (unsigned const threads : {1u, 2u, 3u, 8u, 64u})
            for (std::uint64_t spacing = 0; spacing <= 8192; spacing += 256)
                for (std::uint64_t const rows :
                     {1u, 255u, 256u, 511u, 512u, 513u, 4863u, 4864u, 5631u, 5632u, 5760u, 9728u, 12'000u, 40'000u})
                {
                    check(rows, spacing, lanes, threads);
                    if (::testing::Test::HasFatalFailure())
                        return;
                }
}

TEST(strip_cut, random)
{
    auto generator = reference::make_generator();
    for (unsigned round = 0; round < 3000; ++round)
    {
        check(1 + reference::random_size(generator, 200'000),
              256 * reference::random_size(generator, 100),
              static_cast<unsigned>(4 * reference::random_size(generator, 2)),
              1 + static_cast<unsigned>(reference::random_size(generator, 20)));
        if (::testing::Test::HasFatalFailure())
            return;
    }
}
