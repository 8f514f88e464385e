// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/fasta/packed_blocks.hpp"

#include <algorithm>
#include <exception>
#include <span>
#include <utility>

#include "src/app/io/fasta/first_record.hpp"
#include "src/app/stopwatch.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The maximum bytes of blocks that wait to be used, not counting blocks in the making.
constexpr std::size_t max_ready_bytes{std::size_t{1} << 26};

// Where threads load in turn, each one has to wake the next, and decoders begin with the state that another one left.
constexpr std::size_t sequential_parts{4};

// The size of the buffer in which the first record is searched for.
constexpr std::size_t first_buffer_size{std::size_t{1} << 16};

// Starting a thread takes about as long as parsing this many bytes.
constexpr std::uint64_t bytes_per_thread{std::uint64_t{1} << 20};

unsigned choose_threads(unsigned const threads, input_file const & file, std::size_t const part_size)
{
    std::uint64_t const size = file.expected_size();
    if (size == 0)
        return threads;
    return static_cast<unsigned>(
        std::min<std::uint64_t>(threads, 1 + size / std::min<std::uint64_t>(part_size, bytes_per_thread)));
}

} // namespace

packed_blocks::packed_blocks(std::string const & path,
                             alphabet const & letters,
                             unsigned const threads,
                             reading_mode const & mode) :
    alphabet_{letters},
    file_{path, stop_.get_token()},
    keeps_qualities_{mode.keeps_qualities},
    part_size_{file_.is_sequential() ? sequential_parts * mode.part_size : mode.part_size}
{
    unsigned const count = choose_threads(threads, file_, part_size_);
    threads_.reserve(count);
    try
    {
        while (count > 1 && threads_.size() < count)
            threads_.emplace_back(
                [this]()
                {
                    read_all();
                });
    }
    catch (std::exception const &)
    {
        // The system allows no more threads: those that run suffice, and must be joined.
    }
    if (threads_.empty())
        only_worker_.emplace(letters, keeps_qualities_);
}

packed_blocks::~packed_blocks()
{
    stop_.request_stop();
    {
        std::scoped_lock const lock{mutex_};
    }
    changed_.notify_all();
    for (std::thread & each : threads_)
        each.join();
}

std::unique_ptr<packed_block> packed_blocks::next()
{
    if (only_worker_)
    {
        if (!take_part(*only_worker_))
            return nullptr;
        process(*only_worker_);
        return std::move(only_worker_->block);
    }

    std::unique_lock lock{mutex_};
    changed_.wait(lock,
                  [this]()
                  {
                      return failure_ || handed_on_ == end_ || ready_.contains(handed_on_);
                  });
    if (failure_)
        std::rethrow_exception(failure_);
    if (handed_on_ == end_)
        return nullptr;
    std::unique_ptr<packed_block> block = std::move(ready_.extract(handed_on_).mapped());
    ++handed_on_;
    ready_bytes_ -= block->bytes();
    lock.unlock();
    changed_.notify_all();
    return block;
}

void packed_blocks::read_all() noexcept
{
    try
    {
        worker work{alphabet_, keeps_qualities_};
        while (wait_for_room() && take_part(work))
        {
            process(work);
            hand_on(work);
        }
    }
    catch (...)
    {
        std::scoped_lock const lock{mutex_};
        failure_ = std::current_exception();
        changed_.notify_all();
    }
}

// Waits until another block may be made. Returns false if the thread should end.
bool packed_blocks::wait_for_room()
{
    std::unique_lock lock{mutex_};
    changed_.wait(lock,
                  [this]()
                  {
                      return ready_bytes_ <= max_ready_bytes || stop_.stop_requested();
                  });
    return !stop_.stop_requested();
}

// Takes the next part. Returns false if there is none.
bool packed_blocks::take_part(worker & work)
{
    std::scoped_lock const turn{taking_};
    work.block = std::make_unique<packed_block>();
    {
        std::scoped_lock const lock{mutex_};
        if (all_taken_ || taken_ >= end_ || stop_.stop_requested())
            return false;
    }

    work.number = taken_++;
    work.has_text = false;
    try
    {
        if (!is_open_)
            open();
        work.has_text = cutter_.has_value();
        if (work.has_text)
            file_.claim(work.part, work.text.make_room(part_size_));
        all_taken_ = !work.has_text || work.part.is_last || work.part.error;
    }
    catch (...)
    {
        work.has_text = false;
        work.block->error = std::current_exception();
        all_taken_ = true;
    }
    if (all_taken_)
    {
        std::scoped_lock const lock{mutex_};
        end_ = std::min(end_, taken_);
    }
    return true;
}

void packed_blocks::open()
{
    is_open_ = true;
    file_beginning const beginning = find_first_record(file_, alphabet_, std::min(first_buffer_size, part_size_));
    blank_lines_ = beginning.blank_lines;
    if (beginning.format)
        cutter_.emplace(alphabet_, *beginning.format, beginning.bytes);
}

void packed_blocks::process(worker & work)
{
    if (!work.has_text)
        return;
    load(work);
    if (!cut(work))
        return;

    stopwatch packing{};
    packing.measure(
        [&]()
        {
            work.parser.parse(work.text, *work.block);
        });
    work.block->packing_seconds = packing.seconds();
}

void packed_blocks::load(worker & work)
{
    std::span<char> const bytes = work.text.make_room(part_size_);
    file_.load(work.part, bytes);
    work.text.end = work.text.begin + work.part.loaded;
    work.text.is_complete = !work.part.error;
    work.text.is_last = work.part.is_last || work.part.error;
    work.block->error = work.part.error;
}

// Cuts the part at the end of a line, after the part before it was cut. Returns whether there is something to parse.
bool packed_blocks::cut(worker & work)
{
    std::unique_lock lock{mutex_};
    changed_.wait(lock,
                  [&]()
                  {
                      return cut_ == work.number || stop_.stop_requested();
                  });
    if (stop_.stop_requested())
        return false;

    // Threads may have taken parts beyond the end.
    bool const is_before_end = work.number < end_;
    if (is_before_end)
    {
        lock.unlock();
        cutter_->cut(work.text);
        lock.lock();
        if (work.text.is_last)
            end_ = work.number + 1;
    }
    ++cut_;
    lock.unlock();
    changed_.notify_all();
    if (work.number == 0)
        work.block->blank_lines = blank_lines_;
    return is_before_end;
}

void packed_blocks::hand_on(worker & work)
{
    std::scoped_lock const lock{mutex_};
    if (work.number >= end_)
        return;
    ready_bytes_ += work.block->bytes();
    ready_.emplace(work.number, std::move(work.block));
    changed_.notify_all();
}

} // namespace seqan3_gpulcs::app
