// SPDX-License-Identifier: BSD-3-Clause

// Vectors whose size only the machine knows cannot be elements of arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/lane_block.cpp" // Where the includes of this library begin.
#include <hwy/foreach_target.h>
// Must come first.
#include <cstdint>

#include <hwy/highway.h>

#include "lane_block.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

namespace hn = hwy::HWY_NAMESPACE;

using tag_t = hn::CappedTag<std::uint64_t, most_lanes>;
using vector = hn::Vec<tag_t>;

// All ones in the lanes whose word has this bit.
HWY_INLINE vector spread_bit(vector const words, unsigned const bit)
{
    tag_t const tag{};
    hn::RebindToSigned<tag_t> const signed_tag{};
    vector const on_top = hn::ShiftLeftSame(words, static_cast<int>(63 - bit));
    return hn::BitCast(tag, hn::BroadcastSignBit(hn::BitCast(signed_tag, on_top)));
}

template <unsigned planes, bool masked, bool keep_columns>
HWY_INLINE void compute(lane_block const & block)
{
    constexpr unsigned at_once = planes <= 3 ? 4 : 2;
    tag_t const tag{};
    std::size_t const lanes = hn::Lanes(tag);

    vector const above = hn::Load(tag, block.horizontal);
    vector below = hn::Zero(tag);

    for (unsigned first = 0; first < 64; first += at_once)
    {
        vector codes[at_once][planes];
        vector carries[at_once];
        [[maybe_unused]] vector exists[at_once];
        for (unsigned c = 0; c < at_once; ++c)
        {
            for (unsigned i = 0; i < planes; ++i)
                codes[c][i] = spread_bit(hn::LoadU(tag, block.columns[i]), first + c);
            carries[c] = hn::ShiftRight<63>(hn::ShiftLeftSame(above, static_cast<int>(first + c)));
            if constexpr (masked)
                exists[c] = spread_bit(hn::Load(tag, block.valid), first + c);
        }

        for (std::size_t word = 0; word < block.words; ++word)
        {
            vector v = hn::Load(tag, block.vertical + word * lanes);
            vector rows[planes];
            for (unsigned i = 0; i < planes; ++i)
                rows[i] = hn::Load(tag, block.rows + (word * planes + i) * lanes);

            for (unsigned c = 0; c < at_once; ++c)
            {
                vector u = v;
                if constexpr (masked)
                    u = hn::And(u, exists[c]);
                for (unsigned i = 0; i < planes; ++i)
                    u = hn::AndNot(hn::Xor(rows[i], codes[c][i]), u);

                vector const sum = hn::Add(hn::Add(v, u), carries[c]);
                carries[c] = hn::ShiftRight<63>(hn::Or(u, hn::AndNot(sum, v)));
                v = hn::Or(sum, hn::Xor(v, u));
                if constexpr (keep_columns)
                    hn::Store(v, tag, block.kept + ((first + c) * block.words + word) * lanes);
            }
            hn::Store(v, tag, block.vertical + word * lanes);
        }

        for (unsigned c = 0; c < at_once; ++c)
            below = hn::Or(hn::Add(below, below), carries[c]);
    }

    hn::Store(below, tag, block.horizontal);
}

template <unsigned planes>
HWY_INLINE void compute_planes(lane_block const & block)
{
    if (block.kept)
        block.valid ? compute<planes, true, true>(block) : compute<planes, false, true>(block);
    else
        block.valid ? compute<planes, true, false>(block) : compute<planes, false, false>(block);
}

void compute_block(lane_block const & block)
{
    static_assert(most_planes == 8);
    switch (block.planes)
    {
    case 2:
        return compute_planes<2>(block);
    case 3:
        return compute_planes<3>(block);
    case 4:
        return compute_planes<4>(block);
    case 5:
        return compute_planes<5>(block);
    default:
        return compute_planes<8>(block);
    }
}

lane_kernel describe_kernel()
{
    return {static_cast<unsigned>(hn::Lanes(tag_t{})), &compute_block};
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::cpu
{

HWY_EXPORT(describe_kernel);

lane_kernel choose_lane_kernel() noexcept
{
    return HWY_DYNAMIC_DISPATCH(describe_kernel)();
}

} // namespace seqan3_gpulcs::cpu

#endif
