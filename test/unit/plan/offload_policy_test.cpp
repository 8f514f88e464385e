// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstdint>

#include "src/plan/offload_policy.hpp"

using namespace seqan3_gpulcs;

namespace
{

using enum plan::device_state;

} // namespace

TEST(worth_offloading, a_device_that_must_be_started_first_costs_more)
{
    EXPECT_TRUE(plan::worth_offloading(100'000.0 * 100'000, plan::lcs_length, 1, started));
    EXPECT_FALSE(plan::worth_offloading(100'000.0 * 100'000, plan::lcs_length, 1, not_started));
    EXPECT_TRUE(plan::worth_offloading(1e14, plan::lcs_length, 16, not_started));
    EXPECT_FALSE(plan::worth_offloading(1e6, plan::lcs_length, 1, started));

    EXPECT_TRUE(plan::worth_offloading(0.1, started));
    EXPECT_FALSE(plan::worth_offloading(0.1, not_started));
    EXPECT_TRUE(plan::worth_offloading(1.0, not_started));
    EXPECT_FALSE(plan::worth_offloading(1e-4, started));
}

TEST(worth_offloading, subsequences_have_a_threshold_of_their_own)
{
    EXPECT_FALSE(plan::worth_offloading(60'000.0 * 60'000, plan::lcs_subsequence, 1, started));
    EXPECT_TRUE(plan::worth_offloading(60'000.0 * 60'000, plan::lcs_length, 1, started));
    EXPECT_TRUE(plan::worth_offloading(70'000.0 * 70'000, plan::lcs_subsequence, 1, started));
}

TEST(worth_offloading, edit_distances_take_the_cpu_longer)
{
    EXPECT_FALSE(plan::worth_offloading(2e8, plan::lcs_length, 1, started));
    EXPECT_TRUE(plan::worth_offloading(2e8, {.metric = plan::metric::edit}, 1, started));
    EXPECT_FALSE(plan::worth_offloading(1e8, {.metric = plan::metric::edit}, 1, started));
}

TEST(worth_another_device, each_should_have_enough_to_do)
{
    EXPECT_FALSE(plan::worth_another_device(0, 1, started));
    EXPECT_TRUE(plan::worth_another_device(0.1, 1, started));
    EXPECT_FALSE(plan::worth_another_device(0.1, 1, not_started));
    EXPECT_TRUE(plan::worth_another_device(1, 1, not_started));
    EXPECT_FALSE(plan::worth_another_device(1, 2, not_started));
    EXPECT_TRUE(plan::worth_another_device(10, 7, not_started));
}

TEST(worth_another_device, estimates_grow_with_the_work)
{
    // 20,000,000 x 10,000,000 letters took 1.39 s and 4.55 s, and primers for 30,000 positions in 3.1 G letters 10.8 s.
    EXPECT_NEAR(plan::comparison_seconds(2e14, plan::metric::lcs), 1.39, 0.1);
    EXPECT_NEAR(plan::comparison_seconds(2e14, plan::metric::edit), 4.55, 0.1);
    EXPECT_NEAR(plan::primer_seconds(30'000, 3'100'000'000), 10.8, 1);
    EXPECT_GT(plan::pattern_seconds(100, 200, 1 << 20), plan::pattern_seconds(100, 100, 1 << 20));
}

TEST(worth_offloading, cells_count_per_thread)
{
    for (plan::device_state const device : {started, not_started})
        for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
            for (double cells = 1; cells < 1e15; cells *= 3)
            {
                bool const is_worth_it = plan::worth_offloading(cells, wanted, 1, device);
                for (unsigned const threads : {2u, 16u, 256u})
                    EXPECT_EQ(plan::worth_offloading(threads * cells, wanted, threads, device), is_worth_it)
                        << cells << " cells, " << threads << " threads";
                EXPECT_TRUE(!is_worth_it || plan::worth_offloading(3 * cells, wanted, 1, device)) << cells;
            }
}

// Without enough rows for all its multiprocessors, a device takes as long for each column as a thread does, or longer.
TEST(worth_offloading, a_pair_needs_rows)
{
    auto const is_worth_it = [](std::uint64_t const first, std::uint64_t const second, unsigned const threads)
    {
        alignment::sequence_pair const pair{packing::packed_sequence_view{nullptr, first, 2, {}},
                                            packing::packed_sequence_view{nullptr, second, 2, {}}};
        return plan::worth_offloading(pair, plan::edit_distance, threads, started);
    };
    EXPECT_FALSE(is_worth_it(150, 1ull << 40, 1));
    EXPECT_FALSE(is_worth_it(1ull << 40, 150, 1));
    EXPECT_TRUE(is_worth_it(2000, 1ull << 40, 1));
    EXPECT_FALSE(is_worth_it(2000, 1ull << 40, 2));
    EXPECT_FALSE(is_worth_it(2000, 2000, 1));
    EXPECT_TRUE(is_worth_it(10'000'000, 10'000'000, 256));
}
