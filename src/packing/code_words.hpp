// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Codes in words: from bytes and back.
 */

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing
{

// The letters to unpack at a time; they stay in the cache.
inline constexpr std::uint64_t chunk_letters{std::uint64_t{1} << 14};

// Eight bytes as a word, the first one lowest.
inline std::uint64_t load_8(std::uint8_t const * const bytes) noexcept
{
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(&word, bytes, 8);
    else
        for (unsigned i = 0; i < 8; ++i)
            word |= std::uint64_t{bytes[i]} << (8 * i);
    return word;
}

inline void store_8(std::uint64_t const word, std::uint8_t * const bytes) noexcept
{
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(bytes, &word, 8);
    else
        for (unsigned i = 0; i < 8; ++i)
            bytes[i] = static_cast<std::uint8_t>(word >> (8 * i));
}

// The lowest bits of each part of a word.
constexpr std::uint64_t low_bits(unsigned const bits, unsigned const part) noexcept
{
    std::uint64_t word = 0;
    for (unsigned shift = 0; shift < 64; shift += part)
        word |= ~std::uint64_t{0} >> (64 - bits) << shift;
    return word;
}

// Eight codes, one in each byte, become neighbours.
template <unsigned bits>
std::uint64_t join_8_codes(std::uint64_t codes) noexcept
{
    constexpr unsigned gap = 8 - bits;
    codes = (codes | codes >> gap) & low_bits(2 * bits, 16);
    codes = (codes | codes >> 2 * gap) & low_bits(4 * bits, 32);
    return (codes | codes >> 4 * gap) & low_bits(8 * bits, 64);
}

// Eight neighbours become codes, one in each byte.
template <unsigned bits>
std::uint64_t split_8_codes(std::uint64_t codes) noexcept
{
    constexpr unsigned gap = 8 - bits;
    codes &= low_bits(8 * bits, 64);
    codes = (codes | codes << 4 * gap) & low_bits(4 * bits, 32);
    codes = (codes | codes << 2 * gap) & low_bits(2 * bits, 16);
    return (codes | codes << gap) & low_bits(bits, 8);
}

// The codes that are joined at a time.
inline constexpr std::size_t codes_per_block{64};

// Writes the words of a block of codes.
template <unsigned bits>
void join_block(std::uint8_t const * const codes, std::uint64_t * const words) noexcept
{
    static_assert(std::endian::native == std::endian::little);
    // A group has the codes that become a byte. Compilers turn the loop into vectors.
    using group_t =
        std::conditional_t<bits == 2, std::uint32_t, std::conditional_t<bits == 4, std::uint16_t, std::uint8_t>>;
    std::array<group_t, codes_per_block / sizeof(group_t)> groups;
    std::memcpy(groups.data(), codes, codes_per_block);
    std::array<std::uint8_t, groups.size()> joined;
    for (std::size_t i = 0; i < groups.size(); ++i)
    {
        group_t group = groups[i];
        for (unsigned code = 1; code < sizeof(group_t); ++code)
            group = static_cast<group_t>(group | groups[i] >> (code * (8 - bits)));
        joined[i] = static_cast<std::uint8_t>(group);
    }
    std::memcpy(words, joined.data(), joined.size());
}

// Writes codes that are bytes from a position on; all bits from there on must be zero.
template <unsigned bits>
void join_codes(std::span<std::uint8_t const> const codes, std::uint64_t * const words, std::uint64_t position) noexcept
{
    constexpr std::uint64_t codes_per_word = 64 / bits;
    std::size_t i = 0;
    if constexpr (std::endian::native == std::endian::little)
        if (position % codes_per_word == 0)
            for (; i + codes_per_block <= codes.size(); i += codes_per_block, position += codes_per_block)
                join_block<bits>(&codes[i], words + position / codes_per_word);

    while (i < codes.size())
    {
        std::uint64_t & word = words[position / codes_per_word];
        std::uint64_t const first = position % codes_per_word;
        std::size_t const end = i + std::min<std::size_t>(codes_per_word - first, codes.size() - i);
        position += end - i;
        unsigned shift = static_cast<unsigned>(first) * bits;
        for (; i + 8 <= end; i += 8, shift += 8 * bits)
            word |= join_8_codes<bits>(load_8(&codes[i])) << shift;
        for (; i < end; ++i, shift += bits)
            word |= std::uint64_t{codes[i]} << shift;
    }
}

// Copies words of codes, of which the bits after the last code become zero.
inline void copy_words(std::uint64_t const * const from,
                       std::uint64_t const codes,
                       unsigned const bits,
                       std::uint64_t * const to) noexcept
{
    std::uint64_t const words = util::ceil_div(codes * bits, std::uint64_t{64});
    std::copy_n(from, words, to);
    if (unsigned const rest = static_cast<unsigned>(codes * bits % 64); rest != 0)
        to[words - 1] &= low_bits(rest, 64);
}

// Reads codes from a position on and writes them as bytes.
template <unsigned bits>
void split_codes(std::uint64_t const * const words,
                 std::uint64_t position,
                 std::span<std::uint8_t> const codes) noexcept
{
    constexpr std::uint64_t codes_per_word = 64 / bits;
    if constexpr (bits == 8 && std::endian::native == std::endian::little)
    {
        std::copy_n(reinterpret_cast<std::uint8_t const *>(words) + position, codes.size(), codes.begin());
        return;
    }

    for (std::size_t i = 0; i < codes.size();)
    {
        std::uint64_t const first = position % codes_per_word;
        std::uint64_t word = words[position / codes_per_word] >> (first * bits);
        std::size_t const end = i + std::min<std::size_t>(codes_per_word - first, codes.size() - i);
        position += end - i;
        if constexpr (bits < 8)
            for (; i + 8 <= end; i += 8, word >>= 8 * bits)
                store_8(split_8_codes<bits>(word), &codes[i]);
        for (; i < end; ++i, word >>= bits)
            codes[i] = static_cast<std::uint8_t>(word & low_bits(bits, 64));
    }
}

} // namespace seqan3_gpulcs::packing
