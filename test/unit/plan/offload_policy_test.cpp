// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include "src/plan/offload_policy.hpp"

using namespace seqan3_gpulcs;

namespace
{

constexpr plan::device_state started{.has_started = true};
constexpr plan::device_state not_started{.has_started = false};

} // namespace

TEST(worth_offloading, a_device_that_must_be_started_first_costs_more)
{
    EXPECT_TRUE(plan::worth_offloading(100'000.0 * 100'000, 1, started, false));
    EXPECT_FALSE(plan::worth_offloading(100'000.0 * 100'000, 1, not_started, false));
    EXPECT_TRUE(plan::worth_offloading(1e14, 16, not_started, false));
    EXPECT_FALSE(plan::worth_offloading(1e6, 1, started, false));

    EXPECT_TRUE(plan::worth_offloading(0.1, started));
    EXPECT_FALSE(plan::worth_offloading(0.1, not_started));
    EXPECT_TRUE(plan::worth_offloading(1.0, not_started));
    EXPECT_FALSE(plan::worth_offloading(1e-4, started));
}

TEST(worth_offloading, subsequences_have_a_threshold_of_their_own)
{
    EXPECT_FALSE(plan::worth_offloading(60'000.0 * 60'000, 1, started, true));
    EXPECT_TRUE(plan::worth_offloading(60'000.0 * 60'000, 1, started, false));
    EXPECT_TRUE(plan::worth_offloading(70'000.0 * 70'000, 1, started, true));
}

TEST(worth_offloading, cells_count_per_thread)
{
    for (plan::device_state const & device : {started, not_started})
        for (bool const with_subsequence : {false, true})
            for (double cells = 1; cells < 1e15; cells *= 3)
            {
                bool const is_worth_it = plan::worth_offloading(cells, 1, device, with_subsequence);
                for (unsigned const threads : {2u, 16u, 256u})
                    EXPECT_EQ(plan::worth_offloading(threads * cells, threads, device, with_subsequence), is_worth_it)
                        << cells << " cells, " << threads << " threads";
                EXPECT_TRUE(!is_worth_it || plan::worth_offloading(3 * cells, 1, device, with_subsequence)) << cells;
            }
}
