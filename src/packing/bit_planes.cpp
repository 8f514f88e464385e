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
#include "src/packing/code_width.hpp"

namespace seqan3_gpulcs::packing
{

#ifndef SEQAN3_GPULCS_PLANES_TASK
#    define SEQAN3_GPULCS_PLANES_TASK

struct planes_task
{
    coded_letters const & letters;
    std::uint64_t count; // The letters that are split.
    plane_words to;
    std::ptrdiff_t block_distance;
};

#endif

} // namespace seqan3_gpulcs::packing

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::packing::HWY_NAMESPACE
{

// Words of codes are read as bytes, which needs little-endian processors.
#if HWY_TARGET == HWY_SCALAR || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__

bool split(planes_task const & task)
{
    unsigned all = 0;
    for (std::uint64_t begin = 0; begin < task.count; begin += 64)
    {
        std::uint64_t planes[8]{};
        for (std::uint64_t i = begin; i < std::min(begin + 64, task.count); ++i)
        {
            unsigned const code = task.letters.code(i);
            all |= code;
            for (unsigned plane = 0; plane < task.to.planes; ++plane)
                planes[plane] |= std::uint64_t{code >> plane & 1u} << (i - begin);
        }
        std::uint64_t * const to = task.to.first + static_cast<std::ptrdiff_t>(begin / 64) * task.block_distance;
        for (unsigned plane = 0; plane < task.to.planes; ++plane)
            to[plane * task.to.distance] = planes[plane];
    }
    return all >> task.to.planes == 0;
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

// The codes of letters among 16 of them; the others stay as they were translated.
HWY_INLINE bytes look_up(bytes const letters, bytes const translated, coded_letters const & by, unsigned const first)
{
    bytes_t const tag{};
    bytes const is_among = hn::And(letters, hn::Set(tag, 0xf0));
    return hn::IfThenElse(
        hn::Eq(is_among, hn::Set(tag, static_cast<std::uint8_t>(first))),
        hn::TableLookupBytes(hn::LoadDup128(tag, by.codes() + first), hn::And(letters, hn::Set(tag, 0x0f))),
        translated);
}

HWY_INLINE bytes translate(bytes const letters, coded_letters const & by)
{
    bytes_t const tag{};
    if (by.code_count() <= 16)
        return hn::TableLookupBytes(hn::LoadDup128(tag, by.codes()), letters);

    bytes translated = hn::Zero(tag);
    // ASCII letters are between 64 and 127: four tables suffice.
    bool const are_ascii_letters =
        by.code_count() >= 128 && hn::AllTrue(tag, hn::Eq(hn::And(letters, hn::Set(tag, 0xc0)), hn::Set(tag, 0x40)));
    if (are_ascii_letters)
        for (unsigned first = 64; first < 128; first += 16)
            translated = look_up(letters, translated, by, first);
    else
        for (unsigned first = 0; first < by.code_count(); first += 16)
            translated = look_up(letters, translated, by, first);
    return translated;
}

// A block has memory for 64 letters, of which some are left out.
struct letter_block
{
    std::uint8_t const * bytes;
    unsigned left_out;   // The number of letters before the first one that counts.
    std::uint64_t exist; // The bits of the letters that count, the first one lowest.
};

// The letters of a block that have any of some bits.
template <std::size_t vectors>
HWY_INLINE std::uint64_t with_any_bit(bytes const (&codes)[vectors], unsigned const bits, letter_block const & block)
{
    bytes_t const tag{};
    constexpr unsigned lanes = hn::MaxLanes(tag);
    bytes const tested = hn::Set(tag, static_cast<std::uint8_t>(bits));
    std::uint64_t word = 0;
    for (unsigned i = 0; i < vectors; ++i)
    {
        // The instruction may store more bytes than are read.
        std::uint8_t stored[8];
        hn::StoreMaskBits(tag, hn::Ne(hn::And(codes[i], tested), hn::Zero(tag)), stored);
        std::uint64_t part = 0;
        std::memcpy(&part, stored, lanes / 8);
        word |= part << (i * lanes);
    }
    return word >> block.left_out & block.exist;
}

// Returns whether no code has a bit beyond the planes.
template <unsigned bits>
HWY_INLINE bool split_block(planes_task const & task, letter_block const & block, std::uint64_t * const to)
{
    bytes_t const tag{};
    constexpr unsigned lanes = hn::MaxLanes(tag);
    constexpr unsigned vectors = 64 / lanes;

    bytes codes[vectors];
    for (unsigned i = 0; i < vectors; ++i)
        codes[i] = load_codes<bits>(block.bytes + i * lanes * bits / 8);
    if (task.letters.codes())
        for (bytes & some : codes)
            some = translate(some, task.letters);

    for (unsigned plane = 0; plane < task.to.planes; ++plane)
        to[plane * task.to.distance] = with_any_bit(codes, 1u << plane, block);
    unsigned const beyond = 0xffu << task.to.planes & 0xffu;
    return beyond == 0 || with_any_bit(codes, beyond, block) == 0;
}

template <unsigned bits>
HWY_INLINE bool split_codes(planes_task const & task)
{
    bool fit = true;
    std::uint8_t const * from = task.letters.bytes();
    std::uint64_t * to = task.to.first;
    std::uint64_t remaining = task.count;
    for (; remaining >= 64; remaining -= 64, from += 8 * bits, to += task.block_distance)
        fit &= split_block<bits>(task, {from, 0, ~std::uint64_t{0}}, to);
    if (remaining == 0)
        return fit;
    std::uint64_t const exist = ~std::uint64_t{0} >> (64 - remaining);
    // Memory may end with the last letter, but there may be others before.
    auto const missing = static_cast<unsigned>(64 - remaining);
    if (bits == 8 && task.count > 64)
        return fit & split_block<bits>(task, {from - missing, missing, exist}, to);
    // Packed letters lie in whole words. A vector waits for memory that was written in smaller pieces.
    std::uint64_t const words = (remaining * bits + 63) / 64;
    if (bits != 8 && words == bits)
        return fit & split_block<bits>(task, {from, 0, exist}, to);
    std::uint64_t last[bits];
    // The missing letters are filled up with one for which four tables suffice, where there may be more.
    std::memset(last, bits == 8 && task.letters.code_count() >= 128 ? '@' : 0, sizeof last);
    if constexpr (bits == 8)
        std::memcpy(last, from, remaining);
    else
        for (std::uint64_t word = 0; word < words; ++word)
            std::memcpy(&last[word], from + 8 * word, 8);
    return fit & split_block<bits>(task, {reinterpret_cast<std::uint8_t const *>(last), 0, exist}, to);
}

bool split(planes_task const & task)
{
    return with_code_width(task.letters.bits(),
                           [&]<unsigned bits>(code_width<bits>)
                           {
                               return split_codes<bits>(task);
                           });
}

#endif

} // namespace seqan3_gpulcs::packing::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::packing
{

HWY_EXPORT(split);

bool split_into_planes(coded_letters const & letters,
                       plane_words const & to,
                       std::ptrdiff_t const block_distance) noexcept
{
    return HWY_DYNAMIC_DISPATCH(split)(
        planes_task{.letters = letters, .count = letters.size(), .to = to, .block_distance = block_distance});
}

void split_into_planes(recoded_sequence const & letters, std::uint64_t const begin, plane_words const & to) noexcept
{
    coded_letters const some{letters, begin};
    HWY_DYNAMIC_DISPATCH(split)
    (planes_task{.letters = some, .count = std::min<std::uint64_t>(64, some.size()), .to = to, .block_distance = 0});
}

} // namespace seqan3_gpulcs::packing

#endif
