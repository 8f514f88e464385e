// SPDX-License-Identifier: BSD-3-Clause

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/wide_strip.cpp" // Where the includes of this library begin.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <cstdint>

#include <hwy/highway.h>

#include "wide_strip.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

namespace hn = hwy::HWY_NAMESPACE;

using vector_tag = hn::CappedTag<std::uint64_t, 8>;
using vector = hn::Vec<vector_tag>;

// The vectors of a strip. Vectors of some machines cannot be elements of arrays.
template <unsigned count>
struct vectors_of_strip
{
    vectors_of_strip<count - 1> lower;
    vector last;

    HWY_INLINE static vectors_of_strip load(std::uint64_t const * const from)
    {
        vector_tag const tag{};
        return {vectors_of_strip<count - 1>::load(from), hn::Load(tag, from + (count - 1) * hn::Lanes(tag))};
    }

    HWY_INLINE void store(std::uint64_t * const to) const
    {
        vector_tag const tag{};
        lower.store(to);
        hn::Store(last, tag, to + (count - 1) * hn::Lanes(tag));
    }

    // The first words only.
    HWY_INLINE void store_words(std::uint64_t * const to, std::size_t const words) const
    {
        vector_tag const tag{};
        std::size_t const below = (count - 1) * hn::Lanes(tag);
        lower.store_words(to, words);
        if (words >= below + hn::Lanes(tag))
            hn::StoreU(last, tag, to + below);
        else if (words > below)
            hn::BlendedStore(last, hn::FirstN(tag, words - below), tag, to + below);
    }

    // One column; the carry is that into the lowest word, and becomes that out of the highest. Those in between are the
    // bits of `inner`.
    template <bool keep_inner>
    HWY_INLINE void step(std::uint64_t const * const match, unsigned & carry, unsigned & inner)
    {
        vector_tag const tag{};
        vector const ones = hn::Set(tag, ~std::uint64_t{0});
        lower.template step<keep_inner>(match, carry, inner);

        vector const u = hn::And(last, hn::Load(tag, match + (count - 1) * hn::Lanes(tag)));
        vector const sum = hn::Add(last, u);
        std::uint8_t generate[8]{};
        std::uint8_t propagate[8]{};
        hn::StoreMaskBits(tag, hn::Lt(sum, last), generate);
        hn::StoreMaskBits(tag, hn::Eq(sum, ones), propagate);

        unsigned const total = 2u * generate[0] + propagate[0] + carry;
        std::uint8_t const one_more[8]{static_cast<std::uint8_t>(total ^ propagate[0])};
        vector const sum_with_carries = hn::IfThenElse(hn::LoadMaskBits(tag, one_more), hn::Sub(sum, ones), sum);
        last = hn::Or(sum_with_carries, hn::Xor(last, u));
        carry = total >> hn::Lanes(tag);
        if constexpr (keep_inner)
            inner |= carry << (count - 1);
    }
};

template <>
struct vectors_of_strip<0>
{
    HWY_INLINE static vectors_of_strip load(std::uint64_t const *)
    {
        return {};
    }

    HWY_INLINE void store(std::uint64_t *) const
    {}

    HWY_INLINE void store_words(std::uint64_t *, std::size_t) const
    {}

    template <bool keep_inner>
    HWY_INLINE void step(std::uint64_t const *, unsigned &, unsigned &)
    {}
};

// What a strip keeps beside its borders.
enum class keep : std::uint8_t
{
    nothing,
    columns,
    inner_rows
};

// A word of the bits with one number in 64 bytes.
HWY_INLINE std::uint64_t gather_bits(std::uint8_t const * const bytes, unsigned const number)
{
    hn::CappedTag<std::uint8_t, 64> const tag{};
    auto const bit = hn::Set(tag, static_cast<std::uint8_t>(1u << number));
    std::uint8_t gathered[16]{};
    for (std::size_t i = 0; i < 64; i += hn::Lanes(tag))
    {
        std::uint8_t some[16]{};
        hn::StoreMaskBits(tag, hn::TestBit(hn::Load(tag, bytes + i), bit), some);
        if (hn::Lanes(tag) >= 8)
            std::copy_n(some, hn::Lanes(tag) / 8, gathered + i / 8);
        else
            gathered[i / 8] = static_cast<std::uint8_t>(gathered[i / 8] | some[0] << i % 8);
    }

    std::uint64_t word = 0;
    for (unsigned i = 0; i < 8; ++i)
        word |= std::uint64_t{gathered[i]} << (8 * i);
    return word;
}

