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

// The patterns of a request with all seeds that they may have, whether or not these take less time.
std::vector<scan::site_pattern> with_seeds(test::site_problem const & problem)
{
    std::vector<scan::site_pattern> patterns(problem.request.patterns().begin(), problem.request.patterns().end());
    for (scan::site_pattern & pattern : patterns)
        pattern.seeds = scan::cut_seeds(pattern.classes, problem.rules.max_edits);
    return patterns;
}

bool is_plain(std::uint8_t const classes)
{
    return classes == 1 || classes == 2 || classes == 4 || classes == 8;
}

// Letters of 1, 2, 4 and 8 are plain.
std::vector<std::uint8_t> classes_of(std::string const & pattern)
{
    std::vector<std::uint8_t> classes{};
    for (char const letter : pattern)
        classes.push_back(letter == 'N' ? std::uint8_t{15} : letter == '-' ? std::uint8_t{0} : std::uint8_t{4});
    return classes;
}

} // namespace

TEST(cut_seeds, sizes_and_begins)
{
    struct seeds_case
    {
        std::string pattern;
        std::uint64_t edits;
        std::uint64_t size;
        std::vector<std::uint64_t> begins;
    };
    for (auto const & [pattern, edits, size, begins] : std::vector<seeds_case>{{"", 0, 0, {}},
                                                                               {"A", 0, 1, {0}},
                                                                               {"A", 1, 0, {}},
                                                                               {"AAAAAAA", 0, 7, {0}},
                                                                               {"AAAAAAA", 1, 3, {0, 3}},
                                                                               {"AAAAAAA", 2, 2, {0, 2, 4}},
                                                                               {"AAAAAAA", 6, 1, {0, 1, 2, 3, 4, 5, 6}},
                                                                               {"NAAAAAN", 1, 2, {1, 3}},
                                                                               {"AAANAAAA", 1, 3, {0, 4}},
                                                                               {"AAANAAAA", 2, 2, {0, 4, 6}},
                                                                               {"AAAAAN-A", 1, 2, {0, 2}},
                                                                               {"NN-N", 0, 0, {}}})
    {
        scan::pattern_seeds const seeds = scan::cut_seeds(classes_of(pattern), edits);
        EXPECT_EQ(seeds.size, size) << pattern;
        EXPECT_EQ(seeds.begins, begins) << pattern;
    }
}

// No longer ones would do, as far as all begins can be tried.
TEST(cut_seeds, longest_ones)
{
    auto generator = reference::make_generator();
    for (unsigned round = 0; round < 300; ++round)
    {
        std::vector<std::uint8_t> classes(1 + reference::random_size(generator, 40));
        for (std::uint8_t & each : classes)
            each = reference::random_size(generator, 7) == 0 ? std::uint8_t{5} : std::uint8_t{2};
        std::uint64_t const edits = reference::random_size(generator, 5);
        std::uint64_t longest = 0;
        for (std::uint64_t size = 1; size <= classes.size(); ++size)
        {
            std::uint64_t count = 0;
            for (std::uint64_t i = 0; i + size <= classes.size();)
                if (std::all_of(classes.begin() + static_cast<std::ptrdiff_t>(i),
                                classes.begin() + static_cast<std::ptrdiff_t>(i + size),
                                is_plain))
                {
                    ++count;
                    i += size;
                }
                else
                {
                    ++i;
                }
            if (count > edits)
                longest = size;
        }
        scan::pattern_seeds const seeds = scan::cut_seeds(classes, edits);
        ASSERT_EQ(seeds.size, longest);
        ASSERT_EQ(seeds.begins.size(), longest == 0 ? 0 : edits + 1);
        for (std::size_t i = 0; i < seeds.begins.size(); ++i)
        {
            ASSERT_LE(i == 0 ? 0 : seeds.begins[i - 1] + longest, seeds.begins[i]);
            for (std::uint64_t letter = 0; letter < longest; ++letter)
                ASSERT_TRUE(is_plain(classes[seeds.begins[i] + letter]));
        }
    }
}

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
            std::vector<scan::site_pattern> const patterns = with_seeds(problem);
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
    for (unsigned i = 0; i < 3000; ++i)
        text += unit + reference::random_text(generator, 40, "ACGT");
    test::site_problem problem{{unit, once}, {text}, {.max_edits = 2, .both_strands = false}};
    std::vector<scan::site_pattern> const patterns = with_seeds(problem);
    scan::seeded_sites const found = scan::find_seeded_sites(problem.request, patterns, {1 << 14, 0, 2});
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
    primers.push_back(text.substr(0, 20));
    reference::site_rules const rules{.max_edits = 3};
    test::site_problem const many{primers, {text}, rules};
    EXPECT_EQ(count_seeded(many.request), 800);
    for (std::size_t const few : {2, 20})
    {
        primers.resize(few);
        EXPECT_EQ(count_seeded(test::site_problem{primers, {text}, rules}.request), 0) << few;
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
