// SPDX-License-Identifier: BSD-3-Clause

#include "src/packing/reversed_sequence.hpp"

#include <cassert>

#include "src/packing/code_width.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing
{

namespace
{

// Compilers turn the loops over words into vectors.
template <unsigned bits>
constexpr std::uint64_t reverse_codes(std::uint64_t word) noexcept
{
    if constexpr (bits <= 2)
        word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    if constexpr (bits <= 4)
        word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    word = (word >> 8 & 0x00ff00ff00ff00ffu) | (word & 0x00ff00ff00ff00ffu) << 8;
    word = (word >> 16 & 0x0000ffff0000ffffu) | (word & 0x0000ffff0000ffffu) << 16;
    return word >> 32 | word << 32;
}

// Reverses some words before `end`, from the last one to the first one.
template <unsigned bits>
void reverse_words(std::uint64_t const * const end, std::uint64_t * const to, std::uint64_t const count) noexcept
{
    for (std::uint64_t i = 0; i < count; ++i)
        to[i] = reverse_codes<bits>(end[-1 - static_cast<std::int64_t>(i)]);
}

void reverse_words(packed_sequence_view const & sequence, std::uint64_t * const to, std::uint64_t const count) noexcept
{
    std::uint64_t const words = util::ceil_div<std::uint64_t>(sequence.size(), sequence.codes_per_word());
    assert(count <= words);
    std::uint64_t const * const end = sequence.words() + words;
    with_code_width(sequence.bits_per_letter(),
                    [&]<unsigned bits>(code_width<bits>)
                    {
                        reverse_words<bits>(end, to, count);
                    });
}

} // namespace

reversed_sequence::reversed_sequence(packed_sequence_view const & sequence) noexcept :
    bits_{sequence.bits_per_letter()},
    letters_{sequence.letters()},
    kind_{sequence.kind()}
{}

reversed_sequence::reversed_sequence(packed_sequence_view const & sequence, std::uint64_t const size) :
    reversed_sequence{sequence}
{
    assert(size <= sequence.size());
    unsigned const codes_per_word = sequence.codes_per_word();
    std::uint64_t const missing =
        util::ceil_div<std::uint64_t>(sequence.size(), codes_per_word) * codes_per_word - sequence.size();
    std::uint64_t const count = util::ceil_div<std::uint64_t>(missing + size, codes_per_word);
    words_.resize(count + 1);
    size_ = size;
    reverse_words(sequence, words_.data(), count);
    // The last word of the sequence is not whole.
    auto const shift = static_cast<unsigned>(missing) * bits_;
    if (shift != 0)
        for (std::uint64_t i = 0; i < count; ++i)
            words_[i] = words_[i] >> shift | words_[i + 1] << (64 - shift);
}

reversed_sequence reversed_sequence::after_padding(packed_sequence_view const & sequence,
                                                   std::uint64_t const whole_size)
{
    unsigned const codes_per_word = sequence.codes_per_word();
    std::uint64_t const count = util::ceil_div<std::uint64_t>(sequence.size(), codes_per_word);
    assert(whole_size % codes_per_word == 0 && whole_size >= sequence.size());
    reversed_sequence reversed{sequence};
    reversed.size_ = whole_size;
    reversed.words_.resize(whole_size / codes_per_word);
    reverse_words(sequence, reversed.words_.data() + (reversed.words_.size() - count), count);
    return reversed;
}

} // namespace seqan3_gpulcs::packing
