// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/call_worker.hpp"

#include <iterator>
#include <utility>

#include "src/mpi/descriptions.hpp"
#include "src/mpi/failure.hpp"
#include "src/mpi/rank_group.hpp"

namespace seqan3_gpulcs::mpi
{

call_worker::call_worker(job_maker const make,
                         words content,
                         plan::execution const & execution,
                         rank_group const & group) :
    make_{make},
    content_{std::move(content)},
    execution_{execution},
    group_{group},
    thread_{[this](std::stop_token const & stop)
            {
                run(stop);
            }}
{}

void call_worker::push(task && given)
{
    {
        std::scoped_lock const lock{mutex_};
        tasks_.push_back(std::move(given));
    }
    has_task_.notify_one();
}

std::vector<outgoing> call_worker::take()
{
    std::scoped_lock const lock{mutex_};
    return std::exchange(outgoing_, {});
}

void call_worker::wait(message_waiter & waiter)
{
    std::unique_lock lock{mutex_};
    bool const is_computing = current_tasks_ != 0 || !tasks_.empty();
    has_outgoing_.wait_for(lock,
                           waiter.next_pause(is_computing ? max_computing_pause : max_idle_pause),
                           [this]()
                           {
                               return !outgoing_.empty();
                           });
}

void call_worker::run(std::stop_token const & stop)
{
    execution_.stop = stop;
    // The thread that started the call is another one, and has the executor.
    execution_.on_route = {};
    execution_.executor = {};
    execution_.on_progress = [this](plan::progress const & progress)
    {
        cells_done_.store(progress.cells_done, std::memory_order_relaxed);
    };
    try
    {
        word_reader reader{content_};
        // Skips the execution, which the constructor was given.
        reader.next<plan::execution>();
        make_(reader.rest())->run(*this, execution_);
    }
    catch (...)
    {
        words const description = describe_failure(group_.rank() == 0 ? "" : group_.name());
        // Each later task fails, too: rank 0 may not have seen the first failure, because it waited for another call.
        do
        {
            std::vector<outgoing> failure{};
            failure.push_back({0, message_kind::failure, 0, description});
            put(std::move(failure));
        }
        while (next(true));
    }
}

void call_worker::put(std::vector<outgoing> && sent)
{
    cells_done_.store(0, std::memory_order_relaxed);
    {
        std::scoped_lock const lock{mutex_};
        current_tasks_ -= current_tasks_ != 0 ? 1 : 0;
        outgoing_.insert(outgoing_.end(), std::make_move_iterator(sent.begin()), std::make_move_iterator(sent.end()));
    }
    has_outgoing_.notify_one();
}

std::optional<task> call_worker::next(bool const waits)
{
    std::unique_lock lock{mutex_};
    auto const has_one = [this]()
    {
        return !tasks_.empty();
    };
    if (!(waits ? has_task_.wait(lock, execution_.stop, has_one) : has_one()) || execution_.stop.stop_requested())
        return {};
    task first = std::move(tasks_.front());
    tasks_.pop_front();
    ++current_tasks_;
    return first;
}

} // namespace seqan3_gpulcs::mpi
