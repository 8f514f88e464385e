// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/packing/code_map.cpp" // A path from the root of the includes.
#include <hwy/foreach_target.h>
// Must come first.
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include "src/packing/code_map.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::packing::HWY_NAMESPACE
{

// Maps as many words as fill vectors, and returns their number.
#if HWY_TARGET == HWY_SCALAR || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__

std::size_t map_words(std::uint64_t const *, std::size_t, code_map::half_tables const &, std::uint64_t *)
{
    return 0;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

std::size_t map_words(std::uint64_t const * const words,
                      std::size_t const count,
                      code_map::half_tables const & tables,
                      std::uint64_t * const mapped)
{
    hn::CappedTag<std::uint64_t, 8> const tag{};
    hn::Repartition<std::uint8_t, decltype(tag)> const bytes{};
    auto const low = hn::LoadDup128(bytes, tables.low.data());
    auto const high = hn::LoadDup128(bytes, tables.high.data());
    auto const order = hn::LoadDup128(bytes, tables.order.data());
    auto const half = hn::Set(bytes, 0x0f);
    std::size_t done = 0;
    for (; done + hn::Lanes(tag) <= count; done += hn::Lanes(tag))
    {
        auto const word = hn::LoadU(tag, words + done);
        auto const first = hn::And(hn::BitCast(bytes, word), half);
        auto const second = hn::And(hn::BitCast(bytes, hn::ShiftRight<4>(word)), half);
        auto const both = hn::Or(hn::TableLookupBytes(low, first), hn::TableLookupBytes(high, second));
        hn::StoreU(hn::BitCast(tag, hn::TableLookupBytes(both, order)), tag, mapped + done);
    }
    return done;
}

#endif

} // namespace seqan3_gpulcs::packing::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::packing
{

HWY_EXPORT(map_words);

code_map::code_map(unsigned const bits, std::span<std::uint8_t const> const codes, bool const is_reversed) noexcept :
    has_halves_{bits <= 4},
    is_reversed_{is_reversed}
{
    for (unsigned byte = 0; byte < bytes_.size(); ++byte)
        for (unsigned shift = 0; shift < 8; shift += bits)
            if (std::size_t const code = byte >> shift & ((1u << bits) - 1); code < codes.size())
                bytes_[byte] =
                    static_cast<std::uint8_t>(bytes_[byte] | codes[code] << (is_reversed ? 8 - bits - shift : shift));
    for (unsigned i = 0; i < 16; ++i)
    {
        halves_.low[i] = bytes_[i] & (is_reversed ? 0xf0u : 0x0fu);
        halves_.high[i] = bytes_[i << 4] & (is_reversed ? 0x0fu : 0xf0u);
        halves_.order[i] = static_cast<std::uint8_t>(is_reversed ? i ^ 7u : i);
    }
}

void code_map::apply(std::span<std::uint64_t const> const words, std::uint64_t * const mapped) const noexcept
{
    std::size_t i =
        has_halves_ ? HWY_DYNAMIC_DISPATCH(map_words)(words.data(), words.size(), halves_, mapped) : std::size_t{0};
    for (; i < words.size(); ++i)
        mapped[i] = map(words[i]);
}

std::uint64_t code_map::map(std::uint64_t const word) const noexcept
{
    std::uint64_t mapped = 0;
    for (unsigned shift = 0; shift < 64; shift += 8)
        mapped = mapped << 8 | bytes_[word >> (is_reversed_ ? shift : 56 - shift) & 0xffu];
    return mapped;
}

} // namespace seqan3_gpulcs::packing

#endif
