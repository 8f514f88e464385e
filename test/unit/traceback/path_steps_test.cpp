// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <stop_token>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>

#include "src/traceback/path_steps.hpp"

using namespace seqan3_gpulcs;

namespace
{

using runs_t = std::vector<lcs::run>;

// Runs in the order of a traceback, some of them much longer than a word of steps.
runs_t random_runs(std::mt19937_64 & generator, std::size_t const size)
{
    runs_t runs{};
    while (runs.size() < size)
    {
        std::uint64_t const max_length = reference::random_size(generator, 50) == 0 ? 5000 : 4;
        lcs::operation const operations[]{lcs::operation::match, lcs::operation::insertion, lcs::operation::deletion};
        lcs::operation const operation = operations[reference::random_size(generator, 2)];
        if (runs.empty() || runs.back().operation != operation)
            runs.push_back({operation, 1 + reference::random_size(generator, max_length - 1)});
    }
    return runs;
}

// In parts, as tiles add them.
traceback::path_steps make_path(std::mt19937_64 & generator, runs_t const & runs)
{
    std::uint64_t steps = 0;
    for (lcs::run const & run : runs)
        steps += run.count;
    traceback::path_steps path{steps};
    for (std::size_t i = 0; i < runs.size();)
    {
        std::size_t const end = std::min(runs.size(), i + 1 + reference::random_size(generator, 200));
        traceback::step_writer to = path.add_steps();
        for (; i < end; ++i)
            to.add(runs[i].operation == lcs::operation::match       ? traceback::step::diagonal
                   : runs[i].operation == lcs::operation::insertion ? traceback::step::up
                                                                    : traceback::step::left,
                   runs[i].count);
        path.end_steps(to);
    }
    return path;
}

} // namespace

TEST(path_steps, runs_come_back_in_the_other_order)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    for (std::size_t const size : {0, 1, 2, 31, 32, 33, 1000, 100'000, 700'000})
    {
        auto runs = random_runs(generator, size);
        auto const path = make_path(generator, runs);
        std::uint64_t matches = 0;
        for (lcs::run const & run : runs)
            matches += run.operation == lcs::operation::match ? run.count : 0;
        std::ranges::reverse(runs);

        for (unsigned const threads : {1u, 2u, 5u})
        {
            lcs::result found{};
            path.make_runs(found, {}, threads, control);
            ASSERT_TRUE(found.runs == runs) << size << " runs, " << threads << " threads";
            ASSERT_EQ(found.length, matches);
        }
    }
}

TEST(path_steps, what_is_left_is_joined_with_the_first_run)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    auto const path = make_path(generator, {{lcs::operation::match, 3}, {lcs::operation::insertion, 70}});
    lcs::result found{};
    path.make_runs(found, {lcs::operation::insertion, 5}, 1, control);
    EXPECT_TRUE(found.runs == (runs_t{{lcs::operation::insertion, 75}, {lcs::operation::match, 3}}));
    path.make_runs(found, {lcs::operation::deletion, 5}, 1, control);
    EXPECT_TRUE(
        found.runs
        == (runs_t{{lcs::operation::deletion, 5}, {lcs::operation::insertion, 70}, {lcs::operation::match, 3}}));
    traceback::path_steps{0}.make_runs(found, {lcs::operation::deletion, 9}, 1, control);
    EXPECT_TRUE(found.runs == (runs_t{{lcs::operation::deletion, 9}}));
    traceback::path_steps{0}.make_runs(found, {}, 1, control);
    EXPECT_TRUE(found.runs.empty());
}

TEST(path_steps, memory_that_is_there_is_used_unless_it_is_far_too_much)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    auto const path = make_path(generator, random_runs(generator, 100'000));
    EXPECT_NEAR(static_cast<double>(path.expected_runs(0.25)), 4e5, 2e4);

    for (std::size_t const room : {50'000, 110'000, 1'000'000})
    {
        lcs::result found{};
        traceback::resize_runs(found.runs, room, control);
        EXPECT_EQ(found.runs.size(), room);
        auto const * const memory = found.runs.data();
        path.make_runs(found, {}, 1, control);
        EXPECT_EQ(found.runs.size(), 100'000u);
        if (room == 110'000)
        {
            EXPECT_EQ(found.runs.data(), memory);
        }
        EXPECT_LE(found.runs.capacity(), 2 * found.runs.size());
    }
}

TEST(path_steps, a_stop_ends_it)
{
    auto generator = reference::make_generator();
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    auto const path = make_path(generator, random_runs(generator, 300'000));
    lcs::result found{};
    EXPECT_THROW(path.make_runs(found, {}, 2, control), operation_stopped);
    EXPECT_THROW(traceback::resize_runs(found.runs, 1 << 20, control), operation_stopped);
}
