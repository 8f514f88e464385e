// SPDX-License-Identifier: BSD-3-Clause

#include "primer_finder.hpp"

#include <algorithm>

#include "primer_costs.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// No substring from there on is similar, not even to the letters in front of the middle.
constexpr std::uint64_t no_reach{0};

// What a group of finds takes besides all else, in steps.
constexpr std::uint64_t steps_of_group{64};

// Finds that are followed together do not lie further apart than this and the letters of the pattern.
constexpr std::uint64_t most_columns_together{1024};

} // namespace

std::uint64_t primer_finder::find(std::span<std::uint8_t const> const target,
                                  std::uint64_t const first,
                                  std::span<std::uint64_t> const lengths)
{
    target_ = target;
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

        // Primers that end in the middle or behind it are too long at the first positions.
        std::uint64_t const too_long = std::min(middle - std::min(middle, maximal_length_), behind - 1);
        control_.add_cells(cells_of_position_ * static_cast<double>(too_long - std::min(too_long, position)));
        for (; position < too_long; ++position)
            lengths[position - first] = middle - position;

        std::span<std::uint64_t const> const reaches = find_reaches(position, behind - 1, middle, size);
        for (std::uint64_t i = 0; i < reaches.size(); ++i)
        {
            end = reaches[i] == no_reach ? middle : reaches[i] + 1;
            if (end > target.size())
            {
                control_.add_cells(cells_of_position_ * static_cast<double>(i));
                return position + i - first;
            }
            lengths[position + i - first] = end - (position + i);
        }
        control_.add_cells(cells_of_position_ * static_cast<double>(behind - position));
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
    reaches_.assign(last - first + 1, no_reach);
    has_distances_ = false;
    pattern_classes_.resize(pattern_size);
    std::ranges::transform(target_.subspan(middle - pattern_size, pattern_size),
                           pattern_classes_.begin(),
                           [this](std::uint8_t const letter)
                           {
                               return text_.class_of()[letter];
                           });
    filter_.find(text_.classes(),
                 pattern_classes_,
                 differences_,
                 control_,
                 [&](std::span<std::uint64_t const> const ends)
                 {
                     follow_all(ends, first, middle);
                     // Where the whole target is found, nothing more can be.
                     return reaches_.front() != target_.size();
                 });

    // What is found from a position on, is found from later ones on, too.
    for (std::size_t i = 1; i < reaches_.size(); ++i)
        reaches_[i] = std::max(reaches_[i], reaches_[i - 1]);
    return reaches_;
}

// Adds what is similar and crosses the middle in front of the letters at `ends` of the text, ascending.
void primer_finder::follow_all(std::span<std::uint64_t const> const ends,
                               std::uint64_t const first,
                               std::uint64_t const middle)
{
    std::uint64_t const longest = middle - first;
    for (std::span<std::uint64_t const> rest{ends}; !rest.empty() && reaches_.front() != target_.size();)
    {
        work_.add(steps_of_group);

        // Finds that are near each other share what is in front of them.
        auto const piece = text_.piece_of(rest.front() - 1);
        std::uint64_t const last_end = std::min(piece.second, rest.front() + longest + most_columns_together);
        std::size_t count = 1;
        while (count < rest.size() && rest[count] <= last_end && rest[count] - rest[count - 1] <= longest / 2)
            ++count;
        std::span<std::uint64_t const> near = rest.first(count);
        rest = rest.subspan(count);

        std::uint64_t const columns = near.back() - window_begin(near.front(), piece.first, longest);
        bool const is_together_cheaper = time_of_suffixes(longest, reaches_.size(), columns)
                                       < time_of_following(differences_) * static_cast<double>(count);
        if (way_ == following::together || (way_ == following::cheaper && is_together_cheaper))
        {
            if (!has_distances_)
                distances_.set_pattern(target_.subspan(first, longest), reaches_.size());
            has_distances_ = true;
            follow_together(near, piece, first, middle);
        }
        else
        {
            for (; !near.empty() && reaches_.front() != target_.size(); near = near.subspan(1))
                follow(near.front(), piece, first, middle);
        }
    }
}

