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

// The ends of a pattern in a text where only substitutions are allowed.
std::vector<std::uint64_t> mismatch_ends(test::site_problem const & problem, std::vector<std::uint8_t> const & pattern)
{
    std::uint64_t const text_size = problem.request.text().size();
    std::vector<std::uint8_t> letters(text_size);
    problem.request.text().classify(problem.request.text().codes(), letters);
    std::vector<std::uint64_t> ends{};
    for (std::uint64_t end = pattern.size(); end <= text_size; ++end)
    {
        std::uint64_t mismatches = 0;
        for (std::uint64_t i = 0; i < pattern.size(); ++i)
            mismatches += (letters[end - pattern.size() + i] & pattern[i]) == 0;
        if (mismatches <= problem.rules.max_edits)
            ends.push_back(end);
    }
    return ends;
}

struct lookup_counts
{
    std::size_t ends{};
    std::size_t places{};
};

// Looks up a pattern; compares with the ends that the plain recurrence shows.
void check_pattern(test::site_problem const & problem,
                   scan::site_pattern const & pattern,
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
    std::vector<std::uint64_t> const ends = problem.rules.mismatches_only ? mismatch_ends(problem, pattern.classes)
                                                                          : problem.ends(pattern.classes, 0, text_size);
    std::vector<scan::pattern_seed> const seeds = scan::cut_seeds(pattern.classes, edits, seed_count);
    if (seeds.empty())
        return;
    for (scan::pattern_seed const & seed : seeds)
    {
        EXPECT_TRUE(lookup.find(pattern, seed, any_time));
        for (std::uint64_t const place : lookup.places())
        {
            std::uint64_t const end = place + size - seed.begin;
            found.push_back(end);
            bool const is_wanted = !scan::is_extended(size, edits) || has_near(ends, end, gaps);
            EXPECT_TRUE(is_wanted) << place;
        }
        counts.places += lookup.places().size();
    }
    std::ranges::sort(found);
    for (std::uint64_t const end : ends)
        EXPECT_TRUE(has_near(found, end, gaps)) << end;
    counts.ends += ends.size();
}

