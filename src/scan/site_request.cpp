// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/site_request.hpp"

#include <algorithm>
#include <functional>
#include <ranges>
#include <utility>

#include "src/scan/nucleotide_sets.hpp"
#include "src/scan/text_index.hpp"
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

// The size of the shortest suffix that is found rarely.
std::uint64_t find_rare_size(std::span<std::uint8_t const> const letters, std::uint64_t const edits) noexcept
{
    for (std::uint64_t const size : word_sizes)
        if (size < letters.size() && edits < size && estimate_chance(letters.last(size), edits) <= max_chance)
            return size;
    return letters.size();
}

} // namespace

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
    auto const letters = static_cast<double>(text().size());
    double const needed = is_indexed(text()) ? 0 : index_time(text().size());
    double searches = 0;
    for (site_pattern & pattern : patterns_)
        searches += pattern.search_time = cpu_pass_time(pattern.searched(cpu_word_size).size()) * letters;
    if (searches <= needed)
        return;

    double saved = 0;
    for (site_pattern & pattern : patterns_)
    {
        control_.check();
        choose_seeds(pattern);
        if (pattern.has_seeds())
            saved += pattern.search_time - pattern.lookup_time;
    }
    if (saved <= needed)
        for (site_pattern & pattern : patterns_)
            pattern.seeds = {};
}

// Chooses the seeds that take the least time, if it is less than that of a search.
void site_request::choose_seeds(site_pattern & pattern) const
{
    if (pattern.search_time <= pattern_time)
        return;
    std::uint64_t const edits = options_.max_edits;
    std::uint64_t last_count = 0;
    pattern.lookup_time = pattern.search_time;
    for (std::uint64_t const count : {edits + 1, edits / 2 + 1, min_seeds(edits)})
    {
        // With other seeds, the pattern would still take more than half of the time.
        bool const is_fast = pattern.has_seeds() && pattern.lookup_time <= 2 * pattern_time;
        if (is_fast || count == last_count)
            break;
        last_count = count;
        std::vector<pattern_seed> seeds = cut_seeds(pattern.classes, edits, count);
        if (seeds.empty())
            continue;
        lookup_steps steps = expect_steps(pattern.classes, edits, seeds, text().size());
        steps.verified += static_cast<double>(text_.ambiguous());
        double const time = pattern_time + scan::lookup_time(steps, pattern.classes.size(), edits);
        if (time < pattern.lookup_time)
        {
            pattern.lookup_time = time;
            pattern.seeds = std::move(seeds);
        }
    }
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
    patterns_.push_back({.primer = number, .strand = strand, .classes = std::move(letters), .rare_size = rare_size});
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
