// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/plan/hardware_costs.hpp"
#include "src/plan/offload_policy.hpp"
#include "unit/plan/machines.hpp"

using namespace seqan3_gpulcs;

namespace
{

using enum plan::device_state;
using plan::test::letters;
using plan::test::machine;
using plan::test::with;

} // namespace

// Where a device and the threads take as long.
TEST(worth_offloading, cells_of_batches_and_parts)
{
    struct row
    {
        double size;
        plan::comparison wanted;
        machine on;
        plan::device_state device;
        bool expected;
    };
    plan::comparison const lcs = plan::lcs_length;
    plan::comparison const path = plan::lcs_subsequence;
    plan::comparison const edit = plan::edit_distance;
    row const rows[]{
        {15'000, lcs, with("H200", 1, 512), started, false},       //
        {16'000, lcs, with("H200", 1, 512), started, true},        //
        {62'000, lcs, with("H200", 16, 512), started, false},      //
        {63'500, lcs, with("H200", 16, 512), started, true},       //
        {125'000, lcs, with("H200", 64, 512), started, false},     //
        {130'000, lcs, with("H200", 64, 512), started, true},      //
        {75'000, lcs, with("H200", 64, 256), started, false},      // Threads without AVX-512 are slower.
        {80'000, lcs, with("H200", 64, 256), started, true},       //
        {8'000, lcs, with("H200", 1, 128), started, false},        //
        {9'000, lcs, with("H200", 1, 128), started, true},         //
        {130'000, lcs, with("H100", 64, 512), started, false},     //
        {135'000, lcs, with("H100", 64, 512), started, true},      //
        {63'500, lcs, with("T4", 16, 512), started, false},        //
        {66'000, lcs, with("T4", 16, 512), started, true},         //
        {130'000, lcs, with("T4", 64, 512), started, false},       //
        {150'000, lcs, with("T4", 64, 512), started, true},        //
        {150'000, lcs, with("RTX", 64, 512), started, false},      //
        {160'000, lcs, with("RTX", 64, 512), started, true},       //
        {100'000'000, lcs, with("T4", 256, 512), started, false},  // They are faster than this device.
        {100'000'000, lcs, with("T4", 256, 256), started, true},   //
        {100'000'000, lcs, with("H200", 256, 512), started, true}, //
        {60'000, path, with("H200", 1, 512), started, false},      //
        {63'000, path, with("H200", 1, 512), started, true},       //
        {10'000, edit, with("H200", 1, 512), started, false},      //
        {12'000, edit, with("H200", 1, 512), started, true},       //
        {44'000, edit, with("H200", 16, 512), started, false},     //
        {46'000, edit, with("H200", 16, 512), started, true},      //
        {46'000, edit, with("T4", 16, 512), started, false},       //
        {220'000, lcs, with("H200", 1, 512), not_started, false},  //
        {225'000, lcs, with("H200", 1, 512), not_started, true},   //
        {890'000, lcs, with("H200", 16, 512), not_started, false}, //
        {900'000, lcs, with("H200", 16, 512), not_started, true},  //
        {890'000, path, with("T4", 16, 512), not_started, false},  //
        {1'000'000, path, with("T4", 16, 512), not_started, true}, //
        {100'000'000, lcs, with("none", 1, 512), started, false},  //
    };
    for (row const & each : rows)
        EXPECT_EQ(plan::worth_offloading(each.size * each.size, each.wanted, each.on.costs, each.device), each.expected)
            << each.size << " on " << each.on.name;
}

// Without enough rows for all its multiprocessors, a device takes as long for each column as a thread does, or longer.
TEST(worth_offloading, a_pair_needs_rows)
{
    struct row
    {
        std::uint64_t first;
        std::uint64_t second;
        machine on;
        bool expected;
    };
    row const rows[]{
        {150, 1ull << 40, with("H200", 1, 512), false},         //
        {1ull << 40, 150, with("H200", 1, 512), false},         //
        {1024, 1ull << 40, with("H200", 1, 512), true},         //
        {1024, 1ull << 40, with("H200", 2, 512), false},        //
        {400, 1ull << 40, with("H200", 1, 256), true},          //
        {2000, 2000, with("H200", 1, 512), false},              //
        {16'384, 1ull << 40, with("H200", 16, 512), true},      //
        {65'000, 1ull << 40, with("H200", 64, 512), false},     //
        {66'000, 1ull << 40, with("H200", 64, 512), true},      //
        {1024, 1ull << 40, with("T4", 1, 512), false},          // Its clock is slower.
        {1300, 1ull << 40, with("T4", 1, 512), true},           //
        {10'000'000, 10'000'000, with("H200", 256, 512), true}, //
        {10'000'000, 10'000'000, with("none", 1, 512), false},  //
    };
    for (row const & each : rows)
        EXPECT_EQ(plan::worth_offloading(alignment::sequence_pair{letters(each.first), letters(each.second)},
                                         plan::edit_distance,
                                         each.on.costs,
                                         started),
                  each.expected)
            << each.first << " x " << each.second << " on " << each.on.name;
}

TEST(worth_offloading, searches)
{
    struct row
    {
        double thread_seconds;
        machine on;
        plan::device_state device;
        bool expected;
    };
    row const rows[]{
        {0.008, with("H200", 1, 512), started, false},   //
        {0.0095, with("H200", 1, 512), started, true},   //
        {0.15, with("H200", 16, 512), started, false},   //
        {0.16, with("H200", 16, 512), started, true},    //
        {0.8, with("H200", 64, 512), started, false},    //
        {0.9, with("H200", 64, 512), started, true},     //
        {0.16, with("T4", 16, 512), started, false},     //
        {0.23, with("T4", 16, 512), started, true},      //
        {1e6, with("T4", 64, 512), started, false},      // They are faster than this device.
        {1.3, with("T4", 64, 256), started, true},       //
        {4, with("H200", 16, 512), not_started, false},  //
        {6, with("H200", 16, 512), not_started, true},   //
        {0.1, with("H200", 1, 512), not_started, false}, //
        {1, with("H200", 1, 512), not_started, true},    //
        {1e6, with("none", 1, 512), started, false},     //
    };
    for (row const & each : rows)
        EXPECT_EQ(plan::worth_offloading_search({each.thread_seconds, each.thread_seconds}, each.on.costs, each.device),
                  each.expected)
            << each.thread_seconds << " s on " << each.on.name;

    // The CPU looks patterns up that a device has to search.
    EXPECT_TRUE(plan::worth_offloading_search({10, 1000}, with("H200", 1, 512).costs, started));
    EXPECT_FALSE(plan::worth_offloading_search({1, 1000}, with("H200", 1, 512).costs, started));
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

// What was measured on an H200, and on its host with 16 threads: see doc/benchmarks/h200.md.
TEST(hardware_costs, estimates_are_near_what_was_measured)
{
    plan::device_costs const device = plan::typical_device();
    EXPECT_NEAR(plan::comparison_seconds(2e14, plan::metric::lcs, device), 1.39, 0.1);
    EXPECT_NEAR(plan::comparison_seconds(2e14, plan::metric::edit, device), 4.55, 0.1);
    EXPECT_NEAR(plan::primer_seconds(30'000, 3'100'000'000, device), 10.8, 1);
    EXPECT_NEAR(plan::pattern_seconds(16, 224, 1 << 26, device), 0.0051, 0.001);
    EXPECT_NEAR(plan::comparison_seconds(1e12, plan::metric::lcs, plan::describe_host(16, 512)), 0.358, 0.1);
}

// An H200 computes as fast as 975 threads, a T4 as 237; and a second thread, or a clock, counts as much as it is.
TEST(hardware_costs, rates_follow_the_hardware)
{
    auto const rate = [](machine const & on)
    {
        return on.costs.device->cells_per_second(plan::metric::lcs) / on.costs.host.cells_per_second(plan::metric::lcs);
    };
    EXPECT_NEAR(rate(with("H200", 1, 512)), 975, 1);
    EXPECT_NEAR(rate(with("T4", 16, 512)), 237, 1);
    EXPECT_NEAR(rate(with("T4", 16, 256)), 632, 2);
    EXPECT_NEAR(plan::describe_device(20, 3'000).lane_instructions_per_second,
                plan::describe_device(60, 1'000).lane_instructions_per_second,
                1e-3);
    EXPECT_NEAR(plan::comparison_seconds(1e12, plan::metric::edit, plan::describe_host(2, 512)),
                plan::comparison_seconds(1e12, plan::metric::edit, plan::describe_host(1, 512)) / 2,
                1e-9);
}

// More cells, fewer threads and a faster device speak for the device.
TEST(hardware_costs, decisions_are_monotonic)
{
    machine const ordered[]{with("RTX", 64, 512),
                            with("T4", 64, 512),
                            with("H100", 64, 512),
                            with("H200", 64, 512),
                            with("H200", 16, 512),
                            with("H200", 16, 256),
                            with("H200", 1, 256)};
    for (plan::device_state const device : {started, not_started})
        for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence, plan::edit_alignment})
            for (double cells = 1; cells < 1e15; cells *= 3)
            {
                bool before = false;
                for (machine const & on : ordered)
                {
                    bool const is_worth_it = plan::worth_offloading(cells, wanted, on.costs, device);
                    EXPECT_TRUE(is_worth_it || !before) << cells << " on " << on.name;
                    EXPECT_TRUE(!is_worth_it || plan::worth_offloading(3 * cells, wanted, on.costs, device)) << cells;
                    before = is_worth_it;
                }
            }
}

TEST(hardware_costs, the_processor_has_vectors_of_some_size)
{
    unsigned const bits = plan::host_vector_bits();
    EXPECT_TRUE(bits == 128 || bits == 256 || bits == 512) << bits;
    EXPECT_EQ(plan::this_host(3).threads, 3u);
    EXPECT_EQ(plan::this_host(3).vector_share, plan::describe_host(3, bits).vector_share);
}
