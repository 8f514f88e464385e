// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <reference/random_sequence.hpp>
#include <reference/strings.hpp>

#include "src/scan/pattern_seeds.hpp"
#include "src/scan/text_index.hpp"

using namespace seqan3_gpulcs;

namespace
{

// N matches all classes, R two, and - none.
std::vector<std::uint8_t> classes_of(std::string const & pattern)
{
    std::vector<std::uint8_t> classes{};
    for (char const letter : pattern)
        classes.push_back(letter == 'N'   ? std::uint8_t{15}
                          : letter == 'R' ? std::uint8_t{5}
                          : letter == '-' ? std::uint8_t{0}
                                          : std::uint8_t{4});
    return classes;
}

} // namespace

TEST(pattern_seeds, some_patterns)
{
    struct seeds_case
    {
        std::string pattern;
        std::uint64_t edits;
        std::uint64_t count;
        std::vector<scan::pattern_seed> seeds;
    };
    for (auto const & [pattern, edits, count, seeds] :
         std::vector<seeds_case>{{"", 0, 1, {}},
                                 {"A", 0, 1, {{0, 1, 0}}},
                                 {"A", 1, 2, {}},
                                 {"AAAAAAA", 0, 1, {{0, 7, 0}}},
                                 {"AAAAAAAA", 1, 2, {{0, 4, 0}, {4, 4, 0}}},
                                 {"AAAAAAAAA", 2, 3, {{0, 3, 0}, {3, 3, 0}, {6, 3, 0}}},
                                 {"AAAAAAAAAAAAAAAAAAAA", 1, 1, {{0, 20, 1}}},
                                 {"AAAAAAAAAAAAAAAAAAAA", 3, 2, {{0, 10, 1}, {10, 10, 1}}},
                                 {"AAAAAAAAAAAAAAAAAAAA", 4, 2, {{0, 12, 2}, {12, 8, 1}}},
                                 {"AAAAAAAAAAAAAAAAAAAA", 5, 2, {{0, 10, 2}, {10, 10, 2}}},
                                 {"AAAA", 3, 2, {}},
                                 {"NAAAANNAAAAN", 1, 2, {{1, 4, 0}, {7, 4, 0}}},
                                 {"RRRRAA-A", 1, 2, {{0, 5, 0}, {5, 3, 0}}},
                                 {"NNN", 0, 1, {}}})
        EXPECT_EQ(scan::cut_seeds(classes_of(pattern), edits, count), seeds) << pattern << " " << edits;
}

// Seeds have no letter in common, and enough edits together: k edits cannot exceed those of each.
TEST(pattern_seeds, all_counts)
{
    auto generator = reference::make_generator();
    unsigned cut = 0;
    for (unsigned round = 0; round < 500; ++round)
    {
        std::vector<std::uint8_t> const classes =
            classes_of(reference::random_text(generator, reference::random_size(generator, 80), "AAAAAAAARN-"));
        std::uint64_t const edits = reference::random_size(generator, 12);
        for (std::uint64_t count = scan::min_seeds(edits); count <= edits + 1; ++count)
        {
            std::vector<scan::pattern_seed> const seeds = scan::cut_seeds(classes, edits, count);
            if (seeds.empty())
                continue;
            ++cut;
            ASSERT_EQ(seeds.size(), count);
            std::uint64_t end = 0;
            std::uint64_t sum = 0;
            for (scan::pattern_seed const & seed : seeds)
            {
                ASSERT_LE(end, seed.begin);
                ASSERT_LE(seed.max_edits, scan::max_seed_edits);
                ASSERT_GT(seed.size, seed.max_edits);
                ASSERT_NE(classes[seed.begin], 15);
                end = seed.begin + seed.size;
                ASSERT_LE(end, classes.size());
                ASSERT_NE(classes[end - 1], 15);
                sum += seed.max_edits + 1;
            }
            ASSERT_EQ(sum, edits + 1);
        }
    }
    EXPECT_GT(cut, 500u);
}

// Without edits it is exact; with more edits, or fewer letters, a pattern is found more often.
TEST(pattern_seeds, chances)
{
    EXPECT_DOUBLE_EQ(scan::estimate_chance(classes_of("AAAAA"), 0), 1.0 / 1024);
    EXPECT_DOUBLE_EQ(scan::estimate_chance(classes_of("ARN-"), 0), 1.0 / 32);
    EXPECT_DOUBLE_EQ(scan::estimate_chance(classes_of("AAAAAAAAAA"), 2), 45.0 * 64 / (1 << 20));
    EXPECT_LT(scan::estimate_chance(classes_of("AAAAAAAAAA"), 1), scan::estimate_chance(classes_of("AAAAAAAAAA"), 2));
}

// Long patterns are verified wherever a seed is; an index that is not kept makes the words anew for each part of a text.
TEST(pattern_seeds, expected_steps)
{
    auto const steps_of = [](std::size_t const size, std::uint64_t const letters)
    {
        std::vector<std::uint8_t> const classes = classes_of(std::string(size, 'A'));
        return scan::expect_steps(classes, 3, scan::cut_seeds(classes, 3, 4), letters);
    };
    scan::lookup_steps const of_read = steps_of(150, scan::max_kept_index);
    EXPECT_EQ(of_read.verified, of_read.extended);
    EXPECT_EQ(of_read.listed, 4);
    EXPECT_EQ(of_read.words, 4 * 17);
    EXPECT_EQ(steps_of(150, scan::max_kept_index + 1).listed, 4 * 17);
    scan::lookup_steps const of_primer = steps_of(20, scan::max_kept_index);
    EXPECT_LT(of_primer.verified, of_primer.extended);
}
