// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/scan/plain_text.hpp"
#include "src/scan/seed_lookup.hpp"
#include "unit/scan/site_problem.hpp"

using namespace seqan3_gpulcs;

namespace
{

constexpr double any_time{std::numeric_limits<double>::infinity()};

// Whether ascending ends have one that is at most so far away.
bool has_near(std::vector<std::uint64_t> const & ends, std::uint64_t const end, std::uint64_t const distance)
{
    auto const first = std::ranges::lower_bound(ends, end - std::min(end, distance));
    return first != ends.end() && *first <= end + distance;
}

struct lookup_counts
{
    std::size_t ends{};
    std::size_t places{};
};

// Looks up a pattern; compares with the ends that the plain recurrence shows.
void check_pattern(test::site_problem const & problem,
                   scan::site_pattern pattern,
                   std::uint64_t const seed_count,
                   lookup_counts & counts)
{
    std::uint64_t const edits = problem.rules.max_edits;
    std::uint64_t const gaps = problem.rules.mismatches_only ? 0 : edits;
    std::uint64_t const size = pattern.classes.size();
    std::uint64_t const text_size = problem.request.text().size();
    scan::plain_text const text{problem.request.text(), problem.request.control(), 1};
    scan::text_index index{};
    index.assign(text.classes(), 0, text_size, {300, 0, 2}, problem.request.control());
    scan::seed_lookup lookup{problem.request, text.classes(), index};

    // Substrings of the pattern's size need no gaps.
    std::vector<std::uint64_t> found{};
    std::vector<std::uint64_t> ends = problem.ends(pattern.classes, 0, text_size);
    std::vector<scan::pattern_seed> const seeds = scan::cut_seeds(pattern.classes, edits, seed_count);
    if (seeds.empty())
        return;
    for (scan::pattern_seed const & seed : seeds)
    {
        EXPECT_LT(lookup.find(pattern, seed, any_time), any_time);
        for (std::uint64_t const place : lookup.places())
        {
            std::uint64_t const end = place + size - seed.begin;
            found.push_back(end);
            bool const is_wanted =
                !scan::is_extended(size, edits) || end + size > text_size || has_near(ends, end, edits);
            EXPECT_TRUE(is_wanted) << place;
        }
        counts.places += lookup.places().size();
    }
    if (problem.rules.mismatches_only)
        return;
    std::ranges::sort(found);
    for (std::uint64_t const end : ends)
        EXPECT_TRUE(has_near(found, end, gaps)) << end;
    counts.ends += ends.size();
}

} // namespace

// With any number of seeds, all ends of a pattern are near places; those of short patterns are near ends.
TEST(seed_lookup, random_texts)
{
    auto generator = reference::make_generator();
    lookup_counts counts{};
    for (unsigned round = 0; round < 60 * reference::test_rounds() && !testing::Test::HasFailure(); ++round)
    {
        std::uint64_t const edits = reference::random_size(generator, round % 4 == 0 ? 9 : 7);
        std::string const letters = round % 3 == 0 ? "AC" : "ACGT";
        std::vector<std::string> primers{};
        for (unsigned i = 0; i < 2; ++i)
            primers.push_back(
                reference::random_text(generator,
                                       2 * edits + 4 + reference::random_size(generator, round % 4 == 0 ? 150 : 40),
                                       letters));
        for (std::string & primer : primers)
            primer[reference::random_size(generator, primer.size() - 1)] = 'R';
        std::string text = reference::text_with_copies(generator, primers, 30, edits, letters);
        std::ranges::replace_if(
            text,
            [](char const letter)
            {
                return std::string_view{"ACGT"}.find(letter) == std::string_view::npos;
            },
            'A');
        test::site_problem const problem{primers, {text}, {.max_edits = edits, .mismatches_only = round % 5 == 0}};
        SCOPED_TRACE(testing::PrintToString(primers) + " in " + text + ", k = " + std::to_string(edits));
        std::uint64_t const fewest = scan::min_seeds(edits);
        for (scan::site_pattern const & pattern : problem.request.patterns())
            check_pattern(problem, pattern, fewest + reference::random_size(generator, edits + 1 - fewest), counts);
    }
    EXPECT_GT(counts.ends, 1000u);
    EXPECT_GT(counts.places, 1000u);
}

// Whoever has no time gets no places.
TEST(seed_lookup, time)
{
    auto generator = reference::make_generator();
    std::string const text = reference::random_text(generator, 100'000, "ACGT");
    test::site_problem const problem{{text.substr(500, 20)}, {text}, {.max_edits = 3, .both_strands = false}};
    scan::plain_text const plain{problem.request.text(), problem.request.control(), 1};
    scan::text_index index{};
    index.assign(plain.classes(), 0, text.size(), {10'000, 0, 2}, problem.request.control());
    scan::seed_lookup lookup{problem.request, plain.classes(), index};
    scan::site_pattern const & pattern = problem.request.patterns().front();
    std::vector<scan::pattern_seed> const seeds = scan::cut_seeds(pattern.classes, 3, 2);
    ASSERT_EQ(seeds.size(), 2u);
    EXPECT_GT(lookup.find(pattern, seeds[0], 0), 0);
    EXPECT_TRUE(lookup.places().empty());
    EXPECT_GT(lookup.find(pattern, seeds[0], any_time), 0);
    EXPECT_TRUE(std::ranges::count(lookup.places(), 500u) == 1);
}

// Everything is similar to letters that match all classes: these are too many words.
TEST(seed_lookup, words)
{
    auto generator = reference::make_generator();
    std::string const text = reference::random_text(generator, 300'000, "ACGT");
    test::site_problem const problem{{"A" + std::string(30, 'N') + "A"}, {text}, {.max_edits = 0}};
    scan::plain_text const plain{problem.request.text(), problem.request.control(), 1};
    scan::text_index index{};
    index.assign(plain.classes(), 0, text.size(), {text.size(), 0, 1}, problem.request.control());
    scan::seed_lookup lookup{problem.request, plain.classes(), index};
    scan::site_pattern const & pattern = problem.request.patterns().front();
    EXPECT_LT(lookup.find(pattern, {0, 32, 0}, any_time), any_time);
    EXPECT_GT(lookup.find(pattern, {1, 30, 0}, 1e15), 1e15);
    EXPECT_TRUE(lookup.places().empty());
}
