// SPDX-License-Identifier: BSD-3-Clause

#include "primer_finder.hpp"

#include <algorithm>

namespace seqan3_gpulcs::cpu
{

namespace
{

// No substring from there on is similar, not even to the letters in front of the middle.
constexpr std::uint64_t no_reach{0};

// So many finds are followed between two looks at the clock.
constexpr std::size_t finds_between_checks{256};

} // namespace

std::uint64_t primer_finder::find(std::span<std::uint8_t const> const target,
                                  std::uint64_t const first,
                                  std::span<std::uint64_t> const lengths)
{
    target_ = target;
    target_classes_.resize(target.size());
    std::ranges::transform(target,
                           target_classes_.begin(),
                           [this](std::uint8_t const letter)
                           {
                               return text_.class_of()[letter];
                           });

    auto const cells_of_position = static_cast<double>(text_.letters().size());
    std::uint64_t const last = first + lengths.size();
    std::uint64_t position = first;
    std::uint64_t end = 0; // Where the primer of the position in front ends.
    while (position < last)
    {
        // Less than k letters are never enough. The end cannot be before this middle.
        std::uint64_t const middle = position == first ? find_first_end(first) : std::max(end, position + differences_);
        if (middle > target.size())
            break;

        std::uint64_t const size = choice_.choose(middle - position);
        std::uint64_t const behind = std::min(middle - size + 1, last);
        std::span<std::uint64_t const> const reaches = find_reaches(position, behind - 1, middle, size);
        for (std::uint64_t i = 0; i < reaches.size(); ++i)
        {
            end = reaches[i] == no_reach ? middle : reaches[i] + 1;
            if (end > target.size())
                return position + i - first;
            lengths[position + i - first] = end - (position + i);
        }
        control_.add_cells(cells_of_position * static_cast<double>(behind - position));
        position = behind;
    }
    return position - first;
}

// Where the primer at a position ends at the earliest, if nothing is known of the one before.
std::uint64_t primer_finder::find_first_end(std::uint64_t const first)
{
    // A substring that is similar to the text proves that the primer is longer. It should not be by chance, which takes
    // time to follow, in many places.
    std::uint64_t size = std::min(choice_.rare_size(), target_.size() - first);
    while (size > differences_)
    {
        if (std::uint64_t const reach = find_reaches(first, first, first + size, size).front(); reach != no_reach)
            return reach + 1;
        size = std::max(differences_, size - std::max<std::uint64_t>(1, size / 16));
    }
    return first + differences_;
}

/* For positions from `first` to `last`: where the longest substring ends that has less than k differences to the text, if
 * that is in the middle or behind it. All these have the pattern in them, which ends in the middle; so they cross it
 * where the filter finds the pattern.
 */
std::span<std::uint64_t const> primer_finder::find_reaches(std::uint64_t const first,
                                                           std::uint64_t const last,
                                                           std::uint64_t const middle,
                                                           std::uint64_t const pattern_size)
{
    ends_.clear();
    filter_.find(text_.classes(),
                 std::span{target_classes_}.subspan(middle - pattern_size, pattern_size),
                 differences_,
                 ends_,
                 control_);
    std::ranges::sort(ends_);
    ends_.erase(std::ranges::unique(ends_).begin(), ends_.end());

    reaches_.assign(last - first + 1, no_reach);
    for (std::size_t i = 0; i < ends_.size(); ++i)
    {
        if (i % finds_between_checks == 0)
            control_.check();
        follow(ends_[i], first, last, middle);
    }

    // What is found from a position on, is found from later ones on, too.
    for (std::size_t i = 1; i < reaches_.size(); ++i)
        reaches_[i] = std::max(reaches_[i], reaches_[i - 1]);
    return reaches_;
}

// Adds what is similar and crosses the middle in front of letter `end` of the text.
void primer_finder::follow(std::uint64_t const end,
                           std::uint64_t const first,
                           std::uint64_t const last,
                           std::uint64_t const middle)
{
    auto const [piece_begin, piece_end] = text_.piece_of(end - 1);
    std::uint64_t const edits = differences_ - 1;

    auto const before = edit_reach_.compute(direction::backward,
                                            target_.subspan(first, middle - first),
                                            text_.letters().subspan(piece_begin, end - piece_begin),
                                            edits);
    auto const least = std::ranges::lower_bound(before, middle - last);
    if (least == before.end())
        return;
    auto const least_edits = static_cast<std::uint64_t>(least - before.begin());
    before_.assign(least, before.end());

    auto const behind = edit_reach_.compute(direction::forward,
                                            target_.subspan(middle),
                                            text_.letters().subspan(end, piece_end - end),
                                            edits - least_edits);
    for (std::uint64_t i = 0; i < before_.size(); ++i)
    {
        std::uint64_t const left = std::min(edits - least_edits - i, behind.size() - 1);
        std::uint64_t & reach = reaches_[middle - before_[i] - first];
        reach = std::max(reach, middle + behind[left]);
    }
}

} // namespace seqan3_gpulcs::cpu
