// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include "src/cpu/batch/lane_batches.hpp"
#include "src/cpu/batch/vector_batch.hpp"

using namespace seqan3_gpulcs;
using reference::letter_pairs;
using reference::letters;

namespace
{

constexpr unsigned lanes{8};

// The indices of each batch of all pairs.
std::vector<std::vector<std::size_t>>
batches_of(letter_pairs const & pairs, plan::comparison const & wanted, unsigned const some_lanes = lanes)
{
    auto const views = pairs.views();
    cpu::lane_batches batches{};
    batches.assign({views, {}}, {0, views.size()}, wanted, {some_lanes});
    std::vector<std::vector<std::size_t>> found{};
    for (std::size_t number = 0; number < batches.size(); ++number)
        found.emplace_back(batches[number].begin(), batches[number].end());
    return found;
}

letter_pairs equal_sizes(std::size_t const count, std::size_t const size)
{
    letter_pairs pairs{};
    for (std::size_t i = 0; i < count; ++i)
        pairs.add(letters(size, 1), letters(size, 1));
    return pairs;
}

} // namespace

// One by one, short pairs would take several times as long as longer ones together.
TEST(lane_batches, pairs_of_any_short_size_are_computed_together)
{
    for (unsigned const some : {2u, 4u, 8u, 16u})
        for (std::size_t size = 0; size <= 300; ++size)
        {
            EXPECT_EQ(batches_of(equal_sizes(some, size), plan::lcs_length, some).size(), 1u) << size;
            EXPECT_EQ(batches_of(equal_sizes(some / 2, size), plan::edit_distance, some).size(), 1u) << size;
        }
}

TEST(lane_batches, pairs_that_differ_much_are_alone)
{
    letter_pairs pairs{};
    for (std::size_t i = 0; i < lanes; ++i)
        pairs.add(letters(i == 0 ? 5000 : 10, 1), letters(1000, 1));
    EXPECT_EQ(batches_of(pairs, plan::lcs_length).size(), lanes);

    // Long ones that are alike, and the last one, without company.
    auto const alike = batches_of(equal_sizes(lanes + 1, 3000), plan::lcs_length);
    ASSERT_EQ(alike.size(), 2u);
    EXPECT_EQ(alike.back().size(), 1u);
}

TEST(lane_batches, what_has_no_batch_is_alone)
{
    EXPECT_EQ(batches_of(equal_sizes(lanes, 20), plan::lcs_subsequence).size(), 1u);
    EXPECT_EQ(batches_of(equal_sizes(lanes, 4000), plan::lcs_subsequence).size(), lanes);
    EXPECT_EQ(batches_of(equal_sizes(2, cpu::max_batched_length), plan::lcs_length).size(), 2u);
    EXPECT_EQ(batches_of(equal_sizes(lanes, cpu::max_batched_length), plan::lcs_length).size(), 1u);
    EXPECT_EQ(batches_of(equal_sizes(lanes, cpu::max_batched_length + 1), plan::lcs_length).size(), lanes);
}

TEST(lane_batches, each_chosen_pair_is_in_one_batch)
{
    auto generator = reference::make_generator();
    cpu::lane_batches batches{};
    for (std::size_t round = 0; round < 50; ++round)
    {
        letter_pairs pairs{};
        std::vector<std::size_t> chosen{};
        for (std::size_t i = 0; i < 1 + round % 40; ++i)
        {
            pairs.add(letters(reference::random_size(generator, 200), 1),
                      letters(reference::random_size(generator, i % 7 == 0 ? 10'000 : 200), 1));
            if (reference::random_size(generator, 2) != 0)
                chosen.push_back(i);
        }
        auto const views = pairs.views();
        if (chosen.empty())
            continue; // An empty list of indices means all pairs.
        batches.assign({views, chosen}, {0, chosen.size()}, plan::edit_distance, {lanes});
        std::vector<std::size_t> found{};
        for (std::size_t number = 0; number < batches.size(); ++number)
        {
            ASSERT_FALSE(batches[number].empty());
            ASSERT_LE(batches[number].size(), lanes);
            found.insert(found.end(), batches[number].begin(), batches[number].end());
        }
        std::ranges::sort(found);
        ASSERT_EQ(found, chosen);
    }
}

// The memory of all lanes counts.
TEST(lane_batches, kept_columns_need_memory)
{
    letter_pairs const pairs = equal_sizes(lanes, 100);
    auto const views = pairs.views();
    std::uint64_t const needed = lanes * cpu::kept_bytes(plan::edit_alignment, 100, 100);
    cpu::lane_batches batches{};
    batches.assign({views, {}}, {0, lanes}, plan::edit_alignment, {lanes, needed});
    EXPECT_EQ(batches.size(), 1u);
    batches.assign({views, {}}, {0, lanes}, plan::edit_alignment, {lanes, needed - 1});
    EXPECT_EQ(batches.size(), lanes);
}

// Each lane keeps as many columns as the one with the most of them, and as many rows as the one with the most of those.
TEST(lane_batches, all_lanes_keep_the_same)
{
    letter_pairs pairs = equal_sizes(lanes - 1, 100);
    pairs.add(letters(60, 1), letters(500, 1));
    auto const views = pairs.views();
    std::uint64_t const needed = lanes * cpu::kept_bytes(plan::edit_alignment, 100, 500);
    cpu::lane_batches batches{};
    batches.assign({views, {}}, {0, lanes}, plan::edit_alignment, {lanes, needed});
    EXPECT_EQ(batches.size(), 1u);
    batches.assign({views, {}}, {0, lanes}, plan::edit_alignment, {lanes, needed - 1});
    EXPECT_EQ(batches.size(), lanes);
}

TEST(lane_batches, where_the_last_row_counts_lanes_have_as_many_words)
{
    plan::comparison wanted = plan::edit_distance;
    wanted.ends.second_trailing = true;
    letter_pairs pairs{};
    for (std::size_t i = 0; i < lanes; ++i)
        pairs.add(letters(i % 2 == 0 ? 64 : 65, 1), letters(100, 1));
    EXPECT_EQ(batches_of(pairs, wanted).size(), 2u);
    EXPECT_EQ(batches_of(pairs, plan::edit_distance).size(), 1u);
}
