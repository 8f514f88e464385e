// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/backend/pair_split.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "cuda/traceback/tile_plan.hpp"
#include "src/plan/pair_survey.hpp"

using namespace seqan3_gpulcs;

namespace
{

using indices = std::vector<std::size_t>;

// A pair of these lengths. Nobody reads its letters.
alignment::sequence_pair pair_of(std::uint64_t const first, std::uint64_t const second)
{
    return {packing::packed_sequence_view{nullptr, first, 2, {}},
            packing::packed_sequence_view{nullptr, second, 2, {}}};
}

std::vector<alignment::sequence_pair> pairs_of(std::size_t const count, std::uint64_t const size)
{
    return std::vector<alignment::sequence_pair>(count, pair_of(size, size));
}

indices up_to(std::size_t const count)
{
    indices all(count);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

} // namespace

TEST(pair_split, many_short_pairs_go_to_lanes)
{
    for (auto const & [size, min_pairs] :
         {std::pair{std::uint64_t{1024}, 32u}, {1025, 8192}, {cuda::max_lane_size, 8192}})
    {
        cuda::pair_split const enough =
            cuda::split_pairs({pairs_of(min_pairs, size), {}}, plan::lcs_length, cuda::pair_results::all, {});
        EXPECT_EQ(enough.in_lanes, up_to(min_pairs)) << size;
        EXPECT_TRUE(enough.in_strips.empty());
        EXPECT_TRUE(enough.alone.empty());

        cuda::pair_split const too_few =
            cuda::split_pairs({pairs_of(min_pairs - 1, size), {}}, plan::lcs_length, cuda::pair_results::all, {});
        EXPECT_TRUE(too_few.in_lanes.empty()) << size;
        EXPECT_EQ(too_few.in_strips, up_to(min_pairs - 1));
        EXPECT_TRUE(too_few.alone.empty());

        double const cells = pair_of(size, size).cells();
        EXPECT_TRUE(cuda::are_for_lanes(min_pairs, size, cells));
        EXPECT_FALSE(cuda::are_for_lanes(min_pairs - 1, size, cells));
    }
    EXPECT_FALSE(cuda::are_for_lanes(1'000'000, cuda::max_lane_size + 1, 0));
}

TEST(pair_split, the_longer_sequence_counts)
{
    for (bool const is_first : {true, false})
    {
        auto const split = [&](std::uint64_t const size, plan::comparison const & wanted)
        {
            std::vector<alignment::sequence_pair> const pairs(10'000, is_first ? pair_of(size, 1) : pair_of(1, size));
            return cuda::split_pairs({pairs, {}}, wanted, cuda::pair_results::all, {});
        };
        EXPECT_EQ(split(cuda::max_lane_size, plan::lcs_length).in_lanes.size(), 10'000u);
        EXPECT_EQ(split(cuda::max_lane_size + 1, plan::lcs_length).in_strips.size(), 10'000u);
        EXPECT_EQ(split(cuda::max_strip_batch_size, plan::lcs_length).in_strips.size(), 10'000u);
        EXPECT_EQ(split(cuda::max_strip_batch_size + 1, plan::lcs_length).alone.size(), 10'000u);
        EXPECT_EQ(split(cuda::max_walk_batch_size, plan::lcs_subsequence).in_strips.size(), 10'000u);
        EXPECT_EQ(split(cuda::max_walk_batch_size + 1, plan::lcs_subsequence).alone.size(), 10'000u);
    }
}

TEST(pair_split, lanes_find_no_subsequences)
{
    cuda::pair_split const split =
        cuda::split_pairs({pairs_of(10'000, 100), {}}, plan::lcs_subsequence, cuda::pair_results::all, {});
    EXPECT_TRUE(split.in_lanes.empty());
    EXPECT_TRUE(split.in_strips.empty());
    EXPECT_EQ(split.in_tiles, up_to(10'000));
    EXPECT_TRUE(
        cuda::split_pairs({pairs_of(10'000, 100), {}}, plan::lcs_length, cuda::pair_results::all, {}).in_tiles.empty());
}

TEST(pair_split, a_tile_has_up_to_2048_letters)
{
    EXPECT_EQ(cuda::split_pairs({pairs_of(10, 2048), {}}, plan::lcs_subsequence, cuda::pair_results::all, {}).in_tiles,
              up_to(10));
    EXPECT_EQ(cuda::split_pairs({pairs_of(10, 2049), {}}, plan::lcs_subsequence, cuda::pair_results::all, {}).in_strips,
              up_to(10));
    EXPECT_EQ(cuda::split_pairs({pairs_of(1, 100), {}}, plan::lcs_subsequence, cuda::pair_results::all, {}).in_tiles,
              up_to(1));
}

TEST(pair_split, one_pair_is_no_batch)
{
    EXPECT_EQ(cuda::split_pairs({pairs_of(1, 100), {}}, plan::lcs_length, cuda::pair_results::all, {}).alone, up_to(1));
    EXPECT_EQ(cuda::split_pairs({pairs_of(2, 100), {}}, plan::lcs_length, cuda::pair_results::all, {}).in_strips,
              up_to(2));
    EXPECT_TRUE(cuda::split_pairs({}, plan::lcs_length, cuda::pair_results::all, {}).alone.empty());
}

// Lanes find values of most free ends, tiles everything else; there is no other way for many of them at a time.
TEST(pair_split, free_ends)
{
    using enum cuda::pair_results;
    plan::comparison const semi_global{.metric = plan::metric::edit,
                                       .ends{.first_leading = true, .first_trailing = true}};
    plan::comparison const overlap{.metric = plan::metric::edit,
                                   .ends{.first_trailing = true, .second_leading = true, .second_trailing = true}};
    plan::comparison with_path{semi_global};
    with_path.with_path = true;
    plan::comparison const diagonal_first{.metric = plan::metric::edit,
                                          .with_path = true,
                                          .preference = plan::preference::diagonal_first};
    auto const pairs = pairs_of(100, 150);
    EXPECT_EQ(cuda::split_pairs({pairs, {}}, semi_global, only_values, {}).in_lanes, up_to(100));
    EXPECT_EQ(cuda::split_pairs({pairs, {}}, semi_global, all, {}).in_tiles, up_to(100));
    EXPECT_EQ(cuda::split_pairs({pairs, {}}, overlap, only_values, {}).in_tiles, up_to(100));
    EXPECT_EQ(cuda::split_pairs({pairs, {}}, with_path, all, {}).in_tiles, up_to(100));
    EXPECT_EQ(cuda::split_pairs({pairs, {}}, diagonal_first, all, {}).in_tiles, up_to(100));
    EXPECT_EQ(cuda::split_pairs({pairs_of(31, 150), {}}, semi_global, only_values, {}).in_tiles, up_to(31));
    EXPECT_EQ(cuda::split_pairs({pairs_of(31, 2049), {}}, semi_global, only_values, {}).alone, up_to(31));
    EXPECT_EQ(cuda::split_pairs({pairs_of(31, 2049), {}}, diagonal_first, all, {}).alone, up_to(31));
}

namespace
{

// So many pairs that several threads split them, of some lengths in random order, and the indices of those of each length.
struct mixed_pairs
{
    explicit mixed_pairs(std::vector<alignment::sequence_pair> const & kinds) : of_kind(kinds.size())
    {
        auto generator = reference::make_generator();
        for (std::size_t i = 0; i < 100'000; ++i)
        {
            std::size_t const kind = reference::random_size(generator, kinds.size() - 1);
            of_kind[kind].push_back(i);
            pairs.push_back(kinds[kind]);
            cells += pairs.back().cells();
        }
    }

    cuda::pair_split split(plan::comparison const & wanted) const
    {
        return cuda::split_pairs({pairs, {}}, wanted, cuda::pair_results::all, {.threads = 4});
    }

    std::vector<alignment::sequence_pair> pairs{};
    std::vector<indices> of_kind;
    double cells{};
};

} // namespace

TEST(pair_split, very_many_pairs_keep_their_order)
{
    mixed_pairs const mixed{{pair_of(100, 2048), pair_of(100, 2049), pair_of(cuda::max_walk_batch_size + 1, 100)}};
    cuda::pair_split const split = mixed.split(plan::lcs_subsequence);
    EXPECT_EQ(split.in_tiles, mixed.of_kind[0]);
    EXPECT_EQ(split.in_strips, mixed.of_kind[1]);
    EXPECT_EQ(split.alone, mixed.of_kind[2]);
    EXPECT_TRUE(split.in_lanes.empty());
    EXPECT_DOUBLE_EQ(split.cells, mixed.cells);

    // A list may have only some pairs of a call.
    indices odd{};
    for (std::size_t i = 1; i < mixed.pairs.size(); i += 2)
        odd.push_back(i);
    indices expected{mixed.of_kind[0]};
    std::erase_if(expected,
                  [](std::size_t const i)
                  {
                      return i % 2 == 0;
                  });
    EXPECT_EQ(
        cuda::split_pairs({mixed.pairs, odd}, plan::lcs_subsequence, cuda::pair_results::all, {.threads = 4}).in_tiles,
        expected);
}

TEST(pair_split, very_many_pairs_in_lanes)
{
    alignment::sequence_pair const longest = pair_of(cuda::max_lane_size, 7);
    mixed_pairs const mixed{{pair_of(10, 20), longest, pair_of(3, cuda::max_lane_size + 1)}};
    cuda::pair_split const split = mixed.split(plan::lcs_length);
    indices expected{mixed.of_kind[0]};
    expected.insert(expected.end(), mixed.of_kind[1].begin(), mixed.of_kind[1].end());
    std::ranges::sort(expected);
    EXPECT_EQ(split.in_lanes, expected);
    EXPECT_EQ(split.in_strips, mixed.of_kind[2]);
    EXPECT_EQ(split.lanes.max_size, cuda::max_lane_size);
    EXPECT_EQ(split.lanes.max_cells, longest.cells());
    EXPECT_DOUBLE_EQ(split.lanes.cells
                         + pair_of(3, cuda::max_lane_size + 1).cells() * static_cast<double>(mixed.of_kind[2].size()),
                     split.cells);
}

// Each of several threads splits some of the short pairs.
TEST(pair_split, too_few_for_lanes_among_very_many)
{
    std::vector<alignment::sequence_pair> pairs(100'000, pair_of(10, cuda::max_lane_size + 1));
    indices short_ones{};
    for (std::size_t i = 500; i < pairs.size(); i += 5000)
    {
        pairs[i] = pair_of(10, 10);
        short_ones.push_back(i);
    }
    cuda::pair_split const split =
        cuda::split_pairs({pairs, {}}, plan::lcs_length, cuda::pair_results::all, {.threads = 4});
    EXPECT_TRUE(split.in_lanes.empty());
    EXPECT_EQ(split.in_strips.size(), pairs.size());
    EXPECT_TRUE(std::ranges::equal(std::span{split.in_strips}.last(short_ones.size()), short_ones));
}

TEST(pair_split, stop)
{
    std::stop_source source{};
    source.request_stop();
    std::vector<alignment::sequence_pair> const pairs(100'000, pair_of(10, 10));
    EXPECT_THROW(cuda::split_pairs({pairs, {}},
                                   plan::lcs_length,
                                   cuda::pair_results::all,
                                   {.threads = 4, .stop = source.get_token()}),
                 operation_stopped);
}

// Those that the lanes are too few for join the others.
TEST(pair_split, each_pair_is_in_one_part)
{
    auto generator = reference::make_generator();
    for (unsigned round = 0; round < 200; ++round)
    {
        std::vector<alignment::sequence_pair> pairs(reference::random_size(generator, 200));
        for (alignment::sequence_pair & pair : pairs)
            pair = pair_of(std::uint64_t{1} << reference::random_size(generator, 23),
                           std::uint64_t{1} << reference::random_size(generator, 23));
        for (plan::comparison const & wanted : {plan::lcs_length, plan::lcs_subsequence})
        {
            cuda::pair_split const split = cuda::split_pairs({pairs, {}}, wanted, cuda::pair_results::all, {});
            indices all{split.in_lanes};
            all.insert(all.end(), split.in_tiles.begin(), split.in_tiles.end());
            all.insert(all.end(), split.in_strips.begin(), split.in_strips.end());
            all.insert(all.end(), split.alone.begin(), split.alone.end());
            std::ranges::sort(all);
            EXPECT_EQ(all, up_to(pairs.size()));
            EXPECT_NE(split.in_strips.size(), 1u);
        }
    }
}

TEST(batch_sizes, fit_up_to_a_size)
{
    auto const fits = [](std::uint64_t const size, plan::comparison const & wanted)
    {
        return plan::batch_sizes{}.fit(pair_of(size, size), wanted);
    };
    EXPECT_TRUE(fits(0, plan::lcs_length));
    EXPECT_TRUE(fits(cuda::max_strip_batch_size, plan::lcs_length));
    EXPECT_FALSE(fits(cuda::max_strip_batch_size + 1, plan::lcs_length));
    EXPECT_TRUE(fits(cuda::max_walk_batch_size, plan::lcs_subsequence));
    EXPECT_FALSE(fits(cuda::max_walk_batch_size + 1, plan::lcs_subsequence));
    plan::comparison const free{.metric = plan::metric::edit, .ends{.first_leading = true}};
    EXPECT_TRUE(fits(cuda::max_tile_columns, free));
    EXPECT_FALSE(fits(cuda::max_tile_columns + 1, free));
}
