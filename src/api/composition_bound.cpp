// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/api/composition_bound.cpp" // Where the includes of this library begin.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <bit>

#include <hwy/highway.h>

#include "src/api/composition_bound.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::api::HWY_NAMESPACE
{

// Compiled for each kind of processor because the oldest ones cannot count bits.
void count_2_bit_codes(std::uint64_t const * const words, std::uint64_t const size, std::uint64_t * const counts)
{
    constexpr std::uint64_t even{0x5555'5555'5555'5555u};

    std::uint64_t with_lower = 0;
    std::uint64_t with_upper = 0;
    std::uint64_t with_both = 0;
    std::uint64_t const word_count = util::ceil_div(size, std::uint64_t{32});
    for (std::uint64_t i = 0; i < word_count; i += 2)
    {
        // The bits of 64 codes; those after the last code are zero.
        std::uint64_t const first = words[i];
        std::uint64_t const second = i + 1 < word_count ? words[i + 1] : 0;
        std::uint64_t const lower = (first & even) | (second & even) << 1;
        std::uint64_t const upper = (first >> 1 & even) | (second & ~even);
        with_lower += static_cast<std::uint64_t>(std::popcount(lower));
        with_upper += static_cast<std::uint64_t>(std::popcount(upper));
        with_both += static_cast<std::uint64_t>(std::popcount(lower & upper));
    }

    counts[0] = size - (with_lower + with_upper - with_both);
    counts[1] = with_lower - with_both;
    counts[2] = with_upper - with_both;
    counts[3] = with_both;
}

// Of up to 16 letters.
void count_4_bit_codes(std::uint64_t const * const words,
                       std::uint64_t const size,
                       std::uint64_t * const counts,
                       std::size_t const letters)
{
    constexpr std::uint64_t lowest{0x1111'1111'1111'1111u};
    constexpr unsigned words_at_once{4};

    std::fill_n(counts, 16, 0);
    std::uint64_t const word_count = util::ceil_div(size, std::uint64_t{16});
    for (std::uint64_t first = 0; first < word_count; first += words_at_once)
    {
        // A bit of 64 codes in each word, in any order.
        std::uint64_t planes[4]{};
        for (unsigned i = 0; i < words_at_once; ++i)
        {
            std::uint64_t const word = first + i < word_count ? words[first + i] : 0;
            for (unsigned plane = 0; plane < 4; ++plane)
                planes[plane] |= (word >> plane & lowest) << i;
        }
        std::uint64_t const lower[4]{~(planes[0] | planes[1]),
                                     planes[0] & ~planes[1],
                                     planes[1] & ~planes[0],
                                     planes[0] & planes[1]};
        std::uint64_t const upper[4]{~(planes[2] | planes[3]),
                                     planes[2] & ~planes[3],
                                     planes[3] & ~planes[2],
                                     planes[2] & planes[3]};
        for (std::size_t code = 0; code < letters; ++code)
            counts[code] += static_cast<std::uint64_t>(std::popcount(lower[code % 4] & upper[code / 4]));
    }
    // The bits after the last code are zero.
    counts[0] -= util::ceil_div<std::uint64_t>(word_count, words_at_once) * 64 - size;
}

} // namespace seqan3_gpulcs::api::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::api
{

namespace
{

HWY_EXPORT(count_2_bit_codes);
HWY_EXPORT(count_4_bit_codes);

using code_counts = std::array<std::uint64_t, 256>;

// What a thread counts at a time.
constexpr std::size_t sequences_per_block{1024};

// Of 8 bits.
void count_wide_codes(packing::packed_sequence_view const & sequence, code_counts & counts) noexcept
{
    // Consecutive equal letters must not wait for each other's count.
    constexpr unsigned tables = 4;
    constexpr unsigned codes_per_word = 8;
    std::size_t const letters = sequence.letters().size();
    std::uint64_t partial[tables][256];
    for (auto & table : partial)
        std::fill_n(table, letters, 0);

    std::uint64_t const whole_words = sequence.size() / codes_per_word;
    for (std::uint64_t i = 0; i < whole_words; ++i)
    {
        std::uint64_t word = sequence.words()[i];
        for (unsigned code = 0; code < codes_per_word; ++code, word >>= 8)
            ++partial[code % tables][word & 0xffu];
    }
    for (std::uint64_t i = whole_words * codes_per_word; i < sequence.size(); ++i)
        ++partial[0][sequence.code(i)];

    for (std::size_t code = 0; code < letters; ++code)
    {
        counts[code] = 0;
        for (auto const & table : partial)
            counts[code] += table[code];
    }
}

// Only as many of the counts are set as the sequence has letters, but at least four.
void count_codes(packing::packed_sequence_view const & sequence, code_counts & counts) noexcept
{
    switch (sequence.bits_per_letter())
    {
    case 2:
        HWY_DYNAMIC_DISPATCH(count_2_bit_codes)(sequence.words(), sequence.size(), counts.data());
        break;
    case 4:
        HWY_DYNAMIC_DISPATCH(count_4_bit_codes)
        (sequence.words(), sequence.size(), counts.data(), sequence.letters().size());
        break;
    default:
        count_wide_codes(sequence, counts);
    }
}

} // namespace

std::array<std::uint64_t, 256> count_letters(packing::packed_sequence_view const & sequence) noexcept
{
    code_counts of_codes;
    count_codes(sequence, of_codes);

    std::array<std::uint64_t, 256> of_letters{};
    for (std::size_t code = 0; code < sequence.letters().size(); ++code)
        of_letters[sequence.letters()[code]] = of_codes[code];
    return of_letters;
}

std::uint64_t count_common(packing::packed_sequence_view const & first,
                           packing::packed_sequence_view const & second) noexcept
{
    code_counts of_first;
    code_counts of_second;
    count_codes(first, of_first);
    count_codes(second, of_second);

    // Both lists are sorted.
    auto const letters = first.letters();
    auto const others = second.letters();
    std::uint64_t common = 0;
    for (std::size_t i = 0, j = 0; i < letters.size() && j < others.size();)
    {
        if (letters[i] == others[j])
            common += std::min(of_first[i++], of_second[j++]);
        else
            ++(letters[i] < others[j] ? i : j);
    }
    return common;
}

composition_table::composition_table(std::span<packing::packed_sequence_view const> const sequences,
                                     unsigned const threads,
                                     runtime::task_control & control) :
    blocks_(util::ceil_div(sequences.size(), sequences_per_block))
{
    runtime::parallel_for(control,
                          threads,
                          blocks_.size(),
                          [&]()
                          {
                              return [this, sequences](std::size_t const number)
                              {
                                  std::size_t const begin = number * sequences_per_block;
                                  std::size_t const size = std::min(sequences_per_block, sequences.size() - begin);
                                  blocks_[number] = count_block(sequences.subspan(begin, size));
                              };
                          });
}

composition_table::block composition_table::count_block(std::span<packing::packed_sequence_view const> const sequences)
{
    block counted{};
    counted.begins.reserve(sequences.size() + 1);
    counted.begins.push_back(0);
    for (packing::packed_sequence_view const & sequence : sequences)
        counted.begins.push_back(counted.begins.back() + static_cast<std::uint32_t>(sequence.letters().size()));
    counted.letters.reserve(counted.begins.back());
    counted.counts.reserve(counted.begins.back());
    for (packing::packed_sequence_view const & sequence : sequences)
    {
        code_counts of_codes;
        count_codes(sequence, of_codes);
        auto const letters = sequence.letters();
        counted.letters.insert(counted.letters.end(), letters.begin(), letters.end());
        counted.counts.insert(counted.counts.end(), of_codes.data(), of_codes.data() + letters.size());
    }
    return counted;
}

std::uint64_t composition_table::count_common(std::array<std::uint64_t, 256> const & counts,
                                              std::size_t const number) const noexcept
{
    block const & of = blocks_[number / sequences_per_block];
    std::uint32_t const end = of.begins[number % sequences_per_block + 1];
    // Which count is smaller cannot be predicted: both are loaded first, so that there is no branch.
    std::uint64_t common = 0;
    for (std::uint32_t i = of.begins[number % sequences_per_block]; i < end; ++i)
    {
        std::uint64_t const count = counts[of.letters[i]];
        std::uint64_t const own_count = of.counts[i];
        common += count < own_count ? count : own_count;
    }
    return common;
}

} // namespace seqan3_gpulcs::api

#endif // HWY_ONCE
