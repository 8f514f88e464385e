// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the tests of align_pairwise share.
 */

#pragma once

#include <gtest/gtest.h>

#include <random>
#include <ranges>
#include <tuple>
#include <vector>

#include <seqan3/alphabet/gap/gap.hpp>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

namespace alignment_check
{

//!\brief Random letters of an alphabet of SeqAn3's, or only the first few of it.
template <typename letter_t>
std::vector<letter_t> random_sequence(std::mt19937_64 & generator, std::size_t const size, unsigned const letters)
{
    std::vector<letter_t> sequence(size);
    for (letter_t & letter : sequence)
        seqan3::assign_rank_to(
            static_cast<seqan3::alphabet_rank_t<letter_t>>(reference::random_size(generator, letters - 1)),
            letter);
    return sequence;
}

/*!\brief Expects a common subsequence of the given length: the rows of an alignment spell the sequences, and so many of
 *        its columns match.
 */
template <typename alignment_t, typename first_t, typename second_t>
void expect_valid(alignment_t const & alignment, first_t && first, second_t && second, std::size_t const matches)
{
    auto const & [first_row, second_row] = alignment;
    ASSERT_EQ(first_row.size(), second_row.size());

    auto first_it = std::ranges::begin(first);
    auto second_it = std::ranges::begin(second);
    std::size_t found = 0;
    auto row_it = second_row.begin();
    for (auto const upper : first_row)
    {
        auto const lower = *row_it;
        ++row_it;
        bool const upper_gap = upper == seqan3::gap{};
        bool const lower_gap = lower == seqan3::gap{};
        ASSERT_FALSE(upper_gap && lower_gap);
        if (!upper_gap)
        {
            ASSERT_NE(first_it, std::ranges::end(first));
            ASSERT_EQ(seqan3::to_char(upper), seqan3::to_char(*first_it));
            ++first_it;
        }
        if (!lower_gap)
        {
            ASSERT_NE(second_it, std::ranges::end(second));
            ASSERT_EQ(seqan3::to_char(lower), seqan3::to_char(*second_it));
            ++second_it;
        }
        if (!upper_gap && !lower_gap)
            ++found;
    }
    EXPECT_EQ(first_it, std::ranges::end(first));
    EXPECT_EQ(second_it, std::ranges::end(second));
    // A common subsequence pairs equal letters only, so every pair counts.
    EXPECT_EQ(found, matches);
}

} // namespace alignment_check
