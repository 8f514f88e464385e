// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Helpers for the tests of align_pairwise.
 */

#pragma once

#include <gtest/gtest.h>

#include <random>
#include <ranges>
#include <stop_token>
#include <tuple>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/gap/gap.hpp>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "unit/pairwise/tested_backend.hpp"

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

/*!\brief Expects a common subsequence of the given length: the rows of an alignment spell the sequences, and this many
 *        of its columns match.
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

/*!\brief Aligns pairs and expects a number of results.
 * \param pairs    The pairs.
 * \param config   The configuration for align_pairwise.
 * \param count    The number of results.
 * \param function Is called with the number of each result, in order, and the result.
 */
template <typename pairs_t, typename config_t, typename function_t>
void for_each_result(pairs_t & pairs, config_t const & config, std::size_t const count, function_t && function)
{
    std::size_t i = 0;
    for (auto && result : seqan3::align_pairwise(pairs, config))
    {
        ASSERT_LT(i, count);
        function(i, result);
        ++i;
    }
    EXPECT_EQ(i, count);
}

/*!\brief Expects that this library computes, and not SeqAn3: only the library sees a stop that was requested before.
 * \param pairs   The pairs.
 * \param method  The configuration without bit_parallel and outputs.
 * \param outputs The outputs.
 */
template <typename pairs_t, typename method_t, typename outputs_t>
void expect_library_computes(pairs_t & pairs, method_t const & method, outputs_t const & outputs)
{
    std::stop_source source{};
    source.request_stop();
    seqan3_gpulcs::plan::execution execution{};
    execution.stop = source.get_token();
    EXPECT_THROW(seqan3::align_pairwise(pairs, method | tested::bit_parallel(execution) | outputs).begin(),
                 seqan3_gpulcs::operation_stopped);
}

} // namespace alignment_check
