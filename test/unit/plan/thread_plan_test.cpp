// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/processors.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/plan/traceback_plan.hpp"

#if defined(__linux__)
#    include <sched.h>
#endif

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
    unsigned const most = std::max({plan::count_processors(), std::thread::hardware_concurrency(), 16u});
    EXPECT_EQ(plan::available_threads({.threads = most}), most);
    EXPECT_EQ(plan::available_threads({.threads = most + 1}), most);
    EXPECT_EQ(plan::available_threads({.threads = 1'000'000}), most);
}

// A number that is given is limited by the machine alone: quotas and affinity have a say only in the default.
TEST(limit_threads, by_the_processors_of_the_machine)
{
    struct example
    {
        unsigned wanted;
        plan::processor_counts processors;
        unsigned threads;
    };
    for (example const & one : {example{0, {1, 64}, 1},
                                example{0, {64, 64}, 64},
                                example{1, {64, 64}, 1},
                                example{40, {1, 64}, 40},
                                example{64, {2, 64}, 64},
                                example{65, {2, 64}, 64},
                                example{16, {1, 1}, 16},
                                example{17, {1, 1}, 16},
                                example{1'000'000, {2, 17}, 17}})
        EXPECT_EQ(plan::limit_threads(one.wanted, one.processors), one.threads)
            << one.wanted << " of " << one.processors.of_process << " and " << one.processors.of_machine;
}

#if defined(__linux__)

// In a process of its own: the processors are found by the first call.
TEST(available_threads_death_test, those_of_the_process_if_a_thread_with_one_processor_asks_first)
{
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    auto const ask = []()
    {
        unsigned const expected = plan::count_processors();
        unsigned found = 0;
        std::thread{[&]()
                    {
                        cpu_set_t one{};
                        CPU_SET(sched_getcpu(), &one);
                        if (sched_setaffinity(0, sizeof(one), &one) == 0)
                            found = plan::available_threads({});
                    }}
            .join();
        std::exit(found == expected ? 0 : 1);
    };
    EXPECT_EXIT(ask(), ::testing::ExitedWithCode(0), "");
}

#endif
