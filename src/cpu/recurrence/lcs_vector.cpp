// SPDX-License-Identifier: BSD-3-Clause

// Vectors whose size only the machine knows cannot be elements of arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/recurrence/lcs_vector.cpp" // Where the includes of this library begin.
#include <hwy/foreach_target.h>
// Must come first.
#include <cstdint>

#include <hwy/highway.h>

#include "src/cpu/recurrence/lcs_vector.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

namespace hn = hwy::HWY_NAMESPACE;

using tag_t = hn::CappedTag<std::uint64_t, most_lanes>;
using vector = hn::Vec<tag_t>;

// They hide how long each takes.
constexpr unsigned columns_at_once{4};

// All ones in the lanes whose word has this bit.
HWY_INLINE vector spread_bit(vector const words, unsigned const bit)
{
    tag_t const tag{};
    hn::RebindToSigned<tag_t> const signed_tag{};
    vector const on_top = hn::ShiftLeftSame(words, static_cast<int>(63 - bit));
    return hn::BitCast(tag, hn::BroadcastSignBit(hn::BitCast(signed_tag, on_top)));
}

// A few columns of the block, from `first` on, that need so many planes. The rows have `row_planes`.
template <unsigned column_planes, unsigned row_planes, bool masked, bool keep_columns>
HWY_INLINE void compute_columns(lane_block const & block, unsigned const first, vector & below)
{
    static_assert(column_planes == row_planes || column_planes == planes_of_frequent);
    tag_t const tag{};
    std::size_t const lanes = hn::Lanes(tag);

    vector const above = hn::Load(tag, block.horizontal);
    vector codes[columns_at_once][column_planes];
    vector carries[columns_at_once];
    [[maybe_unused]] vector exists[columns_at_once];
    for (unsigned c = 0; c < columns_at_once; ++c)
    {
        for (unsigned i = 0; i < column_planes; ++i)
            codes[c][i] = spread_bit(hn::LoadU(tag, block.columns[i]), first + c);
        carries[c] = hn::ShiftRight<63>(hn::ShiftLeftSame(above, static_cast<int>(first + c)));
        if constexpr (masked)
            exists[c] = spread_bit(hn::Load(tag, block.valid), first + c);
    }

    for (std::size_t word = 0; word < block.words; ++word)
    {
        std::uint64_t const * const rows_of_word = block.rows + word * row_planes * lanes;
        vector rows[column_planes];
        for (unsigned i = 0; i < column_planes; ++i)
            rows[i] = hn::Load(tag, rows_of_word + i * lanes);

        vector v = hn::Load(tag, block.vertical + word * lanes);
        auto const step = [&](unsigned const c, vector u) HWY_ATTR
        {
            if constexpr (masked)
                u = hn::And(u, exists[c]);
            for (unsigned i = 0; i < column_planes; ++i)
                u = hn::AndNot(hn::Xor(rows[i], codes[c][i]), u);

            vector const sum = hn::Add(hn::Add(v, u), carries[c]);
            carries[c] = hn::ShiftRight<63>(hn::Or(u, hn::AndNot(sum, v)));
            v = hn::Or(sum, hn::Xor(v, u));
            if constexpr (keep_columns)
                hn::Store(v, tag, block.kept + ((first + c) * block.words + word) * lanes);
        };

        if (column_planes != row_planes && block.rare_words[word])
        {
            vector rare = hn::Zero(tag);
            for (unsigned i = column_planes; i < row_planes; ++i)
                rare = hn::Or(rare, hn::Load(tag, rows_of_word + i * lanes));
            for (unsigned c = 0; c < columns_at_once; ++c)
                step(c, hn::AndNot(rare, v));
        }
        else
        {
            for (unsigned c = 0; c < columns_at_once; ++c)
                step(c, v);
        }
        hn::Store(v, tag, block.vertical + word * lanes);
    }

    for (unsigned c = 0; c < columns_at_once; ++c)
        below = hn::Or(hn::Add(below, below), carries[c]);
}

// The columns that have a rare letter in any lane.
template <unsigned planes>
HWY_INLINE std::uint64_t find_rare_columns(lane_block const & block)
{
    tag_t const tag{};
    vector rare = hn::Zero(tag);
    for (unsigned i = planes_of_frequent; i < planes; ++i)
        rare = hn::Or(rare, hn::LoadU(tag, block.columns[i]));
    HWY_ALIGN std::uint64_t words[hn::MaxLanes(tag)];
    hn::Store(rare, tag, words);
    std::uint64_t columns = 0;
    for (std::uint64_t const word : words)
        columns |= word;
    return columns;
}

template <unsigned planes, bool masked, bool keep_columns>
HWY_INLINE void compute(lane_block const & block)
{
    tag_t const tag{};
    std::uint64_t const rare_columns = find_rare_columns<planes>(block);
    vector below = hn::Zero(tag);
    for (unsigned first = 0; first < 64; first += columns_at_once)
    {
        if (planes == planes_of_frequent || (rare_columns >> first & ((1u << columns_at_once) - 1u)) == 0)
            compute_columns<planes_of_frequent, planes, masked, keep_columns>(block, first, below);
        else
            compute_columns<planes, planes, masked, keep_columns>(block, first, below);
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

void lane_block::find_rare_words(std::vector<std::uint8_t> & memory, unsigned const lanes)
{
    memory.assign(words, 0);
    for (std::size_t word = 0; word < words; ++word)
    {
        std::uint64_t const * const rows_of_word = rows + word * planes * lanes;
        std::uint64_t rare = 0;
        for (std::size_t i = planes_of_frequent * lanes; i < planes * lanes; ++i)
            rare |= rows_of_word[i];
        memory[word] = rare != 0;
    }
    rare_words = memory.data();
}

lane_kernel choose_lane_kernel() noexcept
{
    return HWY_DYNAMIC_DISPATCH(describe_kernel)();
}

} // namespace seqan3_gpulcs::cpu

#endif
