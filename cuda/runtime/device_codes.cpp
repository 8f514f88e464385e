// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/runtime/device_codes.hpp"

#include <algorithm>
#include <cassert>

#include "src/packing/common_codes.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using packing::packed_sequence_view;
using byte_table = std::array<std::uint32_t, 256>;

// Makes a table of the new codes for each byte of codes; they take to_bits / from_bits times as many bits.
byte_table
make_table(unsigned const from_bits, unsigned const to_bits, std::array<std::uint8_t, 256> const & codes) noexcept
{
    // Begins with bytes of one code and adds one higher code at a time.
    byte_table table{};
    unsigned count = 1;
    for (unsigned i = 0; i < 8 / from_bits; ++i, count <<= from_bits)
        for (unsigned code = 1u << from_bits; code-- > 0;)
            for (unsigned lower = 0; lower < count; ++lower)
                table[code * count + lower] = table[lower] | std::uint32_t{codes[code]} << (i * to_bits);
    return table;
}

template <unsigned ratio>
void apply(byte_table const & table, std::uint64_t const * const from, std::uint64_t const words, std::uint64_t * to)
{
    for (std::uint64_t word = 0; word < words; ++word)
    {
        std::uint64_t const codes = from[word / ratio] >> (word % ratio * (64 / ratio) % 64);
        std::uint64_t translated = 0;
        for (unsigned byte = 0; byte < 8 / ratio; ++byte)
            translated |= std::uint64_t{table[codes >> (byte * 8) & 0xff]} << (byte * 8 * ratio);
        to[word] = translated;
    }
}

void apply(byte_table const & table,
           packed_sequence_view const & sequence,
           unsigned const bits,
           std::uint64_t * const to) noexcept
{
    std::uint64_t const words = code_words(sequence.size(), bits);
    switch (bits / sequence.bits_per_letter())
    {
    case 1:
        return apply<1>(table, sequence.words(), words, to);
    case 2:
        return apply<2>(table, sequence.words(), words, to);
    default:
        return apply<4>(table, sequence.words(), words, to);
    }
}

std::array<std::uint8_t, 256> const & same_codes() noexcept
{
    static auto const codes = []()
    {
        std::array<std::uint8_t, 256> all{};
        for (unsigned code = 0; code < 256; ++code)
            all[code] = static_cast<std::uint8_t>(code);
        return all;
    }();
    return codes;
}

} // namespace

void copy_codes(packed_sequence_view const & sequence, unsigned const bits, std::uint64_t * const to) noexcept
{
    static byte_table const wider[]{make_table(2, 4, same_codes()),
                                    make_table(2, 8, same_codes()),
                                    make_table(4, 8, same_codes())};
    unsigned const from_bits = sequence.bits_per_letter();
    assert(from_bits <= bits);
    if (from_bits == bits)
        std::copy_n(sequence.words(), code_words(sequence.size(), bits), to);
    else
        apply(wider[from_bits == 4 ? 2 : bits / 8], sequence, bits, to);
}

std::uint32_t letter_lists::find(std::span<std::uint8_t const> const letters)
{
    std::string_view const key{reinterpret_cast<char const *>(letters.data()), letters.size()};
    auto const [found, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(lists_.size()));
    if (is_new)
        lists_.push_back(letters);
    return found->second;
}

void code_translator::translate(packed_sequence_view const & sequence,
                                std::uint32_t const from,
                                std::uint32_t const into,
                                unsigned const bits,
                                std::uint64_t * const to)
{
    if (from == into)
        return copy_codes(sequence, bits, to);

    key const wanted{from, into, sequence.bits_per_letter(), bits};
    if (key_ != wanted)
    {
        packing::common_codes const common{sequence, packed_sequence_view{nullptr, 0, bits, lists_[into]}};
        byte_codes_ = make_table(wanted.from_bits, bits, common.row_codes());
        key_ = wanted;
    }
    apply(byte_codes_, sequence, bits, to);
}

} // namespace seqan3_gpulcs::cuda
