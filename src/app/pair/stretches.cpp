// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/stretches.hpp"

#include <algorithm>

namespace seqan3_gpulcs::app
{

namespace
{

// Unrelated letters would have so many matches in a row about once in ten million runs.
constexpr std::int64_t min_rise{32};

// The longest gap that a solid part may contain.
constexpr std::uint64_t max_solid_gap{min_rise / 2};

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

// The columns of a part of an alignment that ends with a match.
std::uint64_t shared_columns(stretch const & part) noexcept
{
    std::uint64_t columns = 0;
    std::uint64_t insertions = 0; // Since the last match,
    std::uint64_t deletions = 0;  // as these.
    for (auto next = part.begin.next; next != part.end.next; ++next)
    {
        auto const [operation, count] = *next;
        if (operation == alignment::operation::insertion)
            insertions += count;
        else if (operation == alignment::operation::deletion)
            deletions += count;
        else
            columns += count;
        if (operation == alignment::operation::match)
        {
            columns += std::max(insertions, deletions);
            insertions = deletions = 0;
        }
    }
    return columns;
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
    auto const max_fall = static_cast<std::int64_t>(2 * std::min(max_gap, max_solid_gap));

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

solid_letters count_solid_letters(alignment::path const & path)
{
    solid_letters sum{};
    // Of solid parts alone, all longer gaps are outside.
    for (stretch const & part : find_stretches(path, max_solid_gap))
    {
        sum.matches += part.end.matches - part.begin.matches;
        sum.columns += shared_columns(part);
        sum.first += part.end.first - part.begin.first;
        sum.second += part.end.second - part.begin.second;
    }
    return sum;
}

} // namespace seqan3_gpulcs::app
