// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/call_worker.hpp"

#include <iterator>
#include <utility>

#include "src/mpi/execution_words.hpp"
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

void call_worker::push(task && one)
{
    {
        std::scoped_lock const lock{mutex_};
        tasks_.push_back(std::move(one));
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
    bool const is_computing = is_in_task_ || !tasks_.empty();
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
    execution_.on_progress = [this](plan::progress const & progress)
    {
        cells_done_.store(progress.cells_done, std::memory_order_relaxed);
    };
    try
    {
        word_reader reader{content_};
        // It has been read.
        read_execution(reader);
        std::unique_ptr<job> const own = make_(reader.rest());
        for (task next{}; wait_for_task(stop, next);)
            put(own->compute(std::move(next), execution_));
    }
    catch (...)
    {
        words const description = describe_failure(group_.rank() == 0 ? "" : group_.name());
        // Each later task fails, too: rank 0 may have waited for another call.
        task next{};
        do
        {
            std::vector<outgoing> failure{};
            failure.push_back({0, message_kind::failure, 0, description});
            put(std::move(failure));
        }
        while (wait_for_task(stop, next));
    }
}

void call_worker::put(std::vector<outgoing> && some)
{
    cells_done_.store(0, std::memory_order_relaxed);
    {
        std::scoped_lock const lock{mutex_};
        is_in_task_ = false;
        outgoing_.insert(outgoing_.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
    }
    has_outgoing_.notify_one();
}

bool call_worker::wait_for_task(std::stop_token const & stop, task & next)
{
    std::unique_lock lock{mutex_};
    bool const has_one = has_task_.wait(lock,
                                        stop,
                                        [this]()
                                        {
                                            return !tasks_.empty();
                                        });
    if (!has_one || stop.stop_requested())
        return false;
    next = std::move(tasks_.front());
    tasks_.pop_front();
    is_in_task_ = true;
    return true;
}

} // namespace seqan3_gpulcs::mpi
