// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances of very short sequences, whose matrix fits into registers.
 */

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>

#include <seqan3/alphabet/concept.hpp>

#include <seqan3_gpulcs/packing/detail/rank_chunks.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

/*!\brief Up to this number of letters, a pair is computed in less time than it takes to pack it and to give it a lane.
 *
 * The scores of pairs of 4, 16 and 32 letters take 35, 85 and 151 ns a pair instead of 153, 170 and 191; those of 40 letters take as long
 * as packed: align_pairwise_benchmark, one thread of an AMD EPYC with AVX-512 (Zen 4).
 */
inline constexpr std::uint64_t max_register_letters{36};

// clang-format off
//!\brief Alphabets whose letters are so few that a table of them costs little.
template <typename letter_t>
concept register_letter = (seqan3::alphabet_size<letter_t> <= 32);
// clang-format on

/*!\brief The edit distance of two sequences.
 * \tparam letter_t       The alphabet in which letters are compared.
 * \tparam has_free_ends  Whether letters at both ends of the columns cost nothing.
 * \param rows    At most 64 letters.
 * \param columns Any number of letters.
 *
 * A bit for each row, as Myers 1999 in the form of Hyyro 2003. Thread safety: concurrent calls are safe if several threads may read the
 * sequences.
 */
template <register_letter letter_t, bool has_free_ends, typename rows_t, typename columns_t>
std::uint64_t register_distance(rows_t & rows, columns_t & columns)
{
    std::array<std::uint64_t, seqan3::alphabet_size<letter_t>> rows_of_letter{};
    std::uint64_t row_count = 0;
    packing::detail::for_rank_chunks<letter_t>(rows,
                                               [&](std::span<std::uint8_t const> const ranks)
                                               {
                                                   for (std::uint8_t const rank : ranks)
                                                       rows_of_letter[rank] |= std::uint64_t{1} << row_count++;
                                               });
    if (row_count == 0)
        return has_free_ends ? 0 : static_cast<std::uint64_t>(std::ranges::distance(columns));

    // The bits of rows that are one more than the row above, or one less; and the value of the last row.
    std::uint64_t plus = ~std::uint64_t{0};
    std::uint64_t minus = 0;
    std::uint64_t distance = row_count;
    std::uint64_t least = row_count;
    packing::detail::for_rank_chunks<letter_t>(
        columns,
        [&](std::span<std::uint8_t const> const ranks)
        {
            for (std::uint8_t const rank : ranks)
            {
                std::uint64_t const equal = rows_of_letter[rank];
                std::uint64_t const same = (((equal & plus) + plus) ^ plus) | equal | minus;
                std::uint64_t const right = minus | ~(same | plus);
                std::uint64_t const left = plus & same;
                distance += (right >> (row_count - 1) & 1) - (left >> (row_count - 1) & 1);
                if constexpr (has_free_ends)
                    least = std::min(least, distance);
                // Above the first row, a column costs one more than the one before unless it is free.
                std::uint64_t const right_above = right << 1 | (has_free_ends ? 0 : 1);
                plus = left << 1 | ~(same | right_above);
                minus = right_above & same;
            }
        });
    return has_free_ends ? least : distance;
}

} // namespace seqan3_gpulcs::pairwise::detail
