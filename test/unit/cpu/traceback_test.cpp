// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "../../../src/cpu/traceback.hpp"

using namespace seqan3_gpulcs;

// Random sequences, and related ones whose path leaves the diagonal and runs along borders.
TEST(traceback, tiles_that_are_computed_ahead_change_nothing)
{
    auto generator = reference::make_generator();
    auto const letters = reference::random_letters(generator, 20'000, 4);
    auto rotated = letters;
    std::ranges::rotate(rotated, rotated.begin() + 7000);
    auto shorter = letters;
    shorter.erase(shorter.begin() + 3000, shorter.begin() + 12'000);

    auto const first = packing::pack(letters);
    for (auto const & other : {rotated,
                               shorter,
                               reference::random_letters(generator, 16'000, 4),
                               reference::random_letters(generator, 300, 4),
                               std::vector<std::uint8_t>(9000, 1)})
    {
        auto const second = packing::pack(other);
        plan::execution const execution{};
        for (lcs::sequence_pair const & pair : {lcs::sequence_pair{first, second}, {second, first}})
        {
            for (std::uint64_t const limit :
                 {std::uint64_t{30'000}, std::uint64_t{300'000}, plan::default_memory_limit})
            {
                auto plan = plan::plan_subsequence(pair.first.size(), pair.second.size(), limit, 1);
                run_control control{execution, 0};
                auto const expected = cpu::find_subsequence(pair, plan, control);
                EXPECT_EQ(expected.length, lcs::length(pair.first, pair.second, {.backend = plan::backend::cpu}));

                for (unsigned const threads : {2u, 5u})
                {
                    for (std::size_t const ahead : {1u, 3u, 10u})
                    {
                        plan.threads = threads;
                        plan.tiles_ahead = ahead;
                        auto const found = cpu::find_subsequence(pair, plan, control);
                        ASSERT_TRUE(found.runs == expected.runs)
                            << pair.first.size() << " x " << pair.second.size() << ", limit " << limit << ", threads "
                            << threads << ", ahead " << ahead;
                    }
                }
            }
        }
    }
}

// The room for them is estimated; most of it must be in use, as results may be many.
TEST(traceback, runs_take_little_more_memory_than_they_need)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {100, 1000, 3000, 10'000, 50'000})
    {
        auto const first = packing::pack(reference::random_letters(generator, size, 4));
        auto const second = packing::pack(reference::random_letters(generator, size, 4));
        auto const runs = lcs::subsequence(first, second, {.backend = plan::backend::cpu});
        EXPECT_LE(runs.capacity(), 2 * runs.size() + 200) << size;
    }
}

TEST(traceback, a_stop_ends_the_threads_that_go_ahead)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 30'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 30'000, 4));
    auto plan = plan::plan_subsequence(first.size(), second.size(), plan::default_memory_limit, 1);
    plan.threads = 4;
    plan.tiles_ahead = 8;

    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    run_control control{execution, 0};
    EXPECT_THROW(cpu::find_subsequence({first, second}, plan, control), operation_stopped);
}
