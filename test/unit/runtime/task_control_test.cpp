// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "src/runtime/task_control.hpp"

using namespace seqan3_gpulcs;

namespace
{

// From now on, a report is due.
void wait_for_report()
{
    std::this_thread::sleep_for(std::chrono::milliseconds{110});
}

} // namespace

TEST(task_control, a_stop_request_ends_any_thread)
{
    std::stop_source source{};
    plan::execution execution{};
    execution.stop = source.get_token();
    runtime::task_control control{execution, 1};
    EXPECT_NO_THROW(control.check());
    source.request_stop();
    EXPECT_THROW(control.check(), operation_stopped);
    std::jthread const other{[&]()
                             {
                                 EXPECT_THROW(control.check(), operation_stopped);
                             }};
}

TEST(task_control, a_team_has_the_given_size)
{
    plan::execution const execution{};
    for (unsigned const threads : {0u, 1u, 2u, 5u})
    {
        runtime::task_control control{execution, 1};
        std::mutex mutex{};
        std::multiset<std::thread::id> team{};
        control.run_team(threads,
                         [&]()
                         {
                             std::scoped_lock const lock{mutex};
                             team.insert(std::this_thread::get_id());
                         });
        EXPECT_EQ(team.size(), std::max(threads, 1u));
        EXPECT_EQ(team.count(std::this_thread::get_id()), 1u);
        for (std::thread::id const & id : team)
            EXPECT_EQ(team.count(id), 1u);
    }
}

// Each waits for all others, so they work at the same time.
TEST(task_control, a_team_works_side_by_side)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 1};
    std::atomic<unsigned> there{0};
    control.run_team(4,
                     [&]()
                     {
                         ++there;
                         auto const begin = std::chrono::steady_clock::now();
                         while (there < 4)
                         {
                             ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes{1});
                             std::this_thread::yield();
                         }
                     });
    EXPECT_EQ(there, 4u);
}

TEST(task_control, the_exception_of_any_thread_ends_the_others_and_reaches_the_caller)
{
    plan::execution const execution{};
    auto const caller = std::this_thread::get_id();
    for (bool const is_caller : {true, false})
    {
        runtime::task_control control{execution, 1};
        std::atomic<bool> has_thrown{false};
        std::atomic<unsigned> stopped{0};
        auto const task = [&]()
        {
            bool const is_this = (std::this_thread::get_id() == caller) == is_caller;
            if (is_this && !has_thrown.exchange(true))
                throw std::runtime_error{"the first one"};
            try
            {
                auto const begin = std::chrono::steady_clock::now();
                while (std::chrono::steady_clock::now() - begin < std::chrono::minutes{1})
                {
                    control.check();
                    std::this_thread::yield();
                }
            }
            catch (operation_stopped const &)
            {
                ++stopped;
                throw;
            }
        };
        try
        {
            control.run_team(4, task);
            FAIL();
        }
        catch (std::runtime_error const & exception)
        {
            EXPECT_STREQ(exception.what(), "the first one");
        }
        EXPECT_EQ(stopped, 3u);
    }
}

TEST(task_control, progress_comes_from_the_calling_thread_only)
{
    std::vector<double> reports{};
    plan::execution execution{};
    auto const caller = std::this_thread::get_id();
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_EQ(progress.cells_total, 100);
        reports.push_back(progress.cells_done);
    };
    runtime::task_control control{execution, 100};
    control.check();
    EXPECT_TRUE(reports.empty()) << "No report is due yet.";

    wait_for_report();
    std::jthread{[&]()
                 {
                     control.add_cells(10);
                     control.check();
                 }}
        .join();
    EXPECT_TRUE(reports.empty());
    control.add_cells(5);
    control.check();
    EXPECT_EQ(reports, std::vector<double>{15});
    control.check();
    EXPECT_EQ(reports.size(), 1u) << "The next one is not due yet.";
    EXPECT_EQ(control.cells_done(), 15);
}

// Cells that are counted twice.
TEST(task_control, progress_never_exceeds_all_cells)
{
    std::vector<double> reports{};
    plan::execution execution{};
    execution.on_progress = [&](plan::progress const & progress)
    {
        reports.push_back(progress.cells_done);
    };
    runtime::task_control control{execution, 100};
    control.add_cells(150);
    wait_for_report();
    control.check();
    EXPECT_EQ(reports, std::vector<double>{100});
}

