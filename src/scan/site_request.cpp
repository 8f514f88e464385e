// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/site_request.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <ranges>
#include <utility>

#include "src/scan/nucleotide_sets.hpp"
#include "src/scan/seeded_sites.hpp"
#include "src/scan/verification_costs.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// The sizes of words in lanes, in letters; longer patterns take several words.
constexpr std::uint64_t word_sizes[]{16, 32, 64};

// The letters of a word of a search on a device.
constexpr unsigned letters_per_search_word{32};

// The share of letters at which a pattern may be found by chance: verifying these takes less time than searching with wider words.
constexpr double max_chance{1e-4};

/* About how often some letters are found with k edits in random letters: each of about `C(n, k) * 8^k` strings as often as n
 * letters are.
 */
double estimate_chance(std::span<std::uint8_t const> const letters, std::uint64_t const edits) noexcept
{
    double chance = 0;
    for (std::uint8_t const set : letters)
        chance += std::log2(std::popcount(set) / 4.0);
    for (std::uint64_t i = 0; i < edits; ++i)
        chance += 3 + std::log2(static_cast<double>(letters.size() - i) / static_cast<double>(i + 1));
    return std::exp2(chance);
}

// The size of the shortest suffix that is found rarely.
std::uint64_t find_rare_size(std::span<std::uint8_t const> const letters, std::uint64_t const edits) noexcept
{
    for (std::uint64_t const size : word_sizes)
        if (size < letters.size() && edits < size && estimate_chance(letters.last(size), edits) <= max_chance)
            return size;
    return letters.size();
}

// Finds where neighbouring letters that match one class begin and end.
std::vector<std::pair<std::uint64_t, std::uint64_t>> find_plain_runs(std::span<std::uint8_t const> const classes)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> runs{};
    for (std::uint64_t i = 0; i < classes.size(); ++i)
        // std::has_single_bit() is a call where the processor may have no instruction for it.
        if (classes[i] == 0 || (classes[i] & (classes[i] - 1)) != 0)
            continue;
        else if (!runs.empty() && runs.back().second == i)
            ++runs.back().second;
        else
            runs.emplace_back(i, i + 1);
    return runs;
}

} // namespace

pattern_seeds cut_seeds(std::span<std::uint8_t const> const classes, std::uint64_t const max_edits)
{
    auto const runs = find_plain_runs(classes);
    std::uint64_t const wanted = max_edits + 1;
    auto const are_enough = [&](std::uint64_t const size)
    {
        std::uint64_t count = 0;
        for (auto const & [begin, end] : runs)
            count += (end - begin) / size;
        return count >= wanted;
    };
    // The longer seeds are, the fewer there are.
    auto const sizes = std::views::iota(std::uint64_t{1}, classes.size() / wanted + 1);
    pattern_seeds seeds{.size = *std::ranges::partition_point(sizes, are_enough) - 1};
    if (seeds.size == 0)
        return {};
    for (auto const & [begin, end] : runs)
        for (std::uint64_t i = begin; i + seeds.size <= end && seeds.begins.size() < wanted; i += seeds.size)
            seeds.begins.push_back(i);
    return seeds;
}

site_request::site_request(std::span<std::vector<std::uint8_t> const> const primers,
                           site_text const & text,
                           primer::site_options const & options,
                           runtime::task_control & control) :
    primers_{primers},
    text_{text},
    options_{options},
    control_{control}
{
    for (std::uint64_t i = 0; i < primers.size(); ++i)
    {
        add_pattern(i, primer::strand::forward);
        if (options.both_strands)
            add_pattern(i, primer::strand::reverse);
    }
    // Patterns that take more words come first. Otherwise their order stays: short ones are found more often, and should not all be
    // verified at the end.
    std::ranges::stable_sort(patterns_,
                             std::ranges::greater{},
                             [](site_pattern const & pattern)
                             {
                                 return util::ceil_div(pattern.rare_size, std::uint64_t{letters_per_search_word});
                             });
    choose_seeds();
}

// Patterns keep their seeds where that is faster for each, and an index of the text pays for all of them.
void site_request::choose_seeds()
{
    bool const has_index = is_indexed(text());
    if (!has_index && patterns_.size() <= min_seeded_patterns)
        return;
    double saved = 0;
    for (site_pattern & pattern : patterns_)
    {
        control_.check();
        pattern.seeds = cut_seeds(pattern.classes, options_.max_edits);
        seeded_search const search = describe(pattern);
        if (double const time = seeded_time(search); pattern.seeds.size != 0 && time < search.search_time)
            saved += search.search_time - time;
        else
            pattern.seeds = {};
    }
    if (!has_index && saved <= index_time * static_cast<double>(text().size()))
        for (site_pattern & pattern : patterns_)
            pattern.seeds = {};
}

seeded_search site_request::describe(site_pattern const & pattern) const noexcept
{
    return {.pattern_size = pattern.classes.size(),
            .seed_size = pattern.seeds.size,
            .max_edits = options_.max_edits,
            .text_size = text().size(),
            .ambiguous = text_.ambiguous(),
            .search_time = cpu_pass_time(pattern.searched(cpu_word_size).size()) * static_cast<double>(text().size())};
}

void site_request::add_pattern(std::uint64_t const number, primer::strand const strand)
{
    std::vector<std::uint8_t> letters = primers_[number];
    if (strand == primer::strand::reverse)
        reverse_complement(letters);
    std::uint64_t const rare_size = find_rare_size(letters, options_.max_edits);
    // If letters of the text are sets of bases, the classes of a letter are its bases already.
    if (!text().has_sets())
        for (std::uint8_t & letter : letters)
            letter = text_.classes_of(letter);
    patterns_.push_back({number, strand, std::move(letters), rare_size});
}

std::uint64_t site_request::max_pattern_size(std::uint64_t const word_size) const noexcept
{
    std::uint64_t longest = 0;
    for (site_pattern const & pattern : patterns_)
        longest = std::max<std::uint64_t>(longest, pattern.searched(word_size).size());
    return longest;
}

// Letters that are cut out count as done when the known ones are.
void site_request::add_done(double const letters) const noexcept
{
    control_.add_cells(letters * text_.letters_per_letter());
}

} // namespace seqan3_gpulcs::scan
