// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/path_steps.hpp"

#include <algorithm>
#include <bit>

#include "src/runtime/parallel_for.hpp"

namespace seqan3_gpulcs::traceback
{

namespace
{

// The lower bit of each step.
constexpr std::uint64_t low_bits{0x5555'5555'5555'5555u};

// The words that a thread turns into runs at a time: some ten microseconds.
constexpr std::uint64_t words_per_chunk{1024};

// With fewer runs for each, starting threads takes longer.
constexpr std::uint64_t min_runs_per_thread{std::uint64_t{1} << 17};

// By the codes of steps.
constexpr lcs::operation operations[]{{}, lcs::operation::insertion, lcs::operation::deletion, lcs::operation::match};

} // namespace

void step_writer::add(step const kind, std::uint64_t count) noexcept
{
    std::uint64_t const codes = static_cast<std::uint64_t>(kind) * low_bits;
    while (count != 0)
    {
        std::uint64_t const now = std::min<std::uint64_t>(count, 31);
        add(codes >> (64 - 2 * now), static_cast<unsigned>(2 * now));
        count -= now;
    }
}

// The steps of a word that are followed by another kind, by their lower bits.
std::uint64_t path_steps::run_ends(std::uint64_t const word) const noexcept
{
    std::uint64_t const steps = words_[word];
    std::uint64_t const next = word + 1 < words() ? words_[word + 1] : 0;
    std::uint64_t const changes = steps ^ (steps >> 2 | next << 62);
    // Nothing follows the last step, and no run ends in it.
    return (changes | changes >> 1) & (steps | steps >> 1) & low_bits;
}

std::uint64_t path_steps::expected_runs(double const part) const noexcept
{
    std::uint64_t runs = 0;
    for (std::uint64_t word = 0; word < words(); ++word)
        runs += static_cast<unsigned>(std::popcount(run_ends(word)));
    return static_cast<std::uint64_t>(1.02 * static_cast<double>(runs) / part);
}

void path_steps::make_runs(lcs::result & result,
                           lcs::run const & rest,
                           unsigned const threads,
                           runtime::task_control & control) const
{
    std::vector<path_chunk> chunks{};
    std::uint64_t runs = 0;
    std::uint64_t run_begin = 0;
    std::uint64_t matches = 0;
    for (std::uint64_t word = 0; word < words(); ++word)
    {
        if (word % words_per_chunk == 0)
        {
            chunks.push_back({runs, run_begin});
            control.check();
        }
        std::uint64_t const ends = run_ends(word);
        runs += static_cast<unsigned>(std::popcount(ends));
        matches += static_cast<unsigned>(std::popcount(words_[word] & words_[word] >> 1 & low_bits));
        if (ends != 0)
            run_begin = word * steps_per_word + (63 - static_cast<unsigned>(std::countl_zero(ends))) / 2 + 1;
    }

    lcs::operation const last =
        operations[size_ == 0 ? 0 : words_[(size_ - 1) / steps_per_word] >> 2 * ((size_ - 1) % steps_per_word) & 3];
    bool const has_rest = rest.count != 0 && last != rest.operation;
    result.length = matches;
    resize_runs(result.runs, runs + has_rest, control);
    auto const fill_chunk = [&](std::size_t const number)
    {
        fill(result.runs, number, chunks[number]);
    };
    runtime::parallel_for(control,
                          static_cast<unsigned>(std::clamp<std::uint64_t>(runs / min_runs_per_thread, 1, threads)),
                          chunks.size(),
                          [&]()
                          {
                              return fill_chunk;
                          });

    if (has_rest)
        result.runs.front() = rest;
    else if (rest.count != 0)
        result.runs.front().count += rest.count;
}

void path_steps::fill(std::vector<lcs::run> & runs, std::size_t const number, path_chunk const & begin) const noexcept
{
    lcs::run * to = runs.data() + (runs.size() - begin.runs_before);
    std::uint64_t run_begin = begin.run_begin;
    std::uint64_t const end = std::min(words(), (number + 1) * words_per_chunk);
    for (std::uint64_t word = number * words_per_chunk; word < end; ++word)
    {
        for (std::uint64_t ends = run_ends(word); ends != 0; ends &= ends - 1)
        {
            auto const bit = static_cast<unsigned>(std::countr_zero(ends));
            std::uint64_t const run_end = word * steps_per_word + bit / 2 + 1;
            *--to = {operations[words_[word] >> bit & 3], run_end - run_begin};
            run_begin = run_end;
        }
    }
}

void resize_runs(std::vector<lcs::run> & runs, std::uint64_t const size, runtime::task_control & control)
{
    constexpr std::uint64_t at_once{std::uint64_t{1} << 16};
    // The old runs need not be copied, and the caller keeps unused memory.
    if (runs.capacity() < size || runs.capacity() / 2 > size)
        runs = std::vector<lcs::run>{};
    runs.reserve(size);
    while (runs.size() != size)
    {
        runs.resize(runs.size() < size ? std::min(size, runs.size() + at_once) : size);
        control.check();
    }
}

} // namespace seqan3_gpulcs::traceback
