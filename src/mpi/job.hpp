// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Jobs, which ranks do for a call, and their tasks.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/messenger.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief A task that a rank computes.
struct task
{
    std::uint64_t number{};
    words content{};
};

//!\brief A message that a task leads to: a result for rank 0, or a task for any rank.
struct outgoing
{
    int rank{};
    message_kind kind{message_kind::result};
    std::uint64_t number{};
    words content{};
};

//!\brief The tasks of a rank, and the messages that they lead to.
class task_queue
{
public:
    task_queue() = default;
    task_queue(task_queue const &) = delete;
    task_queue & operator=(task_queue const &) = delete;
    virtual ~task_queue() = default;

    /*!\brief Takes a task. The tasks of one sender come in the order in which they were sent.
     * \param waits Whether to wait for a task.
     * \returns Nothing if the call has ended, or if there is no task yet.
     */
    virtual std::optional<task> next(bool waits) = 0;

    //!\brief Ends a task that was taken, and hands on its messages.
    virtual void put(std::vector<outgoing> && sent) = 0;
};

/*!\brief The part of one rank in a call. All ranks make it from the same content, and then compute tasks.
 *
 * A thread of its own makes it and computes with it, so it makes no call of MPI.
 */
class job
{
public:
    job() = default;
    job(job const &) = delete;
    job & operator=(job const &) = delete;
    virtual ~job() = default;

    /*!\brief Computes tasks until the call ends.
     * \param tasks     The tasks.
     * \param execution Where and how this rank computes; its progress counts the cells of tasks that are not done.
     */
    virtual void run(task_queue & tasks, plan::execution const & execution) = 0;
};

//!\brief A job that computes one task at a time.
class simple_job : public job
{
public:
    void run(task_queue & tasks, plan::execution const & execution) final
    {
        while (std::optional<task> given = tasks.next(true))
            tasks.put(compute(std::move(*given), execution));
    }

protected:
    //!\brief Computes a task, and returns its messages.
    virtual std::vector<outgoing> compute(task && given, plan::execution const & execution) = 0;
};

//!\brief The kinds of jobs, the first word of their content after the execution.
enum class job_kind : std::uint64_t
{
    pairs,   //!< Pairs of sequences.
    parts,   //!< Parts of the matrix of one pair.
    sets,    //!< Every pair of sequences of one set or two.
    queries, //!< Queries, with which subjects are compared.
    primers, //!< Targets and backgrounds.
    sites    //!< Primers and sequences.
};

//!\brief Makes a job from the content of its call, which outlives it.
using job_maker = std::unique_ptr<job> (*)(std::span<std::uint64_t const> content);

//!\brief Makes any of the jobs of this library.
std::unique_ptr<job> make_job(std::span<std::uint64_t const> content);

} // namespace seqan3_gpulcs::mpi
