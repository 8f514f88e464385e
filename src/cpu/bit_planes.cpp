// SPDX-License-Identifier: BSD-3-Clause

#include "bit_planes.hpp"

#include <algorithm>

namespace seqan3_gpulcs::cpu
{

namespace
{

// The bits with even numbers, side by side.
constexpr std::uint64_t even_bits(std::uint64_t word) noexcept
{
    word &= 0x5555'5555'5555'5555u;
    word = (word | word >> 1) & 0x3333'3333'3333'3333u;
    word = (word | word >> 2) & 0x0f0f'0f0f'0f0f'0f0fu;
    word = (word | word >> 4) & 0x00ff'00ff'00ff'00ffu;
    word = (word | word >> 8) & 0x0000'ffff'0000'ffffu;
    return (word | word >> 16) & 0x0000'0000'ffff'ffffu;
}

} // namespace

void split_into_planes(packing::packed_sequence_view const & sequence,
                       std::uint64_t const begin,
                       packing::common_codes const * const codes,
                       unsigned const planes,
                       std::uint64_t * const to,
                       std::size_t const distance) noexcept
{
    auto const count = static_cast<unsigned>(std::min<std::uint64_t>(64, sequence.size() - begin));
    for (unsigned plane = 0; plane < planes; ++plane)
        to[plane * distance] = 0;

    unsigned const bits = sequence.bits_per_letter();
    std::uint64_t const * words = sequence.words() + begin / sequence.codes_per_word();
    if (bits == 2 && (!codes || codes->are_same()))
    {
        std::uint64_t const low = words[0];
        std::uint64_t const high = count > 32 ? words[1] : 0;
        to[0] = even_bits(low) | even_bits(high) << 32;
        if (planes > 1)
            to[distance] = even_bits(low >> 1) | even_bits(high >> 1) << 32;
        return;
    }

    std::uint64_t word = 0;
    for (unsigned i = 0; i < count; ++i)
    {
        if (i % sequence.codes_per_word() == 0)
            word = *words++;
        unsigned code = static_cast<unsigned>(word) & ((1u << bits) - 1u);
        if (codes)
            code = codes->of_rows()[code];
        for (unsigned plane = 0; plane < planes; ++plane)
            to[plane * distance] |= std::uint64_t{code >> plane & 1u} << i;
        word >>= bits;
    }
}

} // namespace seqan3_gpulcs::cpu
