// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/scan/scan_jobs.hpp"
#include "unit/scan/site_problem.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Cuts a text into parts that overlap by no more letters than a pattern needs.
std::vector<scan::text_part> cut(test::site_problem const & problem, std::uint64_t const word, std::uint64_t const size)
{
    std::uint64_t const reach = problem.request.max_pattern_size(word) + problem.rules.max_edits;
    std::uint64_t const all = problem.request.text().size();
    std::vector<scan::text_part> parts{};
    for (std::uint64_t begin = 0; begin < all; begin += size)
        parts.push_back({begin - std::min(begin, reach - 1), std::min(size, all - begin)});
    return parts;
}

// Does what a backend does, with the scans in any order. Some ends come before earlier ones. The sites of some patterns may be known.
std::vector<primer::site> find(test::site_problem & problem,
                               std::uint64_t const word_size,
                               std::uint64_t const part_size,
                               scan::seeded_sites const & known,
                               std::mt19937_64 & generator)
{
    std::vector<scan::text_part> const parts = cut(problem, word_size, part_size);
    unsigned const threads = 1 + static_cast<unsigned>(part_size % 3);
    scan::site_job job{problem.request, word_size, parts, threads, known};
    std::size_t const patterns = known.sites.empty() ? problem.request.patterns().size() : known.searched.size();
    EXPECT_EQ(job.size(), parts.size() * patterns);
    EXPECT_EQ(job.differences(), problem.rules.max_edits + 1);
    EXPECT_EQ(&job.control(), &problem.control);
    std::vector<std::size_t> numbers(job.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::ranges::shuffle(numbers, generator);
    scan::site_verifier verifier = job.make_verifier();
    for (std::size_t const number : numbers)
    {
        scan::text_part const & part = parts[number / patterns];
        std::uint64_t const end =
            number / patterns + 1 == parts.size() ? problem.request.text().size() : (number / patterns + 1) * part_size;
        scan::site_scan scan = job.make_scan(number);
        while (job.next_pattern(verifier, number, scan))
        {
            std::vector<std::uint64_t> const ends = problem.ends(scan.pattern(), part.begin, end - part.begin);
            std::span const all{ends};
            EXPECT_TRUE(scan::site_verifier::verify(scan, all.subspan(all.size() / 3)));
            EXPECT_TRUE(scan::site_verifier::verify(scan, all.first(all.size() / 3)));
        }
    }
    std::vector<primer::site> const sites = job.take_sites();
    EXPECT_TRUE(std::ranges::is_sorted(sites, {}, &primer::site::primer));
    return test::sorted(sites);
}

} // namespace

TEST(site_job, random_texts)
{
    auto generator = reference::make_generator();
    for (unsigned round = 0; round < reference::case_count(100, 2000) * reference::test_rounds(); ++round)
    {
        test::site_problem problem = test::random_site_problem(generator);
        if (problem.request.text().size() == 0)
            continue;
        std::vector<primer::site> const expected = problem.expected();
        for (std::uint64_t const word_size : {1, 16, 32})
            for (std::uint64_t const part_size : {1, 37, 1000})
                ASSERT_EQ(find(problem, word_size, part_size, {}, generator) == expected, true)
                    << round << ": " << testing::PrintToString(problem.primers) << " in "
                    << testing::PrintToString(problem.sequences) << ", k = " << problem.rules.max_edits << ", parts of "
                    << part_size;
    }
}

// Some patterns are looked up, and the others searched. All cells count once.
TEST(site_job, known_sites)
{
    auto generator = reference::make_generator();
    std::size_t mixed = 0;
    for (unsigned round = 0; round < reference::case_count(100, 2000) * reference::test_rounds(); ++round)
    {
        test::site_problem problem = test::random_site_problem(generator);
        if (problem.request.text().size() == 0)
            continue;
        std::vector<scan::site_pattern> patterns(problem.request.patterns().begin(), problem.request.patterns().end());
        for (scan::site_pattern & pattern : patterns)
            if (reference::random_size(generator, 1) != 0)
            {
                pattern.seeds = scan::cut_seeds(pattern.classes, problem.rules.max_edits, problem.rules.max_edits + 1);
                pattern.search_time = 1e6;
            }
        scan::seeded_sites const known = scan::find_seeded_sites(problem.request, patterns, {100, 0, 2});
        mixed += !known.searched.empty() && known.searched.size() < patterns.size();
        ASSERT_EQ(find(problem, 16, 37, known, generator) == problem.expected(), true) << round;
        double letters = 0;
        for (std::string const & sequence : problem.sequences)
            letters += static_cast<double>(sequence.size());
        ASSERT_NEAR(problem.control.cells_done(), letters * static_cast<double>(patterns.size()), 1e-6);
    }
    EXPECT_GT(mixed, 20u);
}

// All letters of all sequences count for each pattern, also those that are cut out.
TEST(site_job, cells)
{
    auto generator = reference::make_generator();
    test::site_problem problem{{"ACGTACGT", "GGATTA"},
                               {"ACGTACGTACGTNNNNNNNNNNNNACGTAGGATTA", "", "-AC-"},
                               {.max_edits = 1}};
    find(problem, 16, 5, {}, generator);
    EXPECT_NEAR(problem.control.cells_done(), 2 * 2 * (35 + 4), 1e-9);
}

// So many ranges of ends that several threads share them; a longer pattern that is found once; and patterns without ends.
TEST(site_job, slices)
{
    auto generator = reference::make_generator();
    std::string const copy{"GATTACATTAG"};
    std::string const longer{"GATTAG" + std::string(33, 'N')};
    std::string text{"GATTAG"};
    std::vector<primer::site> expected{{.primer = 2, .begin = 0, .end = longer.size()}};
    for (int i = 0; i < 8000; ++i)
    {
        std::uint64_t const end = text.size() + copy.size();
        expected.push_back({.primer = 0, .begin = text.size(), .end = end, .strand = primer::strand::reverse});
        expected.push_back({.primer = 1, .begin = text.size(), .end = end});
        text += copy + std::string(14 + reference::random_size(generator, 9), 'C');
    }
    test::site_problem problem{{reference::reverse_complement_of(copy), copy, longer}, {text}, {}};
    for (std::uint64_t const part_size : {99'999, 100'000})
        EXPECT_EQ(find(problem, 16, part_size, {}, generator) == test::sorted(expected), true) << part_size;
}