TEST(task_control, cells_of_all_threads_add_up)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 1};
    control.run_team(4,
                     [&]()
                     {
                         for (unsigned i = 0; i < 10'000; ++i)
                             control.add_cells(1);
                     });
    EXPECT_EQ(control.cells_done(), 40'000);
}

// Another backend takes over.
TEST(task_control, progress_never_decreases_when_work_begins_again)
{
    std::vector<double> reports{};
    plan::execution execution{};
    execution.on_progress = [&](plan::progress const & progress)
    {
        reports.push_back(progress.cells_done);
    };
    runtime::task_control control{execution, 100};
    control.add_cells(60);
    wait_for_report();
    control.check();

    auto const fail = []()
    {
        throw std::runtime_error{"no memory"};
    };
    EXPECT_THROW(control.run_team(2, fail), std::runtime_error);
    EXPECT_THROW(control.check(), operation_stopped) << "The team has failed.";

    control.begin_again(20);
    EXPECT_EQ(control.cells_done(), 20);
    wait_for_report();
    EXPECT_NO_THROW(control.check());
    control.add_cells(50);
    wait_for_report();
    control.check();
    EXPECT_EQ(reports, (std::vector<double>{60, 60, 70}));
}

TEST(task_control, knows_whether_the_callback_threw)
{
    bool throws = false;
    runtime::task_control * current{};
    plan::execution execution{};
    execution.on_progress = [&](plan::progress const &)
    {
        EXPECT_TRUE(current->is_in_callback());
        std::thread{[&]()
                    {
                        EXPECT_FALSE(current->is_in_callback());
                    }}
            .join();
        if (throws)
            throw std::runtime_error{"by the callback"};
    };
    runtime::task_control control{execution, 1};
    current = &control;
    wait_for_report();
    control.check();
    EXPECT_FALSE(control.is_in_callback());

    throws = true;
    wait_for_report();
    EXPECT_THROW(control.check(), std::runtime_error);
    EXPECT_TRUE(control.is_in_callback());
}

TEST(task_control, the_last_report_is_due_at_once)
{
    std::vector<double> reports{};
    plan::execution execution{};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, 100);
        reports.push_back(progress.cells_done);
    };
    runtime::task_control control{execution, 100};
    control.add_cells(99);
    control.report_done();
    EXPECT_EQ(reports, std::vector<double>{100});

    runtime::task_control{execution, 0}.report_done();
    EXPECT_EQ(reports.size(), 1u);
    plan::execution const silent{};
    runtime::task_control{silent, 100}.report_done();
}

// The threads of the caller take part: all, fewer, or none of them, when the calling one does it all.
TEST(task_control, an_executor_has_the_threads)
{
    for (unsigned const used : {0u, 1u, 3u})
    {
        plan::execution execution{};
        unsigned wanted = 0;
        execution.executor = [&](plan::thread_task const & task)
        {
            wanted = task.threads;
            std::vector<std::jthread> threads{};
            for (unsigned i = 0; i < std::min(used, task.threads); ++i)
                threads.emplace_back(task.run);
        };
        runtime::task_control control{execution, 1};
        std::mutex mutex{};
        std::set<std::thread::id> team{};
        unsigned runs = 0;
        control.run_team(3,
                         [&]()
                         {
                             std::scoped_lock const lock{mutex};
                             team.insert(std::this_thread::get_id());
                             ++runs;
                         });
        EXPECT_EQ(wanted, 3u);
        EXPECT_EQ(runs, std::max(used, 1u));
        EXPECT_EQ(team.contains(std::this_thread::get_id()), used == 0);

        // One thread needs no executor.
        wanted = 0;
        control.run_team(1, []() {});
        EXPECT_EQ(wanted, 0u);

        EXPECT_THROW(control.run_team(2,
                                      []()
                                      {
                                          throw std::runtime_error{"of a thread"};
                                      }),
                     std::runtime_error);
    }
    plan::execution execution{};
    execution.executor = [](plan::thread_task const &)
    {
        throw std::logic_error{"of the executor"};
    };
    runtime::task_control control{execution, 1};
    EXPECT_THROW(control.run_team(2, []() {}), std::logic_error);
}

// A task within a task finds the threads of the executor busy.
TEST(task_control, a_task_in_a_task_of_an_executor)
{
    plan::execution execution{};
    std::atomic<unsigned> calls{0};
    execution.executor = [&](plan::thread_task const & task)
    {
        ++calls;
        std::vector<std::jthread> threads{};
        for (unsigned i = 0; i < task.threads; ++i)
            threads.emplace_back(task.run);
    };
    runtime::task_control control{execution, 1};
    std::atomic<unsigned> runs{0};
    control.run_team(2,
                     [&]()
                     {
                         runtime::task_control of_task{execution, 1};
                         of_task.run_team(2,
                                          [&]()
                                          {
                                              ++runs;
                                          });
                     });
    EXPECT_EQ(calls, 1u);
    EXPECT_EQ(runs, 4u);
}

// What has begun when the executor throws is asked to end, and awaited.
TEST(task_control, an_executor_that_fails_half_way)
{
    plan::execution execution{};
    std::jthread started{};
    std::atomic<bool> has_begun{false};
    execution.executor = [&](plan::thread_task const & task)
    {
        started = std::jthread{task.run};
        has_begun.wait(false);
        throw std::logic_error{"no more threads"};
    };
    runtime::task_control control{execution, 1};
    std::atomic<bool> has_ended{false};
    auto const work_until_asked_to_end = [&]()
    {
        has_begun = true;
        has_begun.notify_all();
        try
        {
            while (true)
                control.check();
        }
        catch (operation_stopped const &)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
            has_ended = true;
        }
    };
    EXPECT_THROW(control.run_team(2, work_until_asked_to_end), std::logic_error);
    EXPECT_TRUE(has_ended);
}
