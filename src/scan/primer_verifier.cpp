// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/primer_verifier.hpp"

#include <algorithm>

#include "src/scan/verification_costs.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// The reach of a position from which no substring is similar, not even up to the middle.
constexpr std::uint64_t no_reach{0};

// The fixed overhead of a group of candidates, in steps.
constexpr std::uint64_t steps_per_group{64};

// The decay of counted hits: each pass weighs this much of the one after it.
constexpr double pass_weight{0.98};

// Hits are counted up to this many times their estimate: repeats say nothing of other patterns.
constexpr double max_hit_ratio{8};

// Candidates that are verified together lie no further apart than this and the letters of the pattern.
constexpr std::uint64_t max_columns_together{1024};

} // namespace

bool primer_verifier::next_pattern(primer_scan & scan)
{
    has_distances_of_ = nullptr;
    is_anchored_in_ = nullptr;
    if (!scan.is_first_end_known_)
        return try_next_size(scan);
    count_hits(scan);
    return finish_pass(scan) && begin_next_pass(scan);
}

// Compares the hits of a pattern with their estimated number.
void primer_verifier::count_hits(primer_scan const & scan) noexcept
{
    if (scan.pattern_.empty())
        return;
    double const estimated =
        request_.hits().rate(scan.pattern_.size()) * static_cast<double>(request_.hits().text_size());
    // Adding one to both sums keeps their ratio near 1 while there are few hits, which say little.
    hits_ =
        pass_weight * hits_ + (1 - pass_weight) + std::min(static_cast<double>(scan.hits_), max_hit_ratio * estimated);
    estimated_hits_ = pass_weight * estimated_hits_ + (1 - pass_weight) + estimated;
}

/* Prepares a pattern for the positions up to `last`, which all have it in them; it ends in the middle. So the longest
 * substrings from there on with less than k differences to the text, if they end in the middle or after it, cross it
 * where the pattern is found.
 */
void primer_verifier::begin_pass(primer_scan & scan,
                                 std::uint64_t const last,
                                 std::uint64_t const middle,
                                 std::uint64_t const pattern_size)
{
    scan.middle_ = middle;
    scan.hits_ = 0;
    scan.reaches_.assign(last - scan.position_ + 1, no_reach);
    scan.pattern_.resize(pattern_size);
    text_.classify(scan.target_.subspan(middle - pattern_size, pattern_size), scan.pattern_);
}

/* At the first position nothing is known of the one before. A substring from there on that is similar to the text proves
 * that the primer is longer; then this was a pass as any other. It should not be by chance in many places, which take time to verify.
 */
bool primer_verifier::try_next_size(primer_scan & scan)
{
    bool const is_first = scan.pattern_.empty();
    if (!is_first && scan.reaches_.front() != no_reach)
    {
        scan.is_first_end_known_ = true;
        return finish_pass(scan) && begin_next_pass(scan);
    }

    std::uint64_t const size = is_first ? std::min(seed_length_.rare_size(), scan.target_.size() - scan.first_)
                                        : seed_length_.shorter(scan.middle_ - scan.first_);
    if (size > differences_)
    {
        std::uint64_t const middle = scan.first_ + size;
        std::uint64_t const pattern_size = seed_length_.choose_first(size);
        begin_pass(scan, std::min(middle - pattern_size, scan.last() - 1), middle, pattern_size);
        return true;
    }

    // A primer has at least k letters.
    scan.is_first_end_known_ = true;
    scan.middle_ = scan.first_ + differences_;
    scan.reaches_.clear();
    return begin_next_pass(scan);
}

// Chooses the next positions; their primers end in the middle or after it.
bool primer_verifier::begin_next_pass(primer_scan & scan)
{
    if (scan.position_ == scan.last() || scan.middle_ > scan.target_.size())
        return false;

    std::uint64_t const middle = scan.middle_;
    std::uint64_t const size = seed_length_.choose(middle - scan.position_, hits_ / estimated_hits_);
    std::uint64_t const end = std::min(middle - size + 1, scan.last());

    // Primers that end in the middle or after it are too long at the first positions.
    std::uint64_t const too_long =
        std::max(scan.position_, std::min(middle - std::min(middle, request_.options().max_length), end - 1));
    request_.control().add_cells(request_.cells_per_position() * static_cast<double>(too_long - scan.position_));
    for (; scan.position_ < too_long; ++scan.position_)
        scan.lengths_[scan.position_ - scan.first_] = middle - scan.position_;

    begin_pass(scan, end - 1, middle, size);
    return true;
}

