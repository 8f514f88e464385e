// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/rank_call.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/mpi/communicator.hpp>

#include "src/dispatch/find_backend.hpp"
#include "src/mpi/descriptions.hpp"
#include "src/mpi/failure.hpp"
#include "src/mpi/timeouts.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// A rank has two tasks: it computes one, and the other one is at hand when that is done.
constexpr int tasks_ahead{2};

constexpr std::chrono::milliseconds report_interval{100};

} // namespace

rank_call::rank_call(rank_group & group,
                     job_maker const make,
                     words const & content,
                     plan::execution const & execution,
                     bool const needs_speeds) :
    group_{group},
    execution_{execution},
    number_{group.next_call()}
{
    if (group_.rank() != 0)
        throw communication_error{"Only rank 0 makes calls; have all other ranks serve."};
    if (group_.is_given_up())
        throw communication_error{"A rank did not answer in an earlier call; start the program again."};
    // A backend or a device that is not there is reported before anything is sent.
    static_cast<void>(dispatch::find_backend(execution));
    words whole = make_words(execution);
    whole.insert(whole.end(), content.begin(), content.end());
    try
    {
        begin(std::move(whole), needs_speeds, make);
    }
    catch (...)
    {
        // Other ranks may wait for messages that will not come.
        group_.give_up();
        throw;
    }
}

rank_call::~rank_call()
{
    own_.reset();
    results_.clear();
    try
    {
        if (group_.is_given_up() || end_others())
            return;
    }
    catch (std::exception const &)
    {
        // The run will be aborted, so the reason does not matter.
    }
    group_.give_up();
}

void rank_call::begin(words && content, bool const needs_speeds, job_maker const make)
{
    for (int rank = 1; rank < group_.size(); ++rank)
        group_.messages().send({rank, message_kind::begin, number_, needs_speeds, {}});
    group_.messages().broadcast(content);
    plan::execution const own = group_.share_host(execution_);
    for (rank_speed const & of_rank : group_.gather_speeds(needs_speeds ? group_.speed(own) : rank_speed{}))
    {
        speeds_.push_back(of_rank.cells_per_second);
        max_devices_ = std::max(max_devices_, of_rank.devices);
    }
    own_.emplace(make, std::move(content), own, group_);
}

void rank_call::assign(int const rank, task && given, double const cells)
{
    cells_.emplace(given.number, cells);
    if (rank == 0)
        own_->push(std::move(given));
    else
        group_.messages().send({rank, message_kind::task, number_, given.number, std::move(given.content)});
}

task_result rank_call::wait()
{
    message_waiter waiter{group_.messages()};
    for (poll(); results_.empty(); poll())
        own_->wait(waiter);
    task_result next = std::move(results_.front());
    results_.pop_front();
    return next;
}

void rank_call::wait_for_room()
{
    message_waiter waiter{group_.messages()};
    for (; group_.messages().unsent_words() > group_.tuning().max_unsent_words; poll())
        std::this_thread::sleep_for(waiter.next_pause(max_idle_pause));
}

void rank_call::poll()
{
    if (execution_.stop.stop_requested())
        throw operation_stopped{"The computation was stopped before it was done."};
    take_messages();
    take_own();
    report();
}

void rank_call::take_messages()
{
    while (std::optional<message> received = group_.messages().receive())
        if (received->call == number_)
            take(received->rank, {0, received->kind, received->number, std::move(received->content)});
}

void rank_call::take_own()
{
    for (outgoing & sent : own_->take())
        if (sent.rank != 0)
            group_.messages().send({sent.rank, sent.kind, number_, sent.number, std::move(sent.content)});
        else
            take(0, std::move(sent));
}

void rank_call::take(int const rank, outgoing && sent)
{
    if (sent.kind == message_kind::failure)
        throw_failure(sent.content);
    if (auto const cells = cells_.find(sent.number); cells != cells_.end())
    {
        progress_.cells_done += cells->second;
        cells_.erase(cells);
    }
    results_.push_back({rank, sent.number, std::move(sent.content)});
}

void rank_call::report()
{
    auto const now = std::chrono::steady_clock::now();
    if (!execution_.on_progress || progress_.cells_total <= 0 || now - last_report_ < report_interval)
        return;
    last_report_ = now;
    // Cells that this rank has done of a task count before the result of the task is there.
    reported_ = std::clamp(progress_.cells_done + own_->cells_done(), reported_, progress_.cells_total);
    execution_.on_progress({reported_, progress_.cells_total});
}

void rank_call::report_done()
{
    if (execution_.on_progress && progress_.cells_total > 0)
        execution_.on_progress({progress_.cells_total, progress_.cells_total});
}

bool rank_call::end_others()
{
    for (int rank = 1; rank < group_.size(); ++rank)
        group_.messages().send({rank, message_kind::end, number_, 0, {}});
    message_waiter waiter{group_.messages()};
    for (int missing = group_.size() - 1; missing != 0;)
    {
        std::optional<message> const received = group_.messages().receive();
        if (received && received->call == number_ && received->kind == message_kind::ended)
            --missing;
        if (received)
            continue;
        if (waiter.silence() > end_timeout)
            return false;
        std::this_thread::sleep_for(waiter.next_pause(max_idle_pause));
    }
    return true;
}

void share_tasks(rank_call & call,
                 int const ranks,
                 std::vector<double> const & cells,
                 std::function<words(std::size_t)> const & make,
                 std::function<void(task_result &&)> const & consume)
{
    std::size_t next = 0;
    auto const assign_next = [&](int const rank)
    {
        if (next != cells.size())
        {
            // Tasks that have not been sent are in the memory of this rank: their size is limited.
            call.wait_for_room();
            call.assign(rank, {next, make(next)}, cells[next]);
            ++next;
        }
    };
    // Each rank gets one task before any gets two: there may be few.
    for (int round = 0; round < tasks_ahead; ++round)
        for (int rank = 0; rank < ranks; ++rank)
            assign_next(rank);
    for (std::size_t done = 0; done < cells.size(); ++done)
    {
        task_result result = call.wait();
        assign_next(result.rank);
        consume(std::move(result));
    }
    call.report_done();
}

} // namespace seqan3_gpulcs::mpi
