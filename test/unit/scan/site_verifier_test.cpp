// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/scan/site_verifier.hpp"
#include "unit/scan/site_problem.hpp"

using namespace seqan3_gpulcs;

namespace
{

using range_t = std::pair<std::uint64_t, std::uint64_t>;

// Puts ends together in two calls, and adds the sites of all patterns: those of all ranges at once, or each by itself.
std::vector<primer::site> find(test::site_problem const & problem, bool const at_once, std::mt19937_64 & generator)
{
    std::vector<primer::site> sites{};
    scan::site_verifier verifier{problem.request};
    for (scan::site_pattern const & pattern : problem.request.patterns())
    {
        scan::site_scan scan{};
        std::vector<std::uint64_t> const ends = problem.ends(pattern.classes, 0, problem.request.text().size());
        std::span const all{ends};
        EXPECT_TRUE(scan::site_verifier::verify(scan, all.subspan(all.size() / 2)));
        EXPECT_TRUE(scan::site_verifier::verify(scan, all.first(all.size() / 2)));
        std::ranges::shuffle(scan.ends, generator);
        verifier.prepare(pattern, scan.ends);
        if (at_once)
            verifier.add_sites(pattern, scan.ends, sites);
        else
            for (scan::end_range const & range : scan.ends)
                verifier.add_sites(pattern, {&range, 1}, sites);
    }
    return test::sorted(sites);
}

} // namespace

TEST(site_verifier, ends_become_ranges)
{
    struct ends_case
    {
        std::uint64_t begin;
        std::vector<std::vector<std::uint64_t>> calls;
        std::vector<range_t> expected;
    };
    for (auto const & [begin, calls, expected] :
         std::vector<ends_case>{{0, {}, {}},
                                {0, {{}, {7}}, {{7, 7}}},
                                {0, {{1, 2, 3}, {4, 6}}, {{1, 4}, {6, 6}}},
                                {5, {{1, 2, 2, 3, 8}, {9}}, {{6, 8}, {13, 14}}},
                                {0, {{5, 6, 7}, {6}, {8}, {4}}, {{5, 8}, {4, 4}}},
                                {std::uint64_t{1} << 32,
                                 {{0, 1}, {3}},
                                 {{std::uint64_t{1} << 32, (std::uint64_t{1} << 32) + 1},
                                  {(std::uint64_t{1} << 32) + 3, (std::uint64_t{1} << 32) + 3}}}})
    {
        scan::site_scan scan{.begin = begin};
        for (std::vector<std::uint64_t> const & ends : calls)
            EXPECT_TRUE(scan::site_verifier::verify(scan, ends));
        std::vector<range_t> found{};
        for (scan::end_range const & range : scan.ends)
            found.emplace_back(range.first, range.last);
        EXPECT_EQ(found, expected);
    }
}

TEST(site_verifier, random_texts)
{
    auto generator = reference::make_generator();
    for (unsigned round = 0; round < reference::case_count(150, 2000) * reference::test_rounds(); ++round)
    {
        test::site_problem const problem = test::random_site_problem(generator);
        std::vector<primer::site> const expected = problem.expected();
        for (bool const at_once : {false, true})
            ASSERT_EQ(find(problem, at_once, generator) == expected, true)
                << round << ": " << testing::PrintToString(problem.primers) << " in "
                << testing::PrintToString(problem.sequences) << ", k = " << problem.rules.max_edits;
    }
}

// Ends that are none do no harm, also those at both borders of texts that are shorter than a primer.
TEST(site_verifier, all_ends)
{
    for (std::string const text : {"A", "ACG", "ACGT", "ACGTA", "TACGTACGTA", "ACNNNNNNNNNNGTACGT-ACGT"})
        for (std::size_t const max_edits : {0, 1, 3})
        {
            test::site_problem const problem{{"ACGT", "TTACGA"}, {text}, {.max_edits = max_edits}};
            std::vector<primer::site> sites{};
            scan::site_verifier verifier{problem.request};
            for (scan::site_pattern const & pattern : problem.request.patterns())
            {
                std::vector<scan::end_range> ends{{1, problem.request.text().size()}};
                verifier.prepare(pattern, ends);
                verifier.add_sites(pattern, ends, sites);
            }
            EXPECT_EQ(test::sorted(sites) == problem.expected(), true) << text << ", k = " << max_edits;
        }
}

// Ends are verified block by block; a site ends at each place near the border of two blocks, and is as long as possible.
TEST(site_verifier, borders_of_blocks)
{
    constexpr std::uint64_t block{std::uint64_t{1} << 16};
    std::string const primer{"ATTATAATTA"};
    std::string const copy{"ATTCATACATTA"};
    for (std::uint64_t end = block - 2; end <= block + 12; ++end)
        for (auto const strand : {primer::strand::forward, primer::strand::reverse})
        {
            std::string text(block + 100, 'C');
            std::ranges::copy(copy, text.begin() + static_cast<std::ptrdiff_t>(end - copy.size()));
            bool const is_forward = strand == primer::strand::forward;
            if (!is_forward)
                text = reference::reverse_complement_of(text);
            test::site_problem const problem{{primer}, {text}, {.max_edits = 2, .both_strands = true}};
            std::uint64_t const begin = is_forward ? end - copy.size() : text.size() - end;
            std::vector<primer::site> const expected{
                {.begin = begin, .end = begin + copy.size(), .strand = strand, .edits = 2, .three_prime_edits = 1}};
            std::vector<primer::site> sites{};
            for (scan::site_pattern const & pattern : problem.request.patterns())
            {
                std::vector<scan::end_range> ends{{1, text.size()}};
                scan::site_verifier verifier{problem.request};
                verifier.prepare(pattern, ends);
                verifier.add_sites(pattern, ends, sites);
            }
            EXPECT_EQ(sites == expected, true) << end << ", " << is_forward << ", " << sites.size();
        }
}
