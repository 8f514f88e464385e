// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The thread of a rank that computes for a call.
 */

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/job.hpp"

namespace seqan3_gpulcs::mpi
{

class rank_group;

/*!\brief Computes the tasks of a call one after the other, in a thread of its own: so the thread that may call MPI can go on
 *        with messages.
 */
class call_worker final : private task_queue
{
public:
    /*!\brief Starts the thread.
     * \param make      Makes the job.
     * \param content   The content of the call.
     * \param execution Where and how to compute.
     * \param group     The ranks; for messages about failures.
     */
    call_worker(job_maker make, words content, plan::execution const & execution, rank_group const & group);

    //!\brief Stops what is being computed, and waits for that.
    ~call_worker() override = default;

    //!\brief Adds a task.
    void push(task && given);

    //!\brief Takes what has been computed since the last call of take().
    std::vector<outgoing> take();

    //!\brief Waits until something has been computed, but no longer than the next pause.
    void wait(message_waiter & waiter);

    //!\brief The cells of the current tasks that have been computed.
    double cells_done() const noexcept
    {
        return cells_done_.load(std::memory_order_relaxed);
    }

private:
    void run(std::stop_token const & stop);
    std::optional<task> next(bool waits) override;
    void put(std::vector<outgoing> && sent) override;

    job_maker make_;
    words content_;
    plan::execution execution_;
    rank_group const & group_;
    std::mutex mutex_{};
    std::condition_variable_any has_task_{};
    std::condition_variable has_outgoing_{};
    std::deque<task> tasks_{};
    std::size_t current_tasks_{}; // Tasks that have been taken, and are not done.
    std::vector<outgoing> outgoing_{};
    std::atomic<double> cells_done_{};
    std::jthread thread_; // The last member: it uses all others.
};

} // namespace seqan3_gpulcs::mpi
