// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include "cuda/lane/lane_batch.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;
using reference::letter_pairs;
using reference::letters;

namespace
{

std::uint64_t distance(letters const & first, letters const & second)
{
    return static_cast<std::uint64_t>(reference::edit_matrix(first, second).back().back());
}

// The reported distance of each pair; ~0 where none is reported.
std::vector<std::uint64_t> find_distances(cuda::lane_batch & batch,
                                          std::vector<alignment::sequence_pair> const & pairs,
                                          std::vector<std::uint64_t> const & max_distances = {})
{
    std::vector<std::uint64_t> distances(pairs.size(), ~std::uint64_t{0});
    batch.start(pairs, max_distances);
    for (cuda::lane_hit const & hit : batch.finish())
    {
        EXPECT_EQ(distances.at(hit.id), ~std::uint64_t{0}) << "reported twice";
        distances[hit.id] = hit.value;
    }
    return distances;
}

// Sizes at the borders of words, and of strips: the kernels with the most words have 1024 rows at a time.
constexpr std::size_t sizes[]{0, 1, 31, 32, 33, 64, 100, 250, 257, 600, 1023, 1025, 2100};

} // namespace

class cuda_lane_recurrence : public stream_context_test
{};

TEST_F(cuda_lane_recurrence, distances_of_different_pairs)
{
    auto generator = reference::make_generator();
    cuda::lane_batch batch{*context, cuda::edit_lanes};
    for (unsigned const alphabet : {4u, 16u, 40u, 200u})
    {
        letter_pairs pairs{};
        for (std::size_t const size : sizes)
        {
            letters const one = reference::random_letters(generator, size, alphabet);
            pairs.add(one, reference::mutate(generator, one, alphabet, 10));
            pairs.add(one, reference::random_letters(generator, reference::random_size(generator, 300), alphabet));
            pairs.add(one, {});
            pairs.add({}, one);
        }
        auto const found = find_distances(batch, pairs.views());
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_EQ(found[i], distance(pairs.first[i], pairs.second[i]))
                << pairs.first[i].size() << " x " << pairs.second[i].size() << ", " << alphabet;
    }
}

// All warps of a block keep carries between strips.
TEST_F(cuda_lane_recurrence, whole_blocks_of_several_strips)
{
    auto generator = reference::make_generator();
    for (unsigned const alphabet : {4u, 16u, 40u})
    {
        cuda::stream_context own{number};
        cuda::lane_batch batch{own, cuda::edit_lanes};
        letter_pairs pairs{};
        for (unsigned i = 0; i < 128; ++i)
            pairs.add(reference::random_letters(generator, 1100, alphabet),
                      reference::random_letters(generator, 150, alphabet));
        auto const found = find_distances(batch, pairs.views());
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_EQ(found[i], distance(pairs.first[i], pairs.second[i])) << alphabet;
    }
}

TEST_F(cuda_lane_recurrence, distances_from_one_query)
{
    auto generator = reference::make_generator();
    cuda::lane_batch batch{*context, cuda::edit_lanes};
    for (unsigned const alphabet : {4u, 16u, 40u})
    {
        for (std::size_t const size : sizes)
        {
            letters const query = reference::random_letters(generator, size, alphabet);
            letter_pairs pairs{};
            for (std::size_t const other : {0u, 1u, 17u, 90u, 300u})
                pairs.add(query, reference::random_letters(generator, other, alphabet));
            pairs.add(query, reference::mutate(generator, query, alphabet, 20));
            auto const found = find_distances(batch, pairs.query_views());
            for (std::size_t i = 0; i < found.size(); ++i)
                ASSERT_EQ(found[i], distance(query, pairs.second[i]))
                    << query.size() << " x " << pairs.second[i].size() << ", " << alphabet;
        }
    }
}

// The policy decides that small distances are the ones of interest.
TEST_F(cuda_lane_recurrence, distances_up_to_a_threshold)
{
    auto generator = reference::make_generator();
    cuda::lane_batch batch{*context, cuda::edit_lanes};
    letter_pairs pairs{};
    std::vector<std::uint64_t> max_distances{};
    std::vector<std::uint64_t> expected{};
    for (std::size_t i = 0; i < 200; ++i)
    {
        letters const one = reference::random_letters(generator, 80 + i, 4);
        pairs.add(one, reference::mutate(generator, one, 4, 5));
        std::uint64_t const exact = distance(pairs.first[i], pairs.second[i]);
        max_distances.push_back(i % 3 == 0 ? exact : i % 3 == 1 ? exact - std::min<std::uint64_t>(exact, 1) : 1000);
        expected.push_back(exact <= max_distances.back() ? exact : ~std::uint64_t{0});
    }
    EXPECT_NE(std::ranges::count(expected, ~std::uint64_t{0}), 0);
    EXPECT_TRUE(find_distances(batch, pairs.views(), max_distances) == expected);
}
