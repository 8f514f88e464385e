// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/stretches.hpp"

#include <algorithm>

namespace seqan3_gpulcs::app
{

namespace
{

// Unrelated letters would have so many matches in a row about once in ten million runs.
constexpr std::int64_t min_rise{32};

std::int64_t score_of(alignment::run const part) noexcept
{
    auto const count = static_cast<std::int64_t>(part.count);
    switch (part.operation)
    {
    case alignment::operation::match:
        return count;
    case alignment::operation::substitution:
        return -4 * count;
    default:
        return -2 * count;
    }
}

// The number of letters without a match between two positions; a substitution has two.
std::uint64_t unpaired(path_position const & begin, path_position const & end) noexcept
{
    return end.first - begin.first + (end.second - begin.second) - 2 * (end.matches - begin.matches);
}

// Adds a solid part to the last stretch, if there is no gap between them.
void add(std::vector<stretch> & found, stretch const & part, std::uint64_t const max_gap)
{
    if (!found.empty() && unpaired(found.back().end, part.begin) <= max_gap)
        found.back().end = part.end;
    else
        found.push_back(part);
}

} // namespace

void path_position::advance() noexcept
{
    auto const [operation, count] = *next;
    first += operation == alignment::operation::deletion ? 0 : count;
    second += operation == alignment::operation::insertion ? 0 : count;
    matches += operation == alignment::operation::match ? count : 0;
    columns += count;
    ++next;
}

stretch whole_path(alignment::path const & path, std::uint64_t const first_length, std::uint64_t const second_length)
{
    return {.begin = {.next = path.runs().begin()},
            .end = {path.runs().end(), first_length, second_length, path.matches(), path.columns()}};
}

std::vector<stretch> find_stretches(alignment::path const & path, std::uint64_t const max_gap)
{
    // The fall that ends a solid part; it is smaller if the longest gap allowed is shorter than solid parts may contain.
    auto const max_fall = static_cast<std::int64_t>(2 * std::min<std::uint64_t>(max_gap, min_rise / 2));

    std::vector<stretch> found{};
    path_position at{.next = path.runs().begin()};
    stretch part{at, at}; // The solid part that is being followed, or that may begin here.
    bool is_solid = false;
    std::int64_t score = 0;
    std::int64_t lowest = 0;  // The score where the part begins.
    std::int64_t highest = 0; // The highest score since the part began.
    while (at.next != path.runs().end())
    {
        score += score_of(*at.next);
        at.advance();
        bool const is_end = highest - score > max_fall;
        if (is_solid && is_end)
            add(found, part, max_gap);
        if (is_end || (!is_solid && score <= lowest))
        {
            is_solid = false;
            part.begin = at;
            lowest = highest = score;
        }
        else if (score > highest)
        {
            is_solid = is_solid || score - lowest >= min_rise;
            part.end = at;
            highest = score;
        }
    }
    if (is_solid)
        add(found, part, max_gap);
    return found;
}

} // namespace seqan3_gpulcs::app
