// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Requests for sites, for tests: ends of their patterns, and their sites, found the plain way.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <reference/letter_set_reference.hpp>
#include <reference/site_check.hpp>

#include "src/scan/site_request.hpp"

namespace seqan3_gpulcs::test
{

//!\brief Sorts sites as reference::find_sites() does.
inline std::vector<primer::site> sorted(std::vector<primer::site> sites)
{
    std::ranges::sort(sites,
                      {},
                      [](primer::site const & each)
                      {
                          return std::tuple{each.primer, each.sequence, each.begin, each.end, each.strand};
                      });
    return sites;
}

//!\brief Primers, and sequences in which their sites are wanted.
struct site_problem
{
    site_problem(std::vector<std::string> primers_,
                 std::vector<std::string> sequences_,
                 reference::site_rules const & rules_) :
        primers{std::move(primers_)},
        sequences{std::move(sequences_)},
        rules{rules_}
    {}

    //!\brief The sites, sorted.
    std::vector<primer::site> expected() const
    {
        std::vector<primer::site> sites{};
        for (reference::site const & each : reference::find_sites(primers, sequences, rules))
            sites.push_back({each.primer,
                             each.sequence,
                             each.begin,
                             each.end,
                             each.is_reverse ? primer::strand::reverse : primer::strand::forward,
                             each.edits,
                             each.last_edits});
        return sites;
    }

    /*!\brief The ends of a pattern in a part of the text, counted from its begin, in ascending order.
     * \param pattern The classes to search.
     * \param begin   The letters before the part.
     * \param size    The letters of the part.
     */
    std::vector<std::uint64_t>
    ends(std::span<std::uint8_t const> const pattern, std::uint64_t const begin, std::uint64_t const size) const
    {
        std::vector<std::uint8_t> classes(size);
        request.text().classify(request.text().codes().subspan(begin, size), classes);
        auto const distances = reference::set_end_distances({pattern.begin(), pattern.end()}, classes);
        std::vector<std::uint64_t> found{};
        for (std::uint64_t end = 0; end <= size; ++end)
            if (distances[end] <= rules.max_edits)
                found.push_back(end);
        return found;
    }

    std::vector<std::string> primers;
    std::vector<std::string> sequences;
    reference::site_rules rules;
    primer::site_options options{reference::options_of(rules)};
    std::vector<std::vector<std::uint8_t>> sets{[this]()
                                                {
                                                    std::vector<std::vector<std::uint8_t>> of_primers{};
                                                    for (std::string const & primer : primers)
                                                        of_primers.push_back(reference::base_sets(primer));
                                                    return of_primers;
                                                }()};
    std::vector<packing::packed_sequence> packed{reference::pack_all(sequences)};
    std::vector<packing::packed_sequence_view> views{reference::views_of(packed)};
    plan::execution execution{};
    runtime::task_control control{execution, 0};
    scan::site_text text{views, options, control, 2};
    scan::site_request request{sets, text, options, control};
};

//!\brief Primers of up to 40 letters, and sequences with copies of them and gaps; one is short, and one may be empty.
inline site_problem random_site_problem(std::mt19937_64 & generator)
{
    using reference::random_size;
    std::string const letters[]{"AC", "ACGT", "ACGTACGTACGTURYKMSWBDHVN"};
    std::string const & some = letters[random_size(generator, 2)];
    reference::site_rules const rules{.max_edits = random_size(generator, 3),
                                      .both_strands = random_size(generator, 3) != 0,
                                      .mismatches_only = random_size(generator, 3) == 0,
                                      .cuts_at_ambiguous = random_size(generator, 3) == 0,
                                      .last_letters = 1 + random_size(generator, 5),
                                      .max_last = random_size(generator, 3)};
    std::vector<std::string> primers{};
    for (std::size_t i = 0; i < 3; ++i)
        primers.push_back(reference::random_text(generator, rules.max_edits + 1 + random_size(generator, 36), some));
    std::vector<std::string> sequences{reference::text_with_copies(generator, primers, 12, rules.max_edits, some),
                                       primers.front().substr(random_size(generator, 1)),
                                       reference::random_text(generator, random_size(generator, 2), some),
                                       reference::text_with_copies(generator, primers, 4, rules.max_edits, some)};
    return {primers, sequences, rules};
}

} // namespace seqan3_gpulcs::test
