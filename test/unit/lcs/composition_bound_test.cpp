// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/lcs/composition_bound.hpp"

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

            EXPECT_EQ(lcs::count_letters(packing::pack(first)), first_counts);
            EXPECT_EQ(lcs::count_common_letters(first_counts, packing::pack(second)), common);
            EXPECT_EQ(lcs::count_common_letters(second_counts, packing::pack(first)), common);
        }
    }
}