// Sets the lengths that the last pass found. Returns whether all of its positions have primers; if so, the next primer does not end
// before the middle.
bool primer_verifier::finish_pass(primer_scan & scan)
{
    // A substring that is found from one position on is found from later positions on, too.
    std::uint64_t const begin = scan.position_;
    std::uint64_t reach = no_reach;
    for (std::uint64_t const position_reach : scan.reaches_)
    {
        reach = std::max(reach, position_reach);
        scan.middle_ = reach == no_reach ? scan.middle_ : reach + 1;
        if (scan.middle_ > scan.target_.size())
            break;
        scan.lengths_[scan.position_ - scan.first_] = scan.middle_ - scan.position_;
        ++scan.position_;
    }
    request_.control().add_cells(request_.cells_per_position() * static_cast<double>(scan.position_ - begin));
    scan.middle_ = std::max(scan.middle_, scan.position_ + differences_);
    return scan.position_ - begin == scan.reaches_.size();
}

bool primer_verifier::verify(primer_scan & scan, std::span<std::uint64_t const> const ends)
{
    scan.hits_ += ends.size();

    // If the whole target is found from the first position on, no later position has a primer.
    auto const is_all_found = [&scan]()
    {
        return scan.reaches_.front() == scan.target_.size();
    };
    for (std::span<std::uint64_t const> rest{ends}; !rest.empty() && !is_all_found();)
    {
        poll_.add(steps_per_group);
        candidate_group const group = first_group(rest, scan.middle_ - scan.position_);
        rest = rest.subspan(group.ends.size());
        switch (choose_mode(scan, group, ends.size()))
        {
        case verification_mode::together:
            verify_together(scan, group);
            break;
        case verification_mode::anchored:
            add_anchored(scan, group);
            break;
        default:
            for (auto end = group.ends.begin(); end != group.ends.end() && !is_all_found(); ++end)
                verify_alone(scan, *end, group);
        }
    }
    if (!is_all_found())
        verify_anchored(scan);
    candidates_.clear();
    return !is_all_found();
}

// The first ends that are near each other: they share the text before them.
primer_verifier::candidate_group primer_verifier::first_group(std::span<std::uint64_t const> const ends,
                                                              std::uint64_t const longest) const noexcept
{
    auto const [segment_begin, segment_end] = text_.segment_at(ends.front() - 1);
    std::uint64_t const last_end = std::min(segment_end, ends.front() + longest + max_columns_together);
    std::size_t count = 1;
    while (count < ends.size() && ends[count] <= last_end && ends[count] - ends[count - 1] <= longest / 2)
        ++count;
    return {ends.first(count), segment_begin, segment_end};
}

// The cheapest way for a group of some ends, if none is given.
verification_mode primer_verifier::choose_mode(primer_scan const & scan,
                                               candidate_group const & group,
                                               std::size_t const ends) const noexcept
{
    bool const can_be_anchored = scan.reaches_.size() <= cpu::anchored_distances::max_suffixes;
    if (mode_ != verification_mode::cheaper)
        return mode_ == verification_mode::anchored && !can_be_anchored ? verification_mode::alone : mode_;

    std::uint64_t const longest = scan.middle_ - scan.position_;
    std::uint64_t const columns = group.ends.back() - window_begin(group.ends.front(), group.segment_begin, longest);
    auto const count = static_cast<double>(group.ends.size());
    double const together = suffix_time(longest, scan.reaches_.size(), columns);
    double const alone = verification_time(differences_) * count;
    auto const at_once = static_cast<double>(std::min<std::uint64_t>(ends, cpu::anchored_distances::lanes_here()));
    if (can_be_anchored && anchored_time(longest, differences_) / at_once * count < std::min(together, alone))
        return verification_mode::anchored;
    return together < alone ? verification_mode::together : verification_mode::alone;
}

