// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/packing/nucleotides.cpp" // A path from the root of the includes.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include <seqan3_gpulcs/packing/nucleotides.hpp>

#include "src/util/ceil_div.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::packing::HWY_NAMESPACE
{

// Each block has 64 letters, two words. Bits 1 and 2 of the letters A, C, T and G, in this order, are the numbers 0 to 3.
#if HWY_TARGET == HWY_SCALAR || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__

bool pack_blocks(std::uint8_t const * const text, std::size_t const blocks, std::uint64_t * const words)
{
    bool only_nucleotides = true;
    for (std::size_t i = 0; i < 2 * blocks; ++i)
    {
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < 32; ++k)
        {
            unsigned const letter = text[32 * i + k] & 0xdfu;
            unsigned const number = letter >> 1 & 3u;
            only_nucleotides &= letter == std::array<unsigned, 4>{'A', 'C', 'T', 'G'}[number];
            word |= std::uint64_t{number ^ number >> 1} << (2 * k);
        }
        words[i] = word;
    }
    return only_nucleotides;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

bool pack_blocks(std::uint8_t const * const text, std::size_t const blocks, std::uint64_t * const words)
{
    hn::CappedTag<std::uint8_t, 64> const tag{};
    hn::Repartition<std::uint16_t, decltype(tag)> const tag16{};
    hn::Repartition<std::uint32_t, decltype(tag)> const tag32{};
    hn::Rebind<std::uint8_t, decltype(tag32)> const quarter{};
    alignas(16) constexpr std::uint8_t
        letters[16]{'A', 'C', 'T', 'G', 'A', 'C', 'T', 'G', 'A', 'C', 'T', 'G', 'A', 'C', 'T', 'G'};
    auto const expected = hn::LoadDup128(tag, letters);
    auto const three = hn::Set(tag, 3);
    auto const upper = hn::Set(tag, 0xdf);

    auto * const bytes = reinterpret_cast<std::uint8_t *>(words);
    auto difference = hn::Zero(tag);
    for (std::size_t i = 0; i < 64 * blocks; i += hn::Lanes(tag))
    {
        auto const letter = hn::And(hn::LoadU(tag, text + i), upper);
        auto const number = hn::And(hn::BitCast(tag, hn::ShiftRight<1>(hn::BitCast(tag16, letter))), three);
        difference = hn::Or(difference, hn::Xor(letter, hn::TableLookupBytes(expected, number)));

        // Each code goes next to the one before it. Bits from the next byte land above those that are kept.
        auto const high = hn::And(hn::BitCast(tag, hn::ShiftRight<1>(hn::BitCast(tag16, number))), hn::Set(tag, 1));
        auto const two = hn::BitCast(tag16, hn::Xor(number, high));
        auto const four = hn::BitCast(tag32, hn::And(hn::Or(two, hn::ShiftRight<6>(two)), hn::Set(tag16, 0x000f)));
        auto const packed = hn::And(hn::Or(four, hn::ShiftRight<12>(four)), hn::Set(tag32, 0xff));
        hn::StoreU(hn::U8FromU32(packed), quarter, bytes + i / 4);
    }
    return hn::AllTrue(tag, hn::Eq(difference, hn::Zero(tag)));
}

#endif

} // namespace seqan3_gpulcs::packing::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::packing
{

HWY_EXPORT(pack_blocks);

bool pack_nucleotides(std::span<std::uint8_t const> text, std::uint64_t * words) noexcept
{
    constexpr std::size_t block{64};
    constexpr std::size_t blocks_at_once{64};

    while (text.size() >= block)
    {
        std::size_t const blocks = std::min(text.size() / block, blocks_at_once);
        if (!HWY_DYNAMIC_DISPATCH(pack_blocks)(text.data(), blocks, words))
            return false;
        text = text.subspan(block * blocks);
        words += 2 * blocks;
    }
    if (text.empty())
        return true;

    // The code of A is 0.
    std::array<std::uint8_t, block> last;
    std::ranges::fill(std::ranges::copy(text, last.begin()).out, last.end(), std::uint8_t{'A'});
    std::array<std::uint64_t, 2> last_words;
    bool const only_nucleotides = HWY_DYNAMIC_DISPATCH(pack_blocks)(last.data(), 1, last_words.data());
    std::copy_n(last_words.begin(), util::ceil_div(text.size(), std::size_t{32}), words);
    return only_nucleotides;
}

} // namespace seqan3_gpulcs::packing

#endif
