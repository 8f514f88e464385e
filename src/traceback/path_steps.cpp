// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/path_steps.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace seqan3_gpulcs::traceback
{

namespace
{

// The lower bit of each step.
constexpr std::uint64_t low_bits{0x5555'5555'5555'5555u};

// What a thread makes runs of at a time: some ten microseconds.
constexpr std::uint64_t words_of_piece{1024};

// With fewer runs for each, starting threads takes longer.
constexpr std::uint64_t least_runs_of_thread{std::uint64_t{1} << 17};

// By the codes of steps.
constexpr lcs::operation operations[]{{},
                                      lcs::operation::first_only,
                                      lcs::operation::second_only,
                                      lcs::operation::match};

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

// The steps of a word behind which there is another kind, by their lower bits.
std::uint64_t path_steps::last_of_runs(std::uint64_t const word) const noexcept
{
    std::uint64_t const steps = words_[word];
    std::uint64_t const next = word + 1 < words() ? words_[word + 1] : 0;
    std::uint64_t const changes = steps ^ (steps >> 2 | next << 62);
    // Behind the last step there is nothing, and no run ends in it.
    return (changes | changes >> 1) & (steps | steps >> 1) & low_bits;
}

std::uint64_t path_steps::expected_runs(double const part) const noexcept
{
    std::uint64_t runs = 0;
    for (std::uint64_t word = 0; word < words(); ++word)
        runs += static_cast<unsigned>(std::popcount(last_of_runs(word)));
    return static_cast<std::uint64_t>(1.02 * static_cast<double>(runs) / part);
}

void path_steps::make_runs(lcs::result & result,
                           lcs::run const & rest,
                           unsigned const threads,
                           runtime::task_control & control) const
{
    std::vector<piece> pieces{};
    std::uint64_t runs = 0;
    std::uint64_t begin_of_run = 0;
    std::uint64_t matches = 0;
    for (std::uint64_t word = 0; word < words(); ++word)
    {
        if (word % words_of_piece == 0)
        {
            pieces.push_back({runs, begin_of_run});
            control.check();
        }
        std::uint64_t const ends = last_of_runs(word);
        runs += static_cast<unsigned>(std::popcount(ends));
        matches += static_cast<unsigned>(std::popcount(words_[word] & words_[word] >> 1 & low_bits));
        if (ends != 0)
            begin_of_run = word * steps_of_word + (63 - static_cast<unsigned>(std::countl_zero(ends))) / 2 + 1;
    }

    lcs::operation const last =
        operations[size_ == 0 ? 0 : words_[(size_ - 1) / steps_of_word] >> 2 * ((size_ - 1) % steps_of_word) & 3];
    bool const has_rest = rest.count != 0 && last != rest.operation;
    result.length = matches;
    touch_runs(result.runs, runs + has_rest, control);
    std::atomic<std::size_t> next{0};
    auto const team = static_cast<unsigned>(std::clamp<std::uint64_t>(runs / least_runs_of_thread, 1, threads));
    control.run_team(team,
                     [&]()
                     {
                         for (std::size_t number = next++; number < pieces.size(); number = next++)
                         {
                             fill(result.runs, number, pieces[number]);
                             control.check();
                         }
                     });

    if (has_rest)
        result.runs.front() = rest;
    else if (rest.count != 0)
        result.runs.front().count += rest.count;
}

void path_steps::fill(std::vector<lcs::run> & runs, std::size_t const number, piece const & begin) const noexcept
{
    lcs::run * to = runs.data() + (runs.size() - begin.runs_before);
    std::uint64_t begin_of_run = begin.begin_of_run;
    std::uint64_t const end = std::min(words(), (number + 1) * words_of_piece);
    for (std::uint64_t word = number * words_of_piece; word < end; ++word)
    {
        for (std::uint64_t ends = last_of_runs(word); ends != 0; ends &= ends - 1)
        {
            auto const bit = static_cast<unsigned>(std::countr_zero(ends));
            std::uint64_t const end_of_run = word * steps_of_word + bit / 2 + 1;
            *--to = {operations[words_[word] >> bit & 3], end_of_run - begin_of_run};
            begin_of_run = end_of_run;
        }
    }
}

void touch_runs(std::vector<lcs::run> & runs, std::uint64_t const size, runtime::task_control & control)
{
    constexpr std::uint64_t at_once{std::uint64_t{1} << 16};
    // Nothing of what is there is worth a copy, and the caller keeps what is not used.
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
