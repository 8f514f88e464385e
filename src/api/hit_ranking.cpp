// SPDX-License-Identifier: BSD-3-Clause

#include "src/api/hit_ranking.hpp"

#include <algorithm>

namespace seqan3_gpulcs::api
{

namespace
{

// Longer than any sequence.
constexpr std::uint64_t unreachable{~std::uint64_t{0}};

// Holds products of two lengths.
__extension__ using wide_t = unsigned __int128;

struct fraction
{
    wide_t numerator{};
    wide_t denominator{};
};

fraction exact_identity(scored_subject const & found, std::uint64_t const query_size) noexcept
{
    std::uint64_t const longest = std::max(found.subject_size, query_size);
    return longest == 0 ? fraction{1, 1} : fraction{found.score, longest};
}

double identity(std::uint64_t const score, std::uint64_t const longest) noexcept
{
    return static_cast<double>(score) / static_cast<double>(longest);
}

} // namespace

std::uint64_t score_for_identity(double const min_identity, std::uint64_t const longest) noexcept
{
    if (!(min_identity <= 1))
        return unreachable;
    if (min_identity <= 0 || longest == 0)
        return 0;

    // The product is rounded, and so are the quotients.
    auto score = static_cast<std::uint64_t>(min_identity * static_cast<double>(longest));
    while (score > 0 && identity(score - 1, longest) >= min_identity)
        --score;
    while (identity(score, longest) < min_identity)
        ++score;
    return score;
}

bool hit_ranking::is_before(scored_subject const & left, scored_subject const & right) const noexcept
{
    if (rule_.by_identity)
    {
        fraction const left_identity = exact_identity(left, query_size_);
        fraction const right_identity = exact_identity(right, query_size_);
        wide_t const left_product = left_identity.numerator * right_identity.denominator;
        wide_t const right_product = right_identity.numerator * left_identity.denominator;
        if (left_product != right_product)
            return left_product > right_product;
    }
    else if (!plan::traits_of(rule_.metric).is_maximum)
    {
        std::uint64_t const left_distance = to_value(left);
        std::uint64_t const right_distance = to_value(right);
        if (left_distance != right_distance)
            return left_distance < right_distance;
    }
    else if (left.score != right.score)
    {
        return left.score > right.score;
    }
    return left.subject < right.subject;
}

std::uint64_t hit_ranking::min_score(scored_subject const & candidate,
                                     std::optional<scored_subject> const & to_beat) const noexcept
{
    std::uint64_t const longest = longest_of(candidate);
    std::uint64_t const for_distance = longest - std::min(longest, rule_.max_distance);
    std::uint64_t const min_score =
        std::max({rule_.min_length, for_distance, score_for_identity(rule_.min_identity, longest)});
    if (!to_beat)
        return min_score;

    // With the same value, the one that comes first is better.
    bool const wins_ties = candidate.subject < to_beat->subject;
    return std::max(min_score,
                    rule_.by_identity ? score_to_beat_identity(longest, *to_beat, wins_ties)
                                      : score_to_beat_value(longest, *to_beat, wins_ties));
}

std::uint64_t hit_ranking::value_to_reach(std::optional<scored_subject> const & to_beat) const noexcept
{
    bool const must_beat_value = to_beat && !rule_.by_identity;
    if (!plan::traits_of(rule_.metric).is_maximum)
        return must_beat_value ? std::min(rule_.max_distance, to_value(*to_beat)) : rule_.max_distance;
    return std::max(
        {rule_.min_length, score_for_identity(rule_.min_identity, query_size_), must_beat_value ? to_beat->score : 0});
}

std::uint64_t hit_ranking::score_to_beat_value(std::uint64_t const longest,
                                               scored_subject const & to_beat,
                                               bool const wins_ties) const noexcept
{
    if (plan::traits_of(rule_.metric).is_maximum)
        return to_beat.score + !wins_ties;
    std::uint64_t const distance = to_value(to_beat);
    if (distance == 0 && !wins_ties)
        return unreachable;
    return longest - std::min(longest, distance - !wins_ties);
}

std::uint64_t hit_ranking::score_to_beat_identity(std::uint64_t const longest,
                                                  scored_subject const & to_beat,
                                                  bool const wins_ties) const noexcept
{
    auto const [numerator, denominator] = exact_identity(to_beat, query_size_);
    if (longest == 0)
        return wins_ties || numerator < denominator ? 0 : unreachable;
    wide_t const product = numerator * longest;
    wide_t const score = wins_ties ? (product + denominator - 1) / denominator : product / denominator + 1;
    return static_cast<std::uint64_t>(score);
}

std::uint64_t hit_ranking::longest_of(scored_subject const & subject) const noexcept
{
    return std::max(subject.subject_size, query_size_);
}

std::uint64_t hit_ranking::to_value(scored_subject const & subject) const noexcept
{
    return plan::traits_of(rule_.metric).is_maximum ? subject.score : longest_of(subject) - subject.score;
}

std::uint64_t hit_ranking::to_score(std::uint64_t const subject_size, std::uint64_t const value) const noexcept
{
    return plan::traits_of(rule_.metric).is_maximum ? value : std::max(subject_size, query_size_) - value;
}

std::optional<scored_subject> hit_ranking::to_beat(std::vector<scored_subject> const & hits) const
{
    return rule_.top == 0 || hits.size() < rule_.top ? std::nullopt : std::optional{hits.front()};
}

std::optional<scored_subject> hit_ranking::insert(std::vector<scored_subject> & hits,
                                                  scored_subject const & found) const
{
    auto const is_better = [this](scored_subject const & left, scored_subject const & right)
    {
        return is_before(left, right);
    };

    hits.push_back(found);
    if (rule_.top == 0)
        return {};
    std::ranges::push_heap(hits, is_better);
    if (hits.size() <= rule_.top)
        return {};
    std::ranges::pop_heap(hits, is_better);
    scored_subject const dropped = hits.back();
    hits.pop_back();
    return dropped;
}

} // namespace seqan3_gpulcs::api
