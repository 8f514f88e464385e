// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/processors.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/plan/traceback_plan.hpp"

using namespace seqan3_gpulcs;

TEST(plan_length, one_thread_for_little_work)
{
    EXPECT_EQ(plan::plan_length(0, 0, 8).threads, 1u);
    EXPECT_EQ(plan::plan_length(1000, 1000, 8).threads, 1u);
    EXPECT_EQ(plan::plan_length(1'000'000, 1'000'000, 8).threads, 8u);
}

TEST(plan_length, threads_need_strips)
{
    auto const wide = plan::plan_length(100, 1'000'000'000, 8);
    EXPECT_TRUE(wide.second_is_rows);
    EXPECT_EQ(wide.threads, 8u);

    auto const tall = plan::plan_length(1'000'000'000, 100, 8);
    EXPECT_FALSE(tall.second_is_rows);
    EXPECT_EQ(tall.threads, 8u);

    EXPECT_FALSE(plan::plan_length(100, 1'000'000'000, 1).second_is_rows);
}

TEST(useful_threads, one_for_few_tiny_pairs)
{
    EXPECT_EQ(plan::useful_threads_for_pairs(0, 0, 8), 1u);
    EXPECT_EQ(plan::useful_threads_for_pairs(1000, 16'000, 8), 1u);
    EXPECT_EQ(plan::useful_threads_for_pairs(1000, 1e12, 8), 8u);
    EXPECT_EQ(plan::useful_threads_for_pairs(3, 1e12, 8), 3u);
}

TEST(plan_length, exchanges_the_sequences_only_for_more_threads)
{
    for (std::uint64_t const rows : {0ull, 1ull, 255ull, 257ull, 5000ull, 1'000'000ull, 1ull << 40})
        for (std::uint64_t const columns : {0ull, 1ull, 255ull, 257ull, 5000ull, 1'000'000ull, 1ull << 40})
            for (unsigned const threads : {1u, 2u, 7u, 64u})
            {
                unsigned const as_given = plan::useful_threads(rows, columns, threads);
                unsigned const exchanged = plan::useful_threads(columns, rows, threads);
                plan::length_plan const plan = plan::plan_length(rows, columns, threads);
                EXPECT_EQ(plan.second_is_rows, exchanged > as_given) << rows << " x " << columns;
                EXPECT_EQ(plan.threads, std::max(as_given, exchanged)) << rows << " x " << columns;
            }
}

TEST(useful_threads, no_more_than_strips)
{
    for (std::uint64_t const strips : {1u, 2u, 5u})
    {
        EXPECT_EQ(plan::useful_threads(strips * plan::strip_rows, 1ull << 40, 100), strips);
        EXPECT_EQ(plan::useful_threads(strips * plan::strip_rows + 1, 1ull << 40, 100), strips + 1);
    }
}

TEST(useful_threads, grow_with_the_cells_up_to_the_available_ones)
{
    for (unsigned const threads : {1u, 3u, 16u})
    {
        unsigned last = 1;
        for (std::uint64_t size = 1; size < 1ull << 40; size *= 2)
        {
            unsigned const useful = plan::useful_threads(size, size, threads);
            EXPECT_GE(useful, last) << size;
            EXPECT_LE(useful, threads) << size;
            last = useful;
        }
        EXPECT_EQ(last, threads);
    }
}

TEST(available_threads, as_configured_or_one_for_each_processor)
{
    EXPECT_EQ(plan::available_threads({.threads = 3}), 3u);
    EXPECT_EQ(plan::available_threads({}), plan::count_processors());
}

// Thousands of threads would wait for one another.
TEST(available_threads, no_more_than_help)
{
    for (unsigned const processors : {1u, 2u, 8u, 16u, 17u, 128u})
        EXPECT_EQ(plan::max_useful_threads(processors), std::max(processors, 16u));
    unsigned const most = plan::max_useful_threads(plan::count_processors());
    EXPECT_EQ(plan::available_threads({.threads = most}), most);
    EXPECT_EQ(plan::available_threads({.threads = most + 1}), most);
    EXPECT_EQ(plan::available_threads({.threads = 1'000'000}), most);
}
