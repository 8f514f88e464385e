// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/primer_verifier.hpp"

#include <algorithm>

#include "src/verification/verification_costs.hpp"

namespace seqan3_gpulcs::verification
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

bool primer_verifier::next_pattern(primer_walk & walk)
{
    has_distances_of_ = nullptr;
    if (!walk.is_first_end_known_)
        return try_next_size(walk);
    return finish_pass(walk) && begin_next_pass(walk);
}

/* Prepares a pattern for the positions up to `last`, which all have it in them; it ends in the middle. So the longest
 * substrings from there on that have less than k differences to the text, if they end in the middle or behind it, cross it
 * where the filter finds the pattern.
 */
void primer_verifier::begin_pass(primer_walk & walk,
                                 std::uint64_t const last,
                                 std::uint64_t const middle,
                                 std::uint64_t const pattern_size)
{
    walk.middle_ = middle;
    walk.reaches_.assign(last - walk.position_ + 1, no_reach);
    walk.pattern_.resize(pattern_size);
    text_.classify(walk.target_.subspan(middle - pattern_size, pattern_size), walk.pattern_);
}

/* At the first position nothing is known of the one before. A substring from there on that is similar to the text proves
 * that the primer is longer, and shows its end. It should not be by chance, which takes time to follow, in many places.
 */
bool primer_verifier::try_next_size(primer_walk & walk)
{
    std::uint64_t const before = walk.pattern_.size();
    std::uint64_t const size =
        before == 0 ? std::min(choice_.rare_size(), walk.target_.size() - walk.first_) : choice_.shorter(before);
    bool const is_similar = before != 0 && walk.reaches_.front() != no_reach;
    if (!is_similar && size > differences_)
    {
        begin_pass(walk, walk.first_, walk.first_ + size, size);
        return true;
    }

    // Less than k letters are never enough.
    walk.is_first_end_known_ = true;
    walk.middle_ = is_similar ? walk.reaches_.front() + 1 : walk.first_ + differences_;
    walk.reaches_.clear();
    return begin_next_pass(walk);
}

// Chooses the next positions; their primers end in the middle or behind it.
bool primer_verifier::begin_next_pass(primer_walk & walk)
{
    if (walk.position_ == walk.last() || walk.middle_ > walk.target_.size())
        return false;

    std::uint64_t const middle = walk.middle_;
    std::uint64_t const size = choice_.choose(middle - walk.position_);
    std::uint64_t const behind = std::min(middle - size + 1, walk.last());

    // Primers that end in the middle or behind it are too long at the first positions.
    std::uint64_t const too_long =
        std::max(walk.position_, std::min(middle - std::min(middle, maximal_length_), behind - 1));
    control_.add_cells(cells_of_position_ * static_cast<double>(too_long - walk.position_));
    for (; walk.position_ < too_long; ++walk.position_)
        walk.lengths_[walk.position_ - walk.first_] = middle - walk.position_;

    begin_pass(walk, behind - 1, middle, size);
    return true;
}

// Whether the positions of the pass, if there was one, have primers; then the next primer does not end before the middle.
bool primer_verifier::finish_pass(primer_walk & walk)
{
    // What is found from a position on, is found from later ones on, too.
    std::uint64_t const begin = walk.position_;
    std::uint64_t reach = no_reach;
    for (std::uint64_t const of_position : walk.reaches_)
    {
        reach = std::max(reach, of_position);
        walk.middle_ = reach == no_reach ? walk.middle_ : reach + 1;
        if (walk.middle_ > walk.target_.size())
            break;
        walk.lengths_[walk.position_ - walk.first_] = walk.middle_ - walk.position_;
        ++walk.position_;
    }
    control_.add_cells(cells_of_position_ * static_cast<double>(walk.position_ - begin));
    walk.middle_ = std::max(walk.middle_, walk.position_ + differences_);
    return walk.position_ - begin == walk.reaches_.size();
}

bool primer_verifier::follow(primer_walk & walk, std::span<std::uint64_t const> const ends)
{
    // Where the whole target is found, nothing more can be.
    auto const is_all_found = [&walk]()
    {
        return walk.reaches_.front() == walk.target_.size();
    };
    std::uint64_t const longest = walk.middle_ - walk.position_;
    for (std::span<std::uint64_t const> rest{ends}; !rest.empty() && !is_all_found();)
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
        bool const is_together_cheaper = time_of_suffixes(longest, walk.reaches_.size(), columns)
                                       < time_of_following(differences_) * static_cast<double>(count);
        if (way_ == following::together || (way_ == following::cheaper && is_together_cheaper))
        {
            if (has_distances_of_ != &walk)
                distances_.set_pattern(walk.target_.subspan(walk.position_, longest), walk.reaches_.size());
            has_distances_of_ = &walk;
            follow_together(walk, near, piece);
        }
        else
        {
            for (; !near.empty() && !is_all_found(); near = near.subspan(1))
                follow_alone(walk, near.front(), piece);
        }
    }
    return !is_all_found();
}

// Where a substring begins at the earliest that ends there and has less than k differences to any part of so many letters.
std::uint64_t primer_verifier::window_begin(std::uint64_t const end,
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
void primer_verifier::follow_together(primer_walk & walk,
                                      std::span<std::uint64_t const> const ends,
                                      std::pair<std::uint64_t, std::uint64_t> const & piece)
{
    std::uint64_t const middle = walk.middle_;
    std::uint64_t const begin = window_begin(ends.front(), piece.first, middle - walk.position_);
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
            for (std::uint64_t lane = std::min(lanes, walk.reaches_.size() - group * lanes); lane-- > 0;)
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
                    auto const found = furthest_reach_.compute(direction::forward,
                                                               walk.target_.subspan(middle),
                                                               text_.letters().subspan(ends[i], piece.second - ends[i]),
                                                               edits - distance,
                                                               work_);
                    behind = {behind_.size(), found.size()};
                    behind_.insert(behind_.end(), found.begin(), found.end());
                }
                std::uint64_t const left = std::min<std::uint64_t>(edits - distance, behind.size - 1);
                std::uint64_t & reach = walk.reaches_[group * lanes + lane];
                reach = std::max(reach, middle + behind_[behind.begin + left]);
            }
        }
    }
}

// The same for one place, whatever the number of positions is.
void primer_verifier::follow_alone(primer_walk & walk,
                                   std::uint64_t const end,
                                   std::pair<std::uint64_t, std::uint64_t> const & piece)
{
    std::uint64_t const edits = differences_ - 1;
    std::uint64_t const first = walk.position_;
    std::uint64_t const middle = walk.middle_;

    auto const before = furthest_reach_.compute(direction::backward,
                                                walk.target_.subspan(first, middle - first),
                                                text_.letters().subspan(piece.first, end - piece.first),
                                                edits,
                                                work_);
    auto const least = std::ranges::lower_bound(before, middle - first - (walk.reaches_.size() - 1));
    if (least == before.end())
        return;
    auto const least_edits = static_cast<std::uint64_t>(least - before.begin());
    before_.assign(least, before.end());

    auto const behind = furthest_reach_.compute(direction::forward,
                                                walk.target_.subspan(middle),
                                                text_.letters().subspan(end, piece.second - end),
                                                edits - least_edits,
                                                work_);
    for (std::uint64_t i = 0; i < before_.size(); ++i)
    {
        std::uint64_t const left = std::min(edits - least_edits - i, behind.size() - 1);
        std::uint64_t & reach = walk.reaches_[middle - before_[i] - first];
        reach = std::max(reach, middle + behind[left]);
    }
}

} // namespace seqan3_gpulcs::verification
