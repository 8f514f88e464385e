// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::uint64_t unknown_temperature{std::numeric_limits<std::uint64_t>::max()};

// How far a primer is from the temperature that is wanted, in tenths of a degree: less is within the error of the model.
std::uint64_t tenths_off(std::optional<double> const celsius, std::optional<temperature_range> const & range)
{
    constexpr double usual{60};
    double const wanted = range ? (range->min + range->max) / 2 : usual;
    return celsius ? static_cast<std::uint64_t>(std::llround(10 * std::abs(*celsius - wanted))) : unknown_temperature;
}

//!\brief Regions of one target, of which none is near another one.
class spread_regions
{
public:
    explicit spread_regions(std::uint64_t const spacing) : spacing_{spacing}
    {}

    //!\brief Adds a region unless it is near one; whether it was added.
    bool add(region const & each)
    {
        auto const next = ends_.lower_bound(each.begin);
        if (next != ends_.end() && next->first < std::max(each.begin + spacing_, each.end))
            return false;
        if (next != ends_.begin())
            if (auto const & [begin, end] = *std::prev(next); each.begin < std::max(begin + spacing_, end))
                return false;
        ends_.emplace_hint(next, each.begin, each.end);
        return true;
    }

private:
    std::uint64_t spacing_;
    std::map<std::uint64_t, std::uint64_t> ends_{}; // By the begins.
};

// The positions of primers with so many edits. Many short ranges take longer than the positions between them.
std::vector<primer::target>
positions_of(sequence const & target, std::span<ranked_primer const> const primers, std::uint64_t const edits)
{
    constexpr std::uint64_t max_gap{16};
    std::vector<primer::target> ranges{};
    for (ranked_primer const & each : primers)
        if (each.edits != edits)
            continue;
        else if (!ranges.empty() && each.begin < ranges.back().end + max_gap)
            ranges.back().end = each.begin + 1;
        else
            ranges.emplace_back(target.letters, each.begin, each.begin + 1);
    return ranges;
}

// Adds an edit to the primers of a range that have so many, if those with one more are no longer than they are; whether there is one.
bool add_edit(std::span<ranked_primer> const primers,
              std::uint64_t const edits,
              primer::target const & range,
              std::span<std::uint64_t const> const lengths)
{
    bool has_more = false;
    for (auto each = std::ranges::lower_bound(primers, range.begin, {}, &region::begin);
         each != primers.end() && each->begin < range.end;
         ++each)
    {
        std::uint64_t const needed = lengths[each->begin - range.begin];
        if (each->edits != edits || needed == primer::no_primer || needed > each->end - each->begin)
            continue;
        ++each->edits;
        has_more = true;
    }
    return has_more;
}

} // namespace

primer_ranking::primer_ranking(primer_options const & options,
                               std::span<sequence const> const targets,
                               std::span<std::vector<std::uint64_t> const> const lengths) :
    options_{options},
    targets_{targets}
{
    for (std::vector<std::uint64_t> const & of_target : lengths)
    {
        auto & primers = primers_.emplace_back();
        primers.reserve(of_target.size() - static_cast<std::size_t>(std::ranges::count(of_target, primer::no_primer)));
        for (std::uint64_t begin = 0; begin < of_target.size(); ++begin)
            if (of_target[begin] != primer::no_primer)
                primers.push_back({{begin, begin + of_target[begin]}, options.differences});
    }
}

void primer_ranking::count_edits(finder const & find)
{
    bool has_more = options_.min_length != 0 || options_.tm;
    for (std::uint64_t edits = options_.differences; has_more; ++edits)
        has_more = find_more(edits, find);
}

// Finds out which primers with so many edits have one more; whether there is one.
bool primer_ranking::find_more(std::uint64_t const edits, finder const & find)
{
    std::vector<primer::target> ranges{};
    std::vector<std::size_t> range_targets{};
    std::uint64_t max_length = 0;
    for (std::size_t i = 0; i < primers_.size(); ++i)
    {
        std::ranges::move(positions_of(targets_[i], primers_[i], edits), std::back_inserter(ranges));
        range_targets.resize(ranges.size(), i);
        for (ranked_primer const & each : primers_[i])
            if (each.edits == edits)
                max_length = std::max(max_length, each.end - each.begin);
    }
    if (ranges.empty())
        return false;

    auto const lengths = find(ranges, edits + 1, max_length);
    bool has_more = false;
    for (std::size_t i = 0; i < ranges.size(); ++i)
        has_more |= add_edit(primers_[range_targets[i]], edits, ranges[i], lengths[i]);
    return has_more;
}

std::vector<ranked_primer> primer_ranking::best(std::size_t const target) const
{
    constexpr std::uint64_t most{std::numeric_limits<std::uint64_t>::max()};
    std::vector<ranked_primer> const & primers = primers_[target];
    std::vector<std::tuple<std::uint64_t, std::uint64_t, std::size_t>> order{};
    order.reserve(primers.size());
    for (ranked_primer const & each : primers)
    {
        std::optional<double> celsius{};
        if (options_.alphabet.starts_with("dna"))
            celsius = melting_celsius(targets_[target], each);
        order.emplace_back(most - each.edits, tenths_off(celsius, options_.tm), order.size());
    }
    std::ranges::sort(order);

    std::vector<ranked_primer> chosen{};
    spread_regions taken{targets_[target].letters.size() / *options_.best / 2};
    for (auto const & [edits, temperature, i] : order)
        if (chosen.size() < *options_.best && taken.add(primers[i]))
            chosen.push_back(primers[i]);
    return chosen;
}

} // namespace seqan3_gpulcs::app
