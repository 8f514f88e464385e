// SPDX-License-Identifier: BSD-3-Clause

#include "src/lcs/hit_ranking.hpp"

#include <algorithm>

namespace seqan3_gpulcs::lcs
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

fraction exact_identity(hit const & found, std::uint64_t const query_size) noexcept
{
    std::uint64_t const longest = std::max(found.subject_size, query_size);
    return longest == 0 ? fraction{1, 1} : fraction{found.length, longest};
}

} // namespace

std::uint64_t
length_for_identity(double const min_identity, std::uint64_t const first_size, std::uint64_t const second_size) noexcept
{
    std::uint64_t const longest = std::max(first_size, second_size);
    if (!(min_identity <= 1))
        return unreachable;
    if (min_identity <= 0 || longest == 0)
        return 0;

    // The product is rounded, and so are the quotients.
    auto length = static_cast<std::uint64_t>(min_identity * static_cast<double>(longest));
    while (length > 0 && identity(length - 1, first_size, second_size) >= min_identity)
        --length;
    while (identity(length, first_size, second_size) < min_identity)
        ++length;
    return length;
}

bool hit_ranking::is_before(hit const & left, hit const & right) const noexcept
{
    if (options_.order == search_order::identity)
    {
        fraction const left_identity = exact_identity(left, query_size_);
        fraction const right_identity = exact_identity(right, query_size_);
        wide_t const left_product = left_identity.numerator * right_identity.denominator;
        wide_t const right_product = right_identity.numerator * left_identity.denominator;
        if (left_product != right_product)
            return left_product > right_product;
    }
    else if (left.length != right.length)
    {
        return left.length > right.length;
    }
    return left.subject < right.subject;
}

std::uint64_t hit_ranking::min_length(hit const & candidate, std::optional<hit> const & to_beat) const noexcept
{
    std::uint64_t const min_length =
        std::max(options_.min_length, length_for_identity(options_.min_identity, query_size_, candidate.subject_size));
    if (!to_beat)
        return min_length;

    // With the same value, the one that comes first is better.
    bool const wins_ties = candidate.subject < to_beat->subject;
    if (options_.order == search_order::length)
        return std::max(min_length, to_beat->length + !wins_ties);

    std::uint64_t const longest = std::max(candidate.subject_size, query_size_);
    auto const [numerator, denominator] = exact_identity(*to_beat, query_size_);
    if (longest == 0)
        return wins_ties || numerator < denominator ? min_length : unreachable;
    wide_t const product = numerator * longest;
    wide_t const length = wins_ties ? (product + denominator - 1) / denominator : product / denominator + 1;
    return std::max(min_length, static_cast<std::uint64_t>(length));
}

std::optional<hit> hit_ranking::to_beat(std::vector<hit> const & hits) const
{
    return options_.top == 0 || hits.size() < options_.top ? std::nullopt : std::optional{hits.front()};
}

std::optional<hit> hit_ranking::insert(std::vector<hit> & hits, hit const & found) const
{
    auto const is_better = [this](hit const & left, hit const & right)
    {
        return is_before(left, right);
    };

    hits.push_back(found);
    if (options_.top == 0)
        return {};
    std::ranges::push_heap(hits, is_better);
    if (hits.size() <= options_.top)
        return {};
    std::ranges::pop_heap(hits, is_better);
    hit const dropped = hits.back();
    hits.pop_back();
    return dropped;
}

} // namespace seqan3_gpulcs::lcs
