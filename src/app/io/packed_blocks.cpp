// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/packed_blocks.hpp"

#include <algorithm>
#include <exception>
#include <span>
#include <utility>

#include "src/app/stopwatch.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The blocks that wait to be used take no more than this, and what is being made.
constexpr std::size_t max_ready_bytes{std::size_t{1} << 26};

// Where threads load in turn, each one has to wake the next, and decoders begin with the state that another one left.
constexpr std::size_t sequential_parts{4};

constexpr std::size_t line_buffer_size{max_blanks};

// Starting a thread takes about as long as parsing this.
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
                             std::size_t const part_size) :
    alphabet_{letters},
    file_{path, stop_.get_token()},
    part_size_{file_.is_sequential() ? sequential_parts * part_size : part_size},
    lines_{file_, letters, std::min(line_buffer_size, part_size)},
    fastq_{lines_, letters}
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
        // Then fewer have to do: those that run must not be lost.
    }
    if (threads_.empty())
        only_worker_.emplace(letters);
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
        worker work{alphabet_};
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

// Whether to go on.
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

// Whether there is one.
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
    work.part = {};
    try
    {
        if (!is_open_)
            open();
        work.is_fasta = !is_fastq_ && !all_taken_;
        if (work.is_fasta)
            file_.claim(work.part, work.text.make_room(part_size_));
        else if (is_fastq_)
            take_fastq(work);
        all_taken_ = all_taken_ || work.part.is_last;
    }
    catch (...)
    {
        work.block->error = std::current_exception();
        all_taken_ = true;
    }
    if (all_taken_)
    {
        std::scoped_lock const lock{mutex_};
        end_ = taken_;
    }
    return true;
}

void packed_blocks::open()
{
    is_open_ = true;
    std::optional<char> const marker = find_first_record(lines_, file_.name());
    is_fastq_ = marker == '@';
    all_taken_ = !marker;
    if (marker == '>')
    {
        std::scoped_lock const lock{mutex_};
        lines_before_ = lines_.line() - 1;
        cutter_.emplace(alphabet_, lines_.unread());
    }
}

void packed_blocks::take_fastq(worker & work)
{
    work.fastq_letters.clear();
    work.fastq_ids.clear();
    work.fastq_ends.clear();
    // Each record counts, also if it has no letters.
    while (!all_taken_ && work.fastq_letters.size() + work.fastq_ids.size() < part_size_)
    {
        all_taken_ = !fastq_.next(work.fastq_letters);
        if (!all_taken_)
        {
            work.fastq_ids.emplace_back(fastq_.id());
            work.fastq_ends.push_back(work.fastq_letters.size());
        }
    }
}

void packed_blocks::process(worker & work)
{
    if (work.is_fasta)
    {
        load(work);
        cut(work);
    }
    if (work.block->error)
        return;

    stopwatch packing{};
    packing.measure(
        [&]()
        {
            if (work.is_fasta)
                work.parser.parse(work.text, *work.block);
            else if (is_fastq_)
                pack_fastq(work);
        });
    work.block->packing_seconds = packing.seconds();
}

void packed_blocks::load(worker & work)
{
    std::span<char> const bytes = work.text.make_room(part_size_);
    work.text.end = work.text.begin;
    work.text.is_last = false;
    if (work.block->error)
        return;
    try
    {
        work.text.end += file_.load(work.part, bytes);
        work.text.is_last = work.part.is_last;
    }
    catch (...)
    {
        work.block->error = std::current_exception();
    }
}

// The part before it comes first.
void packed_blocks::cut(worker & work)
{
    std::unique_lock lock{mutex_};
    changed_.wait(lock,
                  [&]()
                  {
                      return cut_ == work.number || stop_.stop_requested();
                  });
    if (stop_.stop_requested())
        return;

    // Threads may have taken parts beyond the end.
    if (work.number < end_ && !work.block->error)
        cutter_->cut(work.text);
    if (work.text.is_last || work.block->error)
        end_ = std::min(end_, work.number + 1);
    if (work.number == 0)
        work.block->skipped_lines = lines_before_;
    ++cut_;
    lock.unlock();
    changed_.notify_all();
}

void packed_blocks::pack_fastq(worker & work)
{
    block_builder builder{*work.block, alphabet_, work.fastq_letters.size()};
    std::size_t begin = 0;
    for (std::size_t i = 0; i < work.fastq_ids.size(); ++i)
    {
        auto const letters = std::span{work.fastq_letters}.subspan(begin, work.fastq_ends[i] - begin);
        begin = work.fastq_ends[i];
        builder.add(work.fastq_ids[i]);
        if (!builder.set_nucleotides(letters))
            builder.set_letters(letters);
    }
    builder.finish();
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
