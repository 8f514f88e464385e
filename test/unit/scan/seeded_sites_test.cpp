// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/scan/seeded_sites.hpp"
#include "unit/scan/site_problem.hpp"

using namespace seqan3_gpulcs;

namespace
{

// The patterns of a request with some seeds that they may have, whether or not these take less time.
std::vector<scan::site_pattern> with_seeds(test::site_problem const & problem, std::mt19937_64 & generator)
{
    std::vector<scan::site_pattern> patterns(problem.request.patterns().begin(), problem.request.patterns().end());
    std::uint64_t const edits = problem.rules.max_edits;
    std::uint64_t const fewest = scan::min_seeds(edits);
    for (scan::site_pattern & pattern : patterns)
    {
        pattern.seeds =
            scan::cut_seeds(pattern.classes, edits, fewest + reference::random_size(generator, edits + 1 - fewest));
        pattern.search_time = 1e6;
    }
    return patterns;
}

} // namespace

// Whatever the size of parts, and whether or not the text keeps its index; without seeds, or with too many places, patterns have to be
// searched.
TEST(seeded_sites, random_texts)
{
    auto generator = reference::make_generator();
    std::size_t by_seeds = 0;
    for (unsigned round = 0; round < reference::case_count(150, 2000) * reference::test_rounds(); ++round)
        for (std::uint64_t const part_letters : {5, 37, 1000})
        {
            test::site_problem const problem = test::random_site_problem(generator);
            if (problem.request.text().size() == 0)
                continue;
            std::vector<scan::site_pattern> const patterns = with_seeds(problem, generator);
            scan::seeded_sites const found =
                scan::find_seeded_sites(problem.request,
                                        patterns,
                                        {part_letters, round % 2 == 0 ? 1000u : 0u, 1 + round % 3});
            ASSERT_EQ(found.sites.size(), patterns.size());
            std::vector<primer::site> sites{};
            std::vector<primer::site> expected = problem.expected();
            for (std::size_t i = 0; i < patterns.size(); ++i)
            {
                bool const is_searched = std::ranges::binary_search(found.searched, i);
                ASSERT_TRUE(is_searched || patterns[i].has_seeds());
                ASSERT_TRUE(!is_searched || found.sites[i].empty());
                sites.insert(sites.end(), found.sites[i].begin(), found.sites[i].end());
                by_seeds += found.sites[i].size();
                if (is_searched)
                    std::erase_if(expected,
                                  [&](primer::site const & each)
                                  {
                                      return each.primer == patterns[i].primer && each.strand == patterns[i].strand;
                                  });
            }
            ASSERT_EQ(test::sorted(sites) == expected, true)
                << round << ": " << testing::PrintToString(problem.primers) << " in "
                << testing::PrintToString(problem.sequences) << ", k = " << problem.rules.max_edits << ", parts of "
                << part_letters;
        }
    EXPECT_GT(by_seeds, 50u);
}

// A pattern that is everywhere has to be searched, and others not; what counted as done before does not.
TEST(seeded_sites, repeats)
{
    auto generator = reference::make_generator();
    std::string const unit = reference::random_text(generator, 60, "ACGT");
    std::string text = reference::random_text(generator, 100'000, "ACGT");
    std::string const once = text.substr(500, 60);
    for (unsigned i = 0; i < 5000; ++i)
        text += unit + reference::random_text(generator, 40, "ACGT");
    test::site_problem problem{{unit, once}, {text}, {.max_edits = 2, .both_strands = false}};
    std::vector<scan::site_pattern> patterns = with_seeds(problem, generator);
    for (scan::site_pattern & pattern : patterns)
        pattern.search_time = 2e5;
    scan::seeded_sites const found = scan::find_seeded_sites(problem.request, patterns, {1 << 18, 0, 2});
    ASSERT_EQ(found.searched.size(), 1u);
    EXPECT_EQ(patterns[found.searched[0]].primer, 0u);
    EXPECT_TRUE(found.sites[found.searched[0]].empty());
    EXPECT_EQ(found.sites[1 - found.searched[0]].size(), 1u);
    EXPECT_NEAR(problem.control.cells_done(), static_cast<double>(text.size()), 1e-6);
}

// Only patterns that take less time then, and only enough of them, unless there is an index already.
TEST(seeded_sites, chosen_where_faster)
{
    auto generator = reference::make_generator();
    std::string const text = reference::random_text(generator, 100'000, "ACGT");
    auto const count_seeded = [](scan::site_request const & request)
    {
        return std::ranges::count_if(request.patterns(), &scan::site_pattern::has_seeds);
    };
    std::vector<std::string> primers(400, text.substr(0, 100));
    primers.push_back(std::string(20, 'N'));
    reference::site_rules const rules{.max_edits = 3};
    test::site_problem const many{primers, {text}, rules};
    EXPECT_EQ(count_seeded(many.request), 800);
    for (std::size_t const few : {2, 10})
    {
        primers.resize(few);
        EXPECT_EQ(count_seeded(test::site_problem{primers, {text}, rules}.request), 0) << few;
        // Searching all others takes longer than an index, which saves nothing of that.
        std::vector<std::string> with_others = primers;
        with_others.resize(few + 400, std::string(20, 'N'));
        EXPECT_EQ(count_seeded(test::site_problem{with_others, {text}, rules}.request), 0) << few;
    }

    EXPECT_FALSE(scan::is_indexed(many.text.text()));
    scan::find_seeded_sites(many.request, many.request.patterns(), {1 << 20, 99'999, 2});
    EXPECT_FALSE(scan::is_indexed(many.text.text()));
    scan::find_seeded_sites(many.request, many.request.patterns(), {1 << 20, 100'000, 2});
    EXPECT_TRUE(scan::is_indexed(many.text.text()));
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    scan::site_request const few{std::span{many.sets}.first(2), many.text, many.options, control};
    EXPECT_EQ(count_seeded(few), 4);
}

// With too many ambiguous letters in a text, near which all ends would be taken, patterns are searched.
TEST(seeded_sites, ambiguous_texts)
{
    auto generator = reference::make_generator();
    std::string text = reference::random_text(generator, 100'000, "ACGT");
    std::vector<std::string> const primers(400, text.substr(0, 100));
    for (std::size_t i = 1000; i < text.size(); i += 100)
        text[i] = 'R';
    test::site_problem const problem{primers, {text}, {.max_edits = 3}};
    EXPECT_EQ(problem.text.ambiguous(), 990u);
    EXPECT_TRUE(std::ranges::none_of(problem.request.patterns(), &scan::site_pattern::has_seeds));
}