// Where a substring begins at the earliest that ends there and has less than k differences to any part of so many letters.
std::uint64_t primer_finder::window_begin(std::uint64_t const end,
                                          std::uint64_t const piece_begin,
                                          std::uint64_t const pattern_size) const noexcept
{
    std::uint64_t const letters = pattern_size + differences_ - 1;
    return end - piece_begin > letters ? end - letters : piece_begin;
}

/* The same for ends in the same piece.
 *
 * Where the end beside one has a distance of 1 less, that one need not be followed: with the edit that is left over, paths
 * from there reach as far.
 */
void primer_finder::follow_together(std::span<std::uint64_t const> const ends,
                                    std::pair<std::uint64_t, std::uint64_t> const & piece,
                                    std::uint64_t const first,
                                    std::uint64_t const middle)
{
    std::uint64_t const begin = window_begin(ends.front(), piece.first, middle - first);
    window_ends_.resize(ends.size());
    std::ranges::transform(ends,
                           window_ends_.begin(),
                           [begin](std::uint64_t const end)
                           {
                               return end - begin;
                           });
    distances_.set_text(text_.letters().subspan(begin, ends.back() - begin));
    behind_of_ends_.assign(ends.size(), {});
    behind_.clear();

    // Distances grow with suffixes: the shortest ones come first, until there are too many differences at all ends.
    std::uint64_t const edits = differences_ - 1;
    std::uint64_t const lanes = distances_.lanes();
    bool is_similar = true;
    for (std::uint64_t group = distances_.groups(); is_similar && group-- > 0;)
    {
        std::span<std::uint64_t const> const distances = distances_.compute(group, window_ends_, work_);
        auto const is_less_at = [&](std::size_t const i, std::uint64_t const lane, std::uint64_t const distance)
        {
            return distances[i * lanes + lane] < distance;
        };

        is_similar = false;
        for (std::size_t i = 0; i < ends.size(); ++i)
        {
            work_.add(lanes);
            for (std::uint64_t lane = std::min(lanes, reaches_.size() - group * lanes); lane-- > 0;)
            {
                std::uint64_t const distance = distances[i * lanes + lane];
                if (distance > edits)
                    break;
                is_similar = is_similar || lane == 0;
                if ((i > 0 && ends[i - 1] + 1 == ends[i] && is_less_at(i - 1, lane, distance))
                    || (i + 1 < ends.size() && ends[i] + 1 == ends[i + 1] && is_less_at(i + 1, lane, distance)))
                    continue;

                reach_behind & behind = behind_of_ends_[i];
                if (behind.size == 0)
                {
                    auto const found = edit_reach_.compute(direction::forward,
                                                           target_.subspan(middle),
                                                           text_.letters().subspan(ends[i], piece.second - ends[i]),
                                                           edits - distance,
                                                           work_);
                    behind = {behind_.size(), found.size()};
                    behind_.insert(behind_.end(), found.begin(), found.end());
                }
                std::uint64_t const left = std::min<std::uint64_t>(edits - distance, behind.size - 1);
                std::uint64_t & reach = reaches_[group * lanes + lane];
                reach = std::max(reach, middle + behind_[behind.begin + left]);
            }
        }
    }
}

// The same for one place, whatever the number of positions is.
void primer_finder::follow(std::uint64_t const end,
                           std::pair<std::uint64_t, std::uint64_t> const & piece,
                           std::uint64_t const first,
                           std::uint64_t const middle)
{
    std::uint64_t const edits = differences_ - 1;

    auto const before = edit_reach_.compute(direction::backward,
                                            target_.subspan(first, middle - first),
                                            text_.letters().subspan(piece.first, end - piece.first),
                                            edits,
                                            work_);
    auto const least = std::ranges::lower_bound(before, middle - first - (reaches_.size() - 1));
    if (least == before.end())
        return;
    auto const least_edits = static_cast<std::uint64_t>(least - before.begin());
    before_.assign(least, before.end());

    auto const behind = edit_reach_.compute(direction::forward,
                                            target_.subspan(middle),
                                            text_.letters().subspan(end, piece.second - end),
                                            edits - least_edits,
                                            work_);
    for (std::uint64_t i = 0; i < before_.size(); ++i)
    {
        std::uint64_t const left = std::min(edits - least_edits - i, behind.size() - 1);
        std::uint64_t & reach = reaches_[middle - before_[i] - first];
        reach = std::max(reach, middle + behind[left]);
    }
}

} // namespace seqan3_gpulcs::cpu
