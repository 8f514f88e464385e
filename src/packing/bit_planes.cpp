// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/packing/bit_planes.cpp" // A path from the root of the includes.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

#include "src/packing/bit_planes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing
{

#ifndef SEQAN3_GPULCS_PLANES_TASK
#    define SEQAN3_GPULCS_PLANES_TASK

// 64 letters.
struct planes_task
{
    std::uint64_t const * words; // Packed.
    unsigned bits;               // The width of a packed code.
    std::uint8_t const * codes;  // The new code of each packed one.
    unsigned tables;             // The packed codes, 16 at a time.
    plane_words to;
    std::uint64_t exist; // The bits of letters.
};

#endif

} // namespace seqan3_gpulcs::packing

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::packing::HWY_NAMESPACE
{

// Words of codes are read as bytes, which needs little-endian processors.
#if HWY_TARGET == HWY_SCALAR || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__

void split(planes_task const & task)
{
    std::uint64_t planes[8]{};
    unsigned const codes_per_word = 64 / task.bits;
    for (unsigned i = 0; i < 64; ++i)
    {
        std::uint64_t const packed = task.words[i / codes_per_word] >> (i % codes_per_word * task.bits);
        std::uint64_t const code = task.codes[packed & ((1u << task.bits) - 1u)];
        for (unsigned plane = 0; plane < task.to.planes; ++plane)
            planes[plane] |= (code >> plane & 1u) << i;
    }
    for (unsigned plane = 0; plane < task.to.planes; ++plane)
        task.to.first[plane * task.to.distance] = planes[plane] & task.exist;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using bytes_t = hn::CappedTag<std::uint8_t, 64>;
using bytes = hn::Vec<bytes_t>;

// A code in each byte.
template <unsigned bits>
HWY_INLINE bytes load_codes(std::uint8_t const * const packed)
{
    bytes_t const tag{};
    if constexpr (bits == 8)
    {
        return hn::LoadU(tag, packed);
    }
    else if constexpr (bits == 4)
    {
        hn::Repartition<std::uint16_t, bytes_t> const wide{};
        auto const codes = hn::PromoteTo(wide, hn::LoadU(hn::Rebind<std::uint8_t, decltype(wide)>{}, packed));
        return hn::BitCast(tag, hn::And(hn::Or(codes, hn::ShiftLeft<4>(codes)), hn::Set(wide, 0x0f0f)));
    }
    else
    {
        static_assert(bits == 2);
        hn::Repartition<std::uint32_t, bytes_t> const wide{};
        auto codes = hn::PromoteTo(wide, hn::LoadU(hn::Rebind<std::uint8_t, decltype(wide)>{}, packed));
        codes = hn::And(hn::Or(codes, hn::ShiftLeft<12>(codes)), hn::Set(wide, 0x000f'000fu));
        return hn::BitCast(tag, hn::And(hn::Or(codes, hn::ShiftLeft<6>(codes)), hn::Set(wide, 0x0303'0303u)));
    }
}

HWY_INLINE bytes translate(bytes const codes, planes_task const & task)
{
    bytes_t const tag{};
    if (task.tables == 1)
        return hn::TableLookupBytes(hn::LoadDup128(tag, task.codes), codes);

    bytes const low = hn::And(codes, hn::Set(tag, 0x0f));
    bytes const high = hn::And(codes, hn::Set(tag, 0xf0));
    bytes translated = hn::Zero(tag);
    for (unsigned i = 0; i < task.tables; ++i)
        translated = hn::IfThenElse(hn::Eq(high, hn::Set(tag, static_cast<std::uint8_t>(16 * i))),
                                    hn::TableLookupBytes(hn::LoadDup128(tag, task.codes + 16 * i), low),
                                    translated);
    return translated;
}

template <unsigned bits>
HWY_INLINE void split_codes(planes_task const & task)
{
    bytes_t const tag{};
    constexpr unsigned lanes = hn::MaxLanes(tag);
    constexpr unsigned vectors = 64 / lanes;
    auto const * const packed = reinterpret_cast<std::uint8_t const *>(task.words);

    bytes codes[vectors];
    for (unsigned i = 0; i < vectors; ++i)
        codes[i] = translate(load_codes<bits>(packed + i * lanes * bits / 8), task);

    for (unsigned plane = 0; plane < task.to.planes; ++plane)
    {
        bytes const bit = hn::Set(tag, static_cast<std::uint8_t>(1u << plane));
        std::uint64_t word = 0;
        for (unsigned i = 0; i < vectors; ++i)
        {
            // The instruction may store more bytes than are read.
            std::uint8_t stored[8];
            hn::StoreMaskBits(tag, hn::TestBit(codes[i], bit), stored);
            std::uint64_t part = 0;
            std::memcpy(&part, stored, lanes / 8);
            word |= part << (i * lanes);
        }
        task.to.first[plane * task.to.distance] = word & task.exist;
    }
}

void split(planes_task const & task)
{
    switch (task.bits)
    {
    case 2:
        return split_codes<2>(task);
    case 4:
        return split_codes<4>(task);
    default:
        return split_codes<8>(task);
    }
}

#endif

} // namespace seqan3_gpulcs::packing::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::packing
{

HWY_EXPORT(split);

void split_into_planes(recoded_sequence const & letters, std::uint64_t const begin, plane_words const & to) noexcept
{
    packed_sequence_view const & sequence = letters.sequence;
    // The words that hold 64 letters are as many as a code has bits.
    unsigned const bits = sequence.bits_per_letter();
    std::uint64_t const count = std::min<std::uint64_t>(64, sequence.size() - begin);
    std::uint64_t const * words = sequence.words() + begin / 64 * bits;
    std::uint64_t last[8]{};
    if (std::uint64_t const remaining = util::ceil_div(count * bits, std::uint64_t{64}); remaining < bits)
    {
        // Memory may end with the last word.
        std::copy_n(words, remaining, last);
        words = last;
    }
    HWY_DYNAMIC_DISPATCH(split)
    (planes_task{.words = words,
                 .bits = bits,
                 .codes = letters.codes.data(),
                 .tables = static_cast<unsigned>(util::ceil_div(sequence.letters().size(), std::size_t{16})),
                 .to = to,
                 .exist = ~std::uint64_t{0} >> (64 - count)});
}

} // namespace seqan3_gpulcs::packing

#endif
