// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/api/composition_bound.hpp"

using namespace seqan3_gpulcs;

namespace
{

std::array<std::uint64_t, 256> count_plainly(std::vector<std::uint8_t> const & letters)
{
    std::array<std::uint64_t, 256> counts{};
    for (std::uint8_t const letter : letters)
        ++counts[letter];
    return counts;
}

} // namespace

TEST(composition_bound, all_widths_and_sizes)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {1u, 2u, 3u, 4u, 5u, 16u, 17u, 255u, 256u})
    {
        for (std::size_t round = 0; round < 80; ++round)
        {
            // All sizes around words and pairs of them, and some larger ones.
            std::size_t const size = round < 70 ? round : reference::random_size(generator, 3000);
            auto first = reference::random_letters(generator, size, letters);
            auto const second = reference::random_letters(generator, reference::random_size(generator, 300), letters);
            // Other letters than those of the second one.
            for (std::uint8_t & letter : first)
                letter = static_cast<std::uint8_t>(letter + round % 3);

            auto const first_counts = count_plainly(first);
            auto const second_counts = count_plainly(second);
            std::uint64_t common = 0;
            for (std::size_t letter = 0; letter < 256; ++letter)
                common += std::min(first_counts[letter], second_counts[letter]);

            EXPECT_EQ(api::count_letters(packing::pack(first)), first_counts);
            auto const packed_first = packing::pack(first);
            auto const packed_second = packing::pack(second);
            std::vector<packing::packed_sequence_view> const both{packed_first, packed_second};
            plan::execution const execution{};
            runtime::task_control control{execution, 0};
            api::composition_table const table{both, 1, control};
            EXPECT_EQ(table.count_common(second_counts, 0), common);
            EXPECT_EQ(table.count_common(first_counts, 1), common);
            EXPECT_EQ(api::count_common(packed_first, packed_second), common);
            EXPECT_EQ(api::count_common(packed_second, packed_first), common);
        }
    }
}

// More than a thread counts at a time.
TEST(composition_bound, many_sequences)
{
    auto generator = reference::make_generator();
    std::vector<std::vector<std::uint8_t>> sequences{};
    std::vector<packing::packed_sequence> packed{};
    for (int i = 0; i < 5000; ++i)
    {
        auto const letters = static_cast<unsigned>(1 + reference::random_size(generator, i % 50 == 0 ? 255 : 10));
        sequences.push_back(reference::random_letters(generator, reference::random_size(generator, 40), letters));
        packed.push_back(packing::pack(sequences.back()));
    }
    auto const counts = count_plainly(reference::random_letters(generator, 300, 40));
    std::vector<packing::packed_sequence_view> const views(packed.begin(), packed.end());
    for (unsigned const threads : {1u, 3u})
    {
        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        api::composition_table const table{views, threads, control};
        for (std::size_t i = 0; i < views.size(); ++i)
        {
            auto const own = count_plainly(sequences[i]);
            std::uint64_t common = 0;
            for (std::size_t letter = 0; letter < 256; ++letter)
                common += std::min(counts[letter], own[letter]);
            ASSERT_EQ(table.count_common(counts, i), common);
        }
    }
}
