// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Threads for one task after the other.
 */

#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace seqan3_gpulcs::runtime
{

//!\brief The treatment of threads that have not begun when the calling one has done its part of a task.
enum class late_threads : std::uint8_t
{
    awaited, //!< They are awaited, and do their part.
    left_out //!< They take no part, because nothing is left to do. Waking a thread may take longer than the whole task.
};

/*!\brief Threads that wait for the next task: waking them takes a fraction of the time of starting them.
 *
 * Thread safety: one task at a time.
 */
class thread_team
{
public:
    //!\brief Starts no thread.
    thread_team() = default;
    thread_team(thread_team const &) = delete;
    thread_team & operator=(thread_team const &) = delete;

    //!\brief Ends all threads.
    ~thread_team()
    {
        {
            std::scoped_lock const lock{mutex_};
            has_ended_ = true;
        }
        wake_.notify_all();
    }

    /*!\brief Runs a task on several threads, the calling one among them, and waits for all of them.
     * \param threads The number of threads, at least 1; fewer if the system has no more.
     * \param task    Called by each of them; must not throw.
     * \param late    The treatment of threads that begin late.
     */
    template <typename task_t>
    void run(unsigned const threads, task_t & task, late_threads const late = late_threads::awaited)
    {
        {
            std::scoped_lock const lock{mutex_};
            task_ = std::ref(task);
            wanted_ = threads - 1;
            ++round_;
        }
        wake_.notify_all();
        start_threads(threads - 1);
        task();

        std::unique_lock lock{mutex_};
        if (late == late_threads::left_out)
            wanted_ = 0;
        done_.wait(lock,
                   [this]()
                   {
                       return wanted_ == 0 && running_ == 0;
                   });
    }

private:
    void start_threads(unsigned const count)
    {
        try
        {
            threads_.reserve(count);
            while (threads_.size() < count)
                threads_.emplace_back(
                    [this]()
                    {
                        run_tasks();
                    });
        }
        catch (std::exception const &)
        {
            // The system has no more threads, or no memory for them: the threads that have started do all the work.
            std::scoped_lock const lock{mutex_};
            wanted_ -= std::min(wanted_, count - static_cast<unsigned>(threads_.size()));
        }
    }

    void run_tasks()
    {
        std::unique_lock lock{mutex_};
        for (std::uint64_t last_round = 0;; last_round = round_)
        {
            wake_.wait(lock,
                       [&]()
                       {
                           return (wanted_ != 0 && round_ != last_round) || has_ended_;
                       });
            if (has_ended_)
                return;
            --wanted_;
            ++running_;
            lock.unlock();
            task_();
            lock.lock();
            if (--running_ == 0 && wanted_ == 0)
                done_.notify_one();
        }
    }

    std::mutex mutex_{};
    std::condition_variable wake_{};
    std::condition_variable done_{};
    std::function<void()> task_{};
    std::uint64_t round_{0}; // The number of the task: no thread takes part in it twice.
    unsigned wanted_{0};     // Threads that should still begin.
    unsigned running_{0};    // Threads that have begun and not ended, except for the calling one.
    bool has_ended_{false};
    std::vector<std::jthread> threads_{}; // Joined first.
};

} // namespace seqan3_gpulcs::runtime