// Applies edits to some letters: at any place, or all of them at one end, as letters that have no partner.
std::string edited(std::mt19937_64 & generator, std::string letters, std::uint64_t const edits, int const insertions_at)
{
    using reference::random_size;
    if (insertions_at != 0)
    {
        std::string const added = reference::random_text(generator, edits, "ACGT");
        return insertions_at < 0 ? added + letters : letters + added;
    }
    for (std::uint64_t i = 0; i < edits; ++i)
        switch (std::size_t const at = random_size(generator, letters.size() - 1); random_size(generator, 2))
        {
        case 0:
            letters[at] = letters[at] == 'A' ? 'C' : 'A';
            break;
        case 1:
            letters.insert(at, 1, "ACGT"[random_size(generator, 3)]);
            break;
        default:
            letters.erase(at, letters.size() > 1 ? 1 : 0);
        }
    return letters;
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

// One seed has as many edits as it may, and all others have one more, some of them between two seeds.
TEST(seed_lookup, one_seed_only)
{
    using reference::random_size;
    auto generator = reference::make_generator();
    std::vector<std::uint64_t> const sizes{20, 25, 40, 62, 63, 64, 65, 90, 140};
    unsigned looked_up = 0;
    for (unsigned round = 0; round < 2000 * reference::test_rounds() && !testing::Test::HasFailure(); ++round)
    {
        std::uint64_t const edits = random_size(generator, 8);
        std::string const primer = reference::random_text(generator, sizes[round % sizes.size()], "ACGT");
        std::vector<std::uint8_t> const classes = reference::base_sets(primer);
        std::uint64_t const fewest = scan::min_seeds(edits);
        std::vector<scan::pattern_seed> const seeds =
            scan::cut_seeds(classes, edits, fewest + random_size(generator, edits + 1 - fewest));
        if (seeds.empty())
            continue;
        ++looked_up;
        std::size_t const unchanged = random_size(generator, seeds.size() - 1);
        std::string text = reference::random_text(generator, 30, "ACGT");
        for (std::size_t i = 0; i < seeds.size(); ++i)
        {
            bool const is_at_seam = random_size(generator, 1) != 0;
            text += edited(generator,
                           primer.substr(seeds[i].begin, seeds[i].size),
                           seeds[i].max_edits + (i == unchanged ? 0 : 1),
                           i == unchanged || !is_at_seam ? 0
                           : i < unchanged               ? 1
                                                         : -1);
        }
        std::uint64_t const end = text.size();
        text += reference::random_text(generator, 30, "ACGT");

        test::site_problem const problem{{primer}, {text}, {.max_edits = edits, .both_strands = false}};
        scan::plain_text const plain{problem.request.text(), problem.request.control(), 1};
        scan::text_index index{};
        index.assign(plain.classes(), 0, text.size(), {1000, 0, 1}, problem.request.control());
        scan::seed_lookup lookup{problem.request, plain.classes(), index};
        std::vector<std::uint64_t> ends{};
        for (scan::pattern_seed const & seed : seeds)
        {
            EXPECT_TRUE(lookup.find(problem.request.patterns().front(), seed, any_time));
            for (std::uint64_t const place : lookup.places())
                ends.push_back(place + primer.size() - seed.begin);
        }
        std::ranges::sort(ends);
        EXPECT_TRUE(has_near(ends, end, edits)) << primer << " in " << text << ", k = " << edits << ", " << seeds.size()
                                                << " seeds, " << unchanged << " unchanged";
    }
    EXPECT_GT(looked_up, 500u);
}

// Whoever has too little time gets to know; the places of a word are only read if there is time for them.
TEST(seed_lookup, time)
{
    auto generator = reference::make_generator();
    std::string const text = std::string(100'000, 'A') + reference::random_text(generator, 100'000, "ACGT");
    test::site_problem const problem{{text.substr(100'500, 20), std::string(20, 'A')},
                                     {text},
                                     {.max_edits = 3, .both_strands = false}};
    scan::plain_text const plain{problem.request.text(), problem.request.control(), 1};
    scan::text_index index{};
    index.assign(plain.classes(), 0, text.size(), {text.size(), 0, 1}, problem.request.control());
    scan::seed_lookup lookup{problem.request, plain.classes(), index};
    scan::site_pattern const & once = problem.request.patterns().front();
    scan::site_pattern const & everywhere = problem.request.patterns().back();
    std::vector<scan::pattern_seed> const seeds = scan::cut_seeds(once.classes, 3, 2);
    ASSERT_EQ(seeds.size(), 2u);
    EXPECT_FALSE(lookup.find(once, seeds[0], 0));
    EXPECT_TRUE(lookup.places().empty());
    EXPECT_TRUE(lookup.find(once, seeds[0], 1e5));
    EXPECT_EQ(std::ranges::count(lookup.places(), 100'500u), 1);
    EXPECT_FALSE(lookup.find(everywhere, seeds[0], 1e5));
    EXPECT_TRUE(lookup.places().empty());
    EXPECT_EQ(lookup.steps().extended, 0);
    EXPECT_TRUE(lookup.find(everywhere, seeds[0], any_time));
    EXPECT_GT(lookup.places().size(), 99'000u);
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
    EXPECT_TRUE(lookup.find(pattern, {0, 32, 0}, any_time));
    EXPECT_FALSE(lookup.find(pattern, {1, 30, 0}, any_time));
    EXPECT_TRUE(lookup.places().empty());
}

// By chance, there are about as many steps as are expected.
TEST(seed_lookup, expected_steps)
{
    struct seeds_case
    {
        std::uint64_t size;
        std::uint64_t edits;
        std::uint64_t count;
    };
    auto generator = reference::make_generator();
    std::string const text = reference::random_text(generator, 1'000'000, "ACGT");
    for (auto const & [size, edits, count] : {seeds_case{20, 1, 2}, {20, 3, 2}, {20, 4, 2}, {25, 5, 2}, {25, 4, 3}})
    {
        std::vector<std::string> primers{};
        for (unsigned i = 0; i < 20; ++i)
            primers.push_back(reference::random_text(generator, size, "ACGT"));
        test::site_problem const problem{primers, {text}, {.max_edits = edits, .both_strands = false}};
        scan::plain_text const plain{problem.request.text(), problem.request.control(), 1};
        scan::text_index index{};
        index.assign(plain.classes(), 0, text.size(), {scan::max_index_part, 0, 1}, problem.request.control());
        scan::seed_lookup lookup{problem.request, plain.classes(), index};
        scan::lookup_steps expected{};
        scan::lookup_steps done{};
        auto const add = [](scan::lookup_steps & sum, scan::lookup_steps const & steps)
        {
            sum.listed += steps.listed;
            sum.words += steps.words;
            sum.compared += steps.compared;
            sum.extended += steps.extended;
        };
        for (scan::site_pattern const & pattern : problem.request.patterns())
        {
            std::vector<scan::pattern_seed> const seeds = scan::cut_seeds(pattern.classes, edits, count);
            add(expected, scan::expect_steps(pattern.classes, edits, seeds, text.size()));
            for (scan::pattern_seed const & seed : seeds)
            {
                EXPECT_TRUE(lookup.find(pattern, seed, any_time));
                add(done, lookup.steps());
            }
        }
        SCOPED_TRACE(testing::Message() << size << " letters, k = " << edits << ", " << count << " seeds");
        auto const expect_near = [](double const number, double const wanted)
        {
            EXPECT_GT(number, wanted / 1.8);
            EXPECT_LT(number, wanted * 1.8);
        };
        expect_near(done.listed, expected.listed);
        expect_near(done.words, expected.words);
        expect_near(done.compared, expected.compared);
        expect_near(done.extended, expected.extended);
    }
}
