// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A call of rank 0 that all ranks work on.
 */

#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/call_worker.hpp"
#include "src/mpi/job.hpp"
#include "src/mpi/rank_group.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief The result of a task.
struct task_result
{
    int rank{};
    std::uint64_t number{};
    words content{};
};

/*!\brief Begins a call on all ranks, gives them tasks, and collects the results. Rank 0 has it, and computes, too.
 *
 * While a call has tasks, no other call may be used.
 */
class rank_call
{
public:
    /*!\brief Begins the call on all ranks.
     * \param group         The ranks.
     * \param make          Makes the job of rank 0; other ranks must give the same function to serve().
     * \param content       The content that make_job() takes.
     * \param execution     Where and how to compute, with the callback and the stop token; must outlive the object.
     * \param needs_speeds  Whether speeds() will be called.
     * \throws communication_error, also on other ranks than 0; std::bad_alloc; if the execution names what is not there,
     *         seqan3_gpulcs::no_device or seqan3_gpulcs::invalid_option
     */
    rank_call(rank_group & group,
              job_maker make,
              words const & content,
              plan::execution const & execution,
              bool needs_speeds = false);

    //!\brief Ends the call on all ranks, also if they are still computing.
    ~rank_call();

    rank_call(rank_call const &) = delete;
    rank_call & operator=(rank_call const &) = delete;

    //!\brief The approximate speed of each rank: the cells of longest common subsequences per second.
    std::vector<double> const & speeds() const noexcept
    {
        return speeds_;
    }

    //!\brief The number of devices of the rank that has most; 0 unless speeds are needed.
    double max_devices() const noexcept
    {
        return max_devices_;
    }

    //!\brief Sets the total of the progress: the cells of all tasks that follow.
    void expect(double const cells_total) noexcept
    {
        progress_ = {0, cells_total};
        reported_ = 0;
    }

    //!\brief Adds cells that are done to the progress.
    void add_cells(double const cells) noexcept
    {
        progress_.cells_done += cells;
    }

    //!\brief Gives a rank a task. \param cells Count as done when its result comes.
    void assign(int rank, task && given, double cells = 0);

    /*!\brief Waits until most of the tasks given have been sent: the rest has a limited size.
     * \throws The exceptions of wait().
     */
    void wait_for_room();

    /*!\brief Waits for the next result.
     * \throws seqan3_gpulcs::operation_stopped, whatever `execution.on_progress` throws, and what a rank has thrown.
     */
    task_result wait();

    /*!\brief Reports that all cells are done, unless there are none.
     * \throws Whatever `execution.on_progress` throws.
     */
    void report_done();

private:
    void begin(words && content, bool needs_speeds, job_maker make);
    void poll();
    void take_messages();
    void take_own();
    void take(int rank, outgoing && sent);
    void report();
    bool end_others();

    rank_group & group_;
    plan::execution const & execution_;
    std::uint64_t number_;
    std::vector<double> speeds_{};
    double max_devices_{};
    std::optional<call_worker> own_{};
    std::deque<task_result> results_{};
    std::map<std::uint64_t, double> cells_{}; // The cells of each task without a result.
    plan::progress progress_{};
    double reported_{};
    std::chrono::steady_clock::time_point last_report_{std::chrono::steady_clock::now()};
};

/*!\brief Has the ranks compute tasks; a rank gets another task when it is done with one.
 * \param call    The call.
 * \param ranks   The number of ranks.
 * \param cells   The cells of each task.
 * \param make    Makes the content of a task; called when a rank is about to get it.
 * \param consume Called with the results, in any order.
 */
void share_tasks(rank_call & call,
                 int ranks,
                 std::vector<double> const & cells,
                 std::function<words(std::size_t)> const & make,
                 std::function<void(task_result &&)> const & consume);

} // namespace seqan3_gpulcs::mpi
