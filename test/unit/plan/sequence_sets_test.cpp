// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "src/plan/sequence_sets.hpp"

using namespace seqan3_gpulcs;

TEST(sequence_sets, indices_count_up)
{
    std::vector<packing::packed_sequence_view> const views(9);
    for (std::size_t count = 0; count <= views.size(); ++count)
    {
        plan::sequence_sets const one{std::span{views}.first(count)};
        std::uint64_t next = 0;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = i + 1; j < count; ++j)
                EXPECT_EQ(one.index(i, j), next++);
        EXPECT_EQ(one.pair_count(), next);

        plan::sequence_sets const two{std::span{views}.first(count), std::span{views}.first(4)};
        next = 0;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                EXPECT_EQ(two.index(i, j), next++);
        EXPECT_EQ(two.pair_count(), next);
    }
}

TEST(sequence_sets, cells_of_all_pairs)
{
    std::vector<packing::packed_sequence_view> views{};
    for (std::uint64_t const size : {3u, 0u, 5u, 7u})
        views.emplace_back(nullptr, size, 2, std::span<std::uint8_t const>{});
    plan::sequence_sets const one{views};
    EXPECT_EQ(one.cells(), 3 * 5 + 3 * 7 + 5 * 7);
    EXPECT_EQ(one.max_size(), 7u);
    EXPECT_TRUE(one.is_one_set());
    plan::sequence_sets const two{std::span{views}.first(2), std::span{views}.last(3)};
    EXPECT_EQ(two.cells(), 3 * 12);
    EXPECT_EQ(two.max_size(), 7u);
    EXPECT_FALSE(two.is_one_set());
    EXPECT_EQ((plan::sequence_sets{{}, views}.max_size()), 7u);
}
