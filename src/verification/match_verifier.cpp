// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/match_verifier.hpp"

#include <algorithm>

namespace seqan3_gpulcs::verification
{

bool match_verifier::next_pattern(match_walk & walk)
{
    if (!walk.pattern_.empty())
        return false;

    std::ranges::fill(walk.matches_, primer::match{});
    // The shortest primer may be as far from the empty substring.
    std::uint64_t const primers = walk.matches_.size();
    walk.missing_ = walk.longest_.size() - (primers - 1) == differences_ ? primers - 1 : primers;
    if (walk.missing_ == 0)
        return false;

    std::span<std::uint8_t const> const shortest = walk.longest_.subspan(walk.missing_ - 1);
    walk.pattern_.resize(shortest.size());
    text_.classify(shortest, walk.pattern_);
    return true;
}

bool match_verifier::follow(match_walk & walk, std::span<std::uint64_t const> const ends)
{
    for (auto end = ends.begin(); end != ends.end() && walk.missing_ != 0; ++end)
    {
        control_.check();
        follow(walk, *end);
    }
    return walk.missing_ != 0;
}

// Adds the substrings that end there. Sellers' recurrence backward, row by row, for as many columns as k differences reach.
void match_verifier::follow(match_walk & walk, std::uint64_t const end)
{
    std::span<std::uint8_t const> const longest = walk.longest_;
    std::uint64_t const too_many = differences_ + 1;
    std::uint64_t const columns =
        std::min<std::uint64_t>(end - text_.piece_of(end - 1).first, longest.size() + differences_);
    row_.resize(columns + 1);
    for (std::uint64_t column = 0; column <= columns; ++column)
        row_[column] = std::min(column, too_many);

    for (std::uint64_t row = 1; row <= longest.size(); ++row)
    {
        std::uint64_t const first = row > differences_ ? row - differences_ : 0;
        std::uint64_t const last = std::min(columns, row + differences_);
        if (first > last)
            return;

        std::uint8_t const letter = longest[longest.size() - row];
        std::uint64_t diagonal = first == 0 ? 0 : row_[first - 1];
        std::uint64_t left = too_many;
        std::uint64_t least = too_many;
        std::uint64_t least_column = first;
        for (std::uint64_t column = first; column <= last; ++column)
        {
            std::uint64_t value = row;
            if (column != 0)
            {
                std::uint64_t const replaced = diagonal + (letter == text_.letters()[end - column] ? 0 : 1);
                value = std::min({replaced, row_[column] + 1, left + 1, too_many});
            }
            diagonal = row_[column];
            row_[column] = value;
            left = value;
            if (value < least)
            {
                least = value;
                least_column = column;
            }
        }
        if (least == too_many)
            return;

        // The shortest primer that is still without a match; shorter ones are in rows above.
        if (row == longest.size() - (walk.missing_ - 1))
        {
            --walk.missing_;
            walk.matches_[walk.missing_] = {end - least_column, end};
            if (walk.missing_ == 0)
                return;
        }
    }
}

} // namespace seqan3_gpulcs::verification
