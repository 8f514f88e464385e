// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Turns the borders of a matrix into what seqan3_gpulcs::lcs::prefix_increments returns.
 */

#pragma once

#include <cstdint>
#include <vector>

namespace seqan3_gpulcs::util
{

//!\brief Turns V of the last column, where a zero is an increment, into ones for increments of `size` rows.
inline void invert_vertical(std::vector<std::uint64_t> & words, std::uint64_t const size) noexcept
{
    for (std::uint64_t & word : words)
        word = ~word;
    if (size % 64 != 0)
        words.back() &= (std::uint64_t{1} << (size % 64)) - 1;
}

//!\brief Turns carries of 64 columns, the first one on top, into increments, the first one at the bottom.
constexpr std::uint64_t reverse_bits(std::uint64_t word) noexcept
{
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    word = (word >> 8 & 0x00ff00ff00ff00ffu) | (word & 0x00ff00ff00ff00ffu) << 8;
    word = (word >> 16 & 0x0000ffff0000ffffu) | (word & 0x0000ffff0000ffffu) << 16;
    return word >> 32 | word << 32;
}

} // namespace seqan3_gpulcs::util
