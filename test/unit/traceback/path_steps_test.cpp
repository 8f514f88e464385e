// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <stop_token>
#include <vector>

#include <reference/random_path.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>

#include "src/traceback/path_steps.hpp"

using namespace seqan3_gpulcs;

namespace
{

using runs_t = std::vector<alignment::run>;

// In parts, as tiles add them.
traceback::path_steps make_steps(std::mt19937_64 & generator, runs_t const & runs, std::uint64_t const rest = 0)
{
    std::uint64_t steps = rest;
    for (alignment::run const & run : runs)
        steps += run.count;
    traceback::path_steps path{steps};
    for (std::size_t i = 0; i < runs.size();)
    {
        std::size_t const end = std::min(runs.size(), i + 1 + reference::random_size(generator, 200));
        traceback::step_packer to = path.add_steps();
        for (; i < end; ++i)
            to.add(runs[i].operation == alignment::operation::match       ? traceback::step::diagonal
                   : runs[i].operation == alignment::operation::insertion ? traceback::step::up
                   : runs[i].operation == alignment::operation::deletion  ? traceback::step::left
                                                                          : traceback::step::substitution,
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
        auto runs = reference::random_runs(generator, size);
        auto const path = make_steps(generator, runs).finish({}, control);
        std::uint64_t matches = 0;
        for (alignment::run const & run : runs)
            matches += run.operation == alignment::operation::match ? run.count : 0;
        std::ranges::reverse(runs);
        ASSERT_TRUE(alignment::to_runs(path) == runs) << size << " runs";
        ASSERT_EQ(path.matches(), matches);
    }
}

TEST(path_steps, the_rest_is_joined_with_the_first_run)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    auto const finish = [&](runs_t const & runs, alignment::run const & rest)
    {
        return alignment::to_runs(make_steps(generator, runs, rest.count).finish(rest, control));
    };
    runs_t const runs{{alignment::operation::match, 3}, {alignment::operation::insertion, 70}};
    EXPECT_TRUE(finish(runs, {alignment::operation::insertion, 5})
                == (runs_t{{alignment::operation::insertion, 75}, {alignment::operation::match, 3}}));
    EXPECT_TRUE(finish(runs, {alignment::operation::deletion, 5})
                == (runs_t{{alignment::operation::deletion, 5},
                           {alignment::operation::insertion, 70},
                           {alignment::operation::match, 3}}));
    EXPECT_TRUE(finish({}, {alignment::operation::deletion, 9}) == (runs_t{{alignment::operation::deletion, 9}}));
    EXPECT_TRUE(finish({}, {}).empty());

    std::uint64_t const many = (std::uint64_t{1} << 24) + 5;
    EXPECT_TRUE(finish(runs, {alignment::operation::insertion, many})
                == (runs_t{{alignment::operation::insertion, many + 70}, {alignment::operation::match, 3}}));
}

TEST(path_steps, a_stop_ends_it)
{
    auto generator = reference::make_generator();
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    auto steps = make_steps(generator, reference::random_runs(generator, 10), 5);
    EXPECT_THROW(steps.finish({alignment::operation::insertion, 5}, control), operation_stopped);
}