// The earliest beginning of a substring that ends there with less than k differences to any part of this many letters.
std::uint64_t primer_verifier::window_begin(std::uint64_t const end,
                                            std::uint64_t const segment_begin,
                                            std::uint64_t const pattern_size) const noexcept
{
    std::uint64_t const letters = pattern_size + differences_ - 1;
    return end - segment_begin > letters ? end - letters : segment_begin;
}

void primer_verifier::verify_together(primer_scan & scan, candidate_group const & group)
{
    std::uint64_t const longest = scan.middle_ - scan.position_;
    if (has_distances_of_ != &scan)
    {
        letters_.resize(longest);
        scan.target_.subspan(scan.position_, longest).copy_to(letters_);
        distances_.set_pattern(letters_, scan.reaches_.size(), text_.has_sets());
        has_distances_of_ = &scan;
    }

    std::uint64_t const begin = window_begin(group.ends.front(), group.segment_begin, longest);
    window_ends_.resize(group.ends.size());
    std::ranges::transform(group.ends,
                           window_ends_.begin(),
                           [begin](std::uint64_t const end)
                           {
                               return end - begin;
                           });
    letters_.resize(group.ends.back() - begin);
    text_.codes().subspan(begin, letters_.size()).copy_to(letters_);
    distances_.set_text(letters_);
    end_rows_.assign(group.ends.size(), {});
    reached_.clear();

    // Longer suffixes have larger distances: the shortest ones come first, until there are too many differences at all
    // ends.
    for (std::uint64_t lane_group = distances_.groups(); lane_group-- > 0;)
        if (!verify_lanes(scan, group, lane_group))
            break;
}

/* For the positions of a group of lanes. Returns whether the first of them is similar at any end.
 *
 * Where the end beside one has a distance of 1 less, that one need not be verified: with the edit that is left over, paths
 * from there reach as far.
 */
bool primer_verifier::verify_lanes(primer_scan & scan, candidate_group const & group, std::uint64_t const lane_group)
{
    std::span<std::uint64_t const> const ends = group.ends;
    std::uint64_t const lanes = distances_.lanes();
    std::span<std::uint64_t const> const distances = distances_.compute(lane_group, window_ends_, poll_);
    auto const is_less_at = [&](std::size_t const i, std::uint64_t const lane, std::uint64_t const distance)
    {
        return distances[i * lanes + lane] < distance;
    };

    bool is_similar = false;
    for (std::size_t i = 0; i < ends.size(); ++i)
    {
        poll_.add(lanes);
        bool const is_left_beside = i > 0 && ends[i - 1] + 1 == ends[i];
        bool const is_right_beside = i + 1 < ends.size() && ends[i] + 1 == ends[i + 1];
        for (std::uint64_t lane = std::min(lanes, scan.reaches_.size() - lane_group * lanes); lane-- > 0;)
        {
            std::uint64_t const distance = distances[i * lanes + lane];
            if (distance >= differences_)
                break;
            is_similar = is_similar || lane == 0;
            if ((is_left_beside && is_less_at(i - 1, lane, distance))
                || (is_right_beside && is_less_at(i + 1, lane, distance)))
                continue;

            std::uint64_t & reach = scan.reaches_[lane_group * lanes + lane];
            reach = std::max(reach, reach_from(scan, group, i, differences_ - 1 - distance));
        }
    }
    return is_similar;
}

// The furthest row that is reached from the middle and an end. The first call for an end has the most edits.
std::uint64_t primer_verifier::reach_from(primer_scan const & scan,
                                          candidate_group const & group,
                                          std::size_t const end,
                                          std::uint64_t const edits)
{
    reached_rows & rows = end_rows_[end];
    if (rows.size == 0)
    {
        std::uint64_t const begin = group.ends[end];
        auto const found = furthest_reach_.compute(packing::direction::forward,
                                                   scan.target_.subspan(scan.middle_),
                                                   text_.codes().subspan(begin, group.segment_end - begin),
                                                   edits,
                                                   poll_);
        rows = {reached_.size(), found.size()};
        reached_.insert(reached_.end(), found.begin(), found.end());
    }
    return scan.middle_ + reached_[rows.begin + std::min<std::uint64_t>(edits, rows.size - 1)];
}

