// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Progress, stopping, and the threads of a computation.
 */

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/runtime/thread_team.hpp"

namespace seqan3_gpulcs::runtime
{

//!\brief The state that the threads of one call share: their progress, and whether they should stop.
class task_control
{
public:
    /*!\brief Starts.
     * \param execution   Must outlive the object.
     * \param cells_total The cells of the call.
     * \param team        Threads to use; if null, threads are started when they are needed.
     */
    task_control(plan::execution const & execution, double const cells_total, thread_team * const team = nullptr) :
        execution_{execution},
        progress_{0.0, cells_total},
        team_{team}
    {}

    //!\brief The execution must outlive the object.
    task_control(plan::execution const && execution, double cells_total, thread_team * team = nullptr) = delete;

    //!\brief Counts computed cells. Any thread.
    void add_cells(double const cells) noexcept
    {
        cells_done_.fetch_add(cells, std::memory_order_relaxed);
    }

    /*!\brief Ends the calling thread's work if another thread failed or a stop is requested, and reports progress.
     *
     * Must be called every few milliseconds, even while waiting.
     */
    void check()
    {
        if (aborted_.load(std::memory_order_relaxed) || execution_.stop.stop_requested())
            throw operation_stopped{"The computation was stopped before it was done."};

        if (!execution_.on_progress || std::this_thread::get_id() != caller_)
            return;

        if (auto const now = std::chrono::steady_clock::now(); now - last_report_ >= std::chrono::milliseconds{100})
        {
            last_report_ = now;
            report(cells_done_.load(std::memory_order_relaxed));
        }
    }

    /*!\brief Reports that all cells are done, unless there are none. To be called once, at the end of a call of the user, by the thread
     *        that created the object.
     */
    void report_done()
    {
        if (execution_.on_progress && progress_.cells_total > 0)
            report(progress_.cells_total);
    }

    //!\brief The cells counted so far.
    double cells_done() const noexcept
    {
        return cells_done_.load(std::memory_order_relaxed);
    }

    /*!\brief Starts again after a failure, when another backend takes over; no other thread may be working any more.
     * \param cells The cells counted before the failed attempt. Progress is not reported again until it passes its previous
     *              maximum.
     */
    void begin_again(double const cells) noexcept
    {
        cells_done_.store(cells, std::memory_order_relaxed);
        aborted_.store(false, std::memory_order_relaxed);
    }

    //!\brief Whether the callback runs in this thread, or has thrown, or the executor has.
    bool is_in_callback() const noexcept
    {
        return is_in_callback_.load(std::memory_order_relaxed) && std::this_thread::get_id() == caller_;
    }

    /*!\brief Runs a task on several threads, the calling one among them, and waits for all of them.
     *
     * The first exception of any of them ends the others and reaches the caller.
     */
    template <typename task_t>
    void run_team(unsigned const threads, task_t && task, late_threads const late = late_threads::awaited)
    {
        if (threads <= 1)
        {
            task();
            return;
        }

        std::exception_ptr failure{};
        std::mutex failure_mutex{};
        auto guarded_task = [&]()
        {
            try
            {
                task();
            }
            catch (...)
            {
                std::scoped_lock const lock{failure_mutex};
                if (!failure)
                    failure = std::current_exception();
                aborted_.store(true, std::memory_order_relaxed);
            }
        };

        if (execution_.executor && !is_in_executor)
            run_in_threads_of_caller(threads, guarded_task);
        else
        {
            thread_team own_team{};
            (team_ ? *team_ : own_team).run(threads, guarded_task, late);
        }
        if (failure)
            std::rethrow_exception(failure);
    }

private:
    // Whether the thread runs a task of an executor: all threads of the caller may be doing that, so a task within starts threads.
    static inline thread_local bool is_in_executor{false};

    // The calling thread does what the executor has no thread for.
    template <typename task_t>
    void run_in_threads_of_caller(unsigned const threads, task_t & task)
    {
        std::atomic<bool> has_run{false};
        std::atomic<unsigned> running{0};
        auto const run = [&]()
        {
            ++running;
            has_run.store(true, std::memory_order_relaxed);
            bool const was_in_executor = std::exchange(is_in_executor, true);
            task();
            is_in_executor = was_in_executor;
            --running;
            running.notify_all();
        };
        try
        {
            execution_.executor({threads, run});
        }
        catch (...)
        {
            // Threads that have begun use what ends here.
            aborted_.store(true, std::memory_order_relaxed);
            is_in_callback_.store(true, std::memory_order_relaxed);
            for (unsigned count = running; count != 0; count = running)
                running.wait(count);
            throw;
        }
        if (!has_run.load(std::memory_order_relaxed))
            task();
    }

    void report(double const cells)
    {
        // Cells that a device has counted count again if it runs out of memory, and another one takes its pair at once.
        progress_.cells_done = std::clamp(cells, progress_.cells_done, progress_.cells_total);
        is_in_callback_.store(true, std::memory_order_relaxed);
        execution_.on_progress(progress_);
        is_in_callback_.store(false, std::memory_order_relaxed);
    }

    plan::execution const & execution_;
    plan::progress progress_;
    thread_team * team_;
    std::chrono::steady_clock::time_point last_report_{std::chrono::steady_clock::now()};
    std::thread::id const caller_{std::this_thread::get_id()};
    std::atomic<double> cells_done_{0.0};
    std::atomic<bool> aborted_{false};
    std::atomic<bool> is_in_callback_{false};
};

} // namespace seqan3_gpulcs::runtime
