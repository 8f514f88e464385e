// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/stretches.hpp"

#include <algorithm>
#include <limits>

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
    constexpr std::uint64_t largest_gap{std::numeric_limits<std::int64_t>::max() / 4};
    auto const max_fall = static_cast<std::int64_t>(2 * std::min(max_gap, largest_gap));

    std::vector<stretch> found{};
    path_position at{.next = path.runs().begin()};
    stretch next{at, at}; // The one that is being followed, or that may begin here.
    bool is_inside = false;
    std::int64_t score = 0;
    std::int64_t extreme = 0; // The highest score of the stretch, or the lowest one of the gap.
    while (at.next != path.runs().end())
    {
        score += score_of(*at.next);
        at.advance();
        bool const is_further = is_inside ? score > extreme : score <= extreme;
        bool const is_turn = is_inside ? extreme - score > max_fall : score - extreme >= min_rise;
        if (is_inside && is_turn)
            found.push_back(next);
        is_inside = is_inside != is_turn;
        if (is_further || is_turn)
        {
            extreme = score;
            (is_inside ? next.end : next.begin) = at;
        }
    }
    if (is_inside)
        found.push_back(next);
    return found;
}

} // namespace seqan3_gpulcs::app
