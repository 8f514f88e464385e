// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "src/runtime/parallel_for.hpp"
#include "src/runtime/thread_team.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Runs a task that waits until all of its threads have begun; returns them.
std::set<std::thread::id> run_together(runtime::thread_team & team, unsigned const threads)
{
    std::mutex mutex{};
    std::set<std::thread::id> ids{};
    std::atomic<unsigned> begun{0};
    auto const task = [&]()
    {
        {
            std::scoped_lock const lock{mutex};
            EXPECT_TRUE(ids.insert(std::this_thread::get_id()).second);
        }
        for (++begun; begun < threads;)
            std::this_thread::yield();
    };
    team.run(threads, task);
    EXPECT_EQ(begun, threads);
    EXPECT_TRUE(ids.contains(std::this_thread::get_id()));
    return ids;
}

} // namespace

TEST(thread_team, threads_stay_for_later_tasks)
{
    runtime::thread_team team{};
    auto const all = run_together(team, 5);
    EXPECT_EQ(all.size(), 5u);
    for (unsigned const threads : {1u, 2u, 5u, 3u, 5u})
    {
        auto const some = run_together(team, threads);
        EXPECT_EQ(some.size(), threads);
        EXPECT_TRUE(std::includes(all.begin(), all.end(), some.begin(), some.end()));
    }
    auto const more = run_together(team, 7);
    EXPECT_TRUE(std::includes(more.begin(), more.end(), all.begin(), all.end()));
}

// No thread works after a task has ended, or on another one; the calling one always does.
TEST(thread_team, one_short_task_after_the_other)
{
    using enum runtime::late_threads;

    runtime::thread_team team{};
    for (unsigned round = 0; round < 2000; ++round)
    {
        auto const late = round / 16 % 2 == 0 ? awaited : left_out;
        std::atomic<bool> is_caller_there{false};
        auto const caller = std::this_thread::get_id();
        std::atomic<unsigned> calls{0};
        unsigned value = round;
        auto const task = [&]()
        {
            ++calls;
            // So that the calling one often ends before others, but not before they begin.
            bool const is_caller = std::this_thread::get_id() == caller;
            for (unsigned turn = 0; turn < (is_caller ? round % 3 : 10); ++turn)
                std::this_thread::yield();
            EXPECT_EQ(value, round);
            if (is_caller)
                is_caller_there = true;
        };
        unsigned const threads = 1 + round % 4;
        team.run(threads, task, late);
        EXPECT_TRUE(is_caller_there);
        EXPECT_LE(calls, threads);
        EXPECT_TRUE(late == left_out || calls == threads);
        value = ~0u;
    }
}

TEST(thread_team, a_team_without_tasks)
{
    runtime::thread_team const team{};
}

// Each control begins anew, whatever became of the one before.
TEST(thread_team, failures_do_not_stay)
{
    runtime::thread_team team{};
    plan::execution const execution{};
    for (unsigned round = 0; round < 50; ++round)
    {
        runtime::task_control control{execution, 0, &team};
        std::atomic<unsigned> calls{0};
        bool const fails = round % 2 == 0;
        auto const run = [&]()
        {
            runtime::parallel_for(control,
                                  4,
                                  100,
                                  [&]()
                                  {
                                      return [&](std::size_t const i)
                                      {
                                          ++calls;
                                          if (fails && i == 30)
                                              throw std::runtime_error{"enough"};
                                      };
                                  });
        };
        if (fails)
        {
            EXPECT_THROW(run(), std::runtime_error);
            continue;
        }
        run();
        EXPECT_EQ(calls, 100u);
    }
}
