// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/parallel_writer.hpp"

#include <system_error>
#include <utility>

namespace seqan3_gpulcs::app
{

namespace
{

// Runs a task, and returns its exception if it throws one.
template <typename task_t>
std::exception_ptr error_of(task_t const & task) noexcept
{
    try
    {
        task();
        return {};
    }
    catch (...)
    {
        return std::current_exception();
    }
}

} // namespace

parallel_writer::parallel_writer(output_file & file, unsigned const threads) :
    file_{file},
    max_threads_{threads > 1 ? threads : 0},
    slots_(2 * max_threads_ + 1)
{}

parallel_writer::~parallel_writer()
{
    {
        std::scoped_lock const lock{mutex_};
        is_ending_ = true;
    }
    work_.notify_all();
}

void parallel_writer::write(part make)
{
    std::unique_lock lock{mutex_};
    if (error_)
        std::rethrow_exception(error_);
    bool const all_have_work = parts_.size() + busy_threads_ >= threads_.size();
    if (all_have_work && !start_thread() && threads_.empty())
        return write_directly(make);

    parts_.push_back(std::move(make));
    lock.unlock();
    work_.notify_one();
}

void parallel_writer::wait()
{
    std::unique_lock lock{mutex_};
    idle_.wait(lock,
               [this]()
               {
                   return parts_.empty() && busy_threads_ == 0;
               });
    if (error_)
        std::rethrow_exception(error_);
    file_.flush();
}

// Returns false if there are enough threads, or the system allows no more.
bool parallel_writer::start_thread()
{
    if (threads_.size() >= max_threads_)
        return false;
    try
    {
        threads_.emplace_back(
            [this]()
            {
                work();
            });
        return true;
    }
    catch (std::system_error const &)
    {
        max_threads_ = threads_.size();
        return false;
    }
}

void parallel_writer::work()
{
    std::unique_lock lock{mutex_};
    while (true)
    {
        work_.wait(lock,
                   [this]()
                   {
                       return is_ending_ || can_make();
                   });
        if (is_ending_)
            return;

        ++busy_threads_;
        make_next(lock);
        write_complete(lock);
        --busy_threads_;
        if (parts_.empty() && busy_threads_ == 0)
            idle_.notify_one();
    }
}

bool parallel_writer::can_make() const noexcept
{
    return !parts_.empty() && taken_ - written_ < slots_.size();
}

void parallel_writer::make_next(std::unique_lock<std::mutex> & lock)
{
    part make = std::move(parts_.front());
    parts_.pop_front();
    slot & mine = slots_[taken_++ % slots_.size()];

    lock.unlock();
    mine.text.clear();
    mine.error = error_of(
        [&]()
        {
            make(mine.text);
        });
    make = nullptr; // The part may own what it refers to.
    lock.lock();
    mine.is_complete = true;
}

void parallel_writer::write_complete(std::unique_lock<std::mutex> & lock)
{
    if (is_writing_)
        return;

    is_writing_ = true;
    for (slot * next = &slots_[written_ % slots_.size()]; next->is_complete && !error_ && !is_ending_;
         next = &slots_[written_ % slots_.size()])
    {
        // Output is flushed when nothing else is waiting to be written, so that readers see it at once.
        bool const is_last = parts_.empty() && written_ + 1 == taken_;
        lock.unlock();
        auto error = next->error ? next->error
                                 : error_of(
                                     [&]()
                                     {
                                         file_.write(next->text);
                                         if (is_last)
                                             file_.flush();
                                     });
        lock.lock();

        next->is_complete = false;
        ++written_;
        if (error)
        {
            error_ = std::move(error);
            parts_.clear();
        }
        work_.notify_one();
    }
    is_writing_ = false;
}

void parallel_writer::write_directly(part const & make)
{
    std::string & text = slots_.front().text;
    text.clear();
    make(text);
    file_.write(text);
}

} // namespace seqan3_gpulcs::app