template <unsigned count, unsigned bits, keep kept_increments>
HWY_INLINE void run(strip_segment const & segment, unsigned const kept_words)
{
    auto v = vectors_of_strip<count>::load(segment.vertical);
    std::size_t const words = count * hn::Lanes(vector_tag{});
    std::uint64_t const * packed = segment.codes;
    std::uint64_t * kept = segment.kept;
    constexpr bool keep_inner = kept_increments == keep::inner_rows;
    alignas(64) std::uint8_t inner_of_column[64]; // The last column first.

    for (std::uint64_t first = 0; first < segment.columns; first += 64)
    {
        std::uint64_t carries_in = segment.horizontal[first / 64];
        std::uint64_t carries_out = 0;

        auto const columns = static_cast<unsigned>(std::min<std::uint64_t>(64, segment.columns - first));
        if (keep_inner && columns < 64)
            std::fill_n(inner_of_column, 64, std::uint8_t{0});
        std::uint8_t * next_inner = inner_of_column + 64;

        for (unsigned done = 0; done < columns; done += 64 / bits)
        {
            std::uint64_t codes = *packed++;
            for (unsigned left = std::min(columns - done, 64 / bits); left != 0; --left)
            {
                auto carry = static_cast<unsigned>(carries_in >> 63);
                unsigned inner = 0;
                carries_in <<= 1;
                v.template step<keep_inner>(segment.match + (codes & ((1u << bits) - 1u)) * words, carry, inner);
                carries_out = carries_out << 1 | carry;
                codes >>= bits;

                if constexpr (keep_inner)
                    *--next_inner = static_cast<std::uint8_t>(inner);
                if constexpr (kept_increments == keep::columns)
                {
                    v.store_words(kept, kept_words);
                    kept += segment.kept_column_words;
                }
            }
        }

        segment.horizontal[first / 64] = carries_out << (64 - columns);
        if constexpr (keep_inner)
            for (unsigned i = 0; i + 1 < count; ++i)
                if (segment.inner_rows[i])
                    segment.inner_rows[i][first / 64] = gather_bits(inner_of_column, i);
    }

    v.store(segment.vertical);
}

template <unsigned count, unsigned bits>
HWY_INLINE void run_and_keep(strip_segment const & segment, unsigned const kept_words)
{
    if (segment.kept)
        run<count, bits, keep::columns>(segment, kept_words);
    else if (segment.inner_rows)
        run<count, bits, keep::inner_rows>(segment, kept_words);
    else
        run<count, bits, keep::nothing>(segment, kept_words);
}

template <unsigned count>
void run_vectors(strip_segment const & segment, unsigned const bits, unsigned const kept_words)
{
    if (bits == 2)
        run_and_keep<count, 2>(segment, kept_words);
    else if (bits == 4)
        run_and_keep<count, 4>(segment, kept_words);
    else
        run_and_keep<count, 8>(segment, kept_words);
}

void run_strip_of_vectors(strip_segment const & segment,
                          unsigned const vectors,
                          unsigned const bits,
                          unsigned const kept_words)
{
    static_assert(most_vectors == 8);
    switch (vectors)
    {
    case 1:
        return run_vectors<1>(segment, bits, kept_words);
    case 2:
        return run_vectors<2>(segment, bits, kept_words);
    case 3:
        return run_vectors<3>(segment, bits, kept_words);
    case 4:
        return run_vectors<4>(segment, bits, kept_words);
    case 5:
        return run_vectors<5>(segment, bits, kept_words);
    case 6:
        return run_vectors<6>(segment, bits, kept_words);
    case 7:
        return run_vectors<7>(segment, bits, kept_words);
    default:
        return run_vectors<8>(segment, bits, kept_words);
    }
}

unsigned lanes()
{
    return static_cast<unsigned>(hn::Lanes(vector_tag{}));
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::cpu
{

HWY_EXPORT(run_strip_of_vectors);
HWY_EXPORT(lanes);

unsigned vector_words() noexcept
{
    return HWY_DYNAMIC_DISPATCH(lanes)();
}

void run_wide_strip(strip_segment const & segment,
                    unsigned const vectors,
                    unsigned const bits,
                    unsigned const kept_words) noexcept
{
    HWY_DYNAMIC_DISPATCH(run_strip_of_vectors)(segment, vectors, bits, kept_words);
}

} // namespace seqan3_gpulcs::cpu

#endif