// Verifies a single end, for any number of positions.
void primer_verifier::verify_alone(primer_scan & scan, std::uint64_t const end, candidate_group const & group)
{
    std::uint64_t const edits = differences_ - 1;
    std::uint64_t const first = scan.position_;
    std::uint64_t const middle = scan.middle_;

    auto const before = furthest_reach_.compute(packing::direction::backward,
                                                scan.target_.subspan(first, middle - first),
                                                text_.codes().subspan(group.segment_begin, end - group.segment_begin),
                                                edits,
                                                poll_);
    auto const first_reach = std::ranges::lower_bound(before, middle - first - (scan.reaches_.size() - 1));
    if (first_reach == before.end())
        return;
    auto const min_edits = static_cast<std::uint64_t>(first_reach - before.begin());
    before_.assign(first_reach, before.end());

    auto const after = furthest_reach_.compute(packing::direction::forward,
                                               scan.target_.subspan(middle),
                                               text_.codes().subspan(end, group.segment_end - end),
                                               edits - min_edits,
                                               poll_);
    for (std::uint64_t i = 0; i < before_.size(); ++i)
    {
        std::uint64_t const remaining_edits = std::min(edits - min_edits - i, after.size() - 1);
        std::uint64_t & reach = scan.reaches_[middle - before_[i] - first];
        reach = std::max(reach, middle + after[remaining_edits]);
    }
}

// Collects candidates of several groups, and verifies them as soon as they fill the lanes.
void primer_verifier::add_anchored(primer_scan & scan, candidate_group const & group)
{
    if (is_anchored_in_ != &scan)
    {
        std::uint64_t const longest = scan.middle_ - scan.position_;
        anchored_.set_pattern(scan.target_.subspan(scan.position_, longest),
                              scan.reaches_.size(),
                              differences_,
                              text_.has_sets());
        is_anchored_in_ = &scan;
    }
    for (std::uint64_t const end : group.ends)
    {
        candidates_.push_back({end, group.segment_begin, group.segment_end});
        if (candidates_.size() == anchored_.lanes())
            verify_anchored(scan);
    }
}

void primer_verifier::verify_anchored(primer_scan & scan)
{
    if (candidates_.empty())
        return;

    texts_.clear();
    for (candidate const & hit : candidates_)
    {
        std::uint64_t const begin = window_begin(hit.end, hit.segment_begin, scan.middle_ - scan.position_);
        texts_.push_back(text_.codes().subspan(begin, hit.end - begin));
    }
    std::span<std::uint64_t const> const distances = anchored_.compute(texts_, poll_);
    std::uint64_t const lanes = anchored_.lanes();
    std::uint64_t const last = scan.reaches_.size() - 1;
    for (std::size_t lane = 0; lane < candidates_.size(); ++lane)
    {
        // The last position has the smallest distance.
        std::uint64_t const min_distance = distances[last * lanes + lane];
        if (min_distance >= differences_)
            continue;
        candidate const & hit = candidates_[lane];
        auto const after = furthest_reach_.compute(packing::direction::forward,
                                                   scan.target_.subspan(scan.middle_),
                                                   text_.codes().subspan(hit.end, hit.segment_end - hit.end),
                                                   differences_ - 1 - min_distance,
                                                   poll_);
        for (std::uint64_t i = last + 1; i-- > 0 && distances[i * lanes + lane] < differences_;)
        {
            std::uint64_t const remaining_edits =
                std::min(differences_ - 1 - distances[i * lanes + lane], after.size() - 1);
            scan.reaches_[i] = std::max(scan.reaches_[i], scan.middle_ + after[remaining_edits]);
        }
    }
    candidates_.clear();
}

} // namespace seqan3_gpulcs::scan
