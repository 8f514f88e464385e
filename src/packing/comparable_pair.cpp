// SPDX-License-Identifier: BSD-3-Clause

#include "src/packing/comparable_pair.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "src/packing/code_words.hpp"
#include "src/packing/common_codes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing
{

namespace
{

// Letters that are copied at a time, a multiple of those in a word.
constexpr std::uint64_t letters_at_once{1u << 14};

void join(unsigned const bits,
          std::span<std::uint8_t const> const codes,
          std::uint64_t * const words,
          std::uint64_t const position)
{
    switch (bits)
    {
    case 2:
        return join_codes<2>(codes, words, position);
    case 4:
        return join_codes<4>(codes, words, position);
    default:
        return join_codes<8>(codes, words, position);
    }
}

// The words of a sequence in new codes, by its old ones.
std::vector<std::uint64_t> recode(packed_sequence_view const & sequence,
                                  std::array<std::uint8_t, 256> const & codes,
                                  unsigned const bits,
                                  runtime::task_control & control)
{
    packed_sequence_view const recoded{sequence.words(),
                                       sequence.size(),
                                       sequence.bits_per_letter(),
                                       std::span{codes}.first(std::size_t{1} << sequence.bits_per_letter())};
    std::vector<std::uint64_t> words(util::ceil_div(sequence.size(), std::uint64_t{64 / bits}), 0);
    std::array<std::uint8_t, letters_at_once> buffer;
    for (std::uint64_t i = 0; i < sequence.size(); i += letters_at_once)
    {
        control.check();
        std::span const some = std::span{buffer}.first(std::min(letters_at_once, sequence.size() - i));
        unpack(recoded, i, some);
        join(bits, some, words.data(), i);
    }
    return words;
}

} // namespace

comparable_pair::comparable_pair(packed_sequence_view const & first,
                                 packed_sequence_view const & second,
                                 runtime::task_control & control) :
    first_{first.words(), 0, first.size(), first.bits_per_letter()},
    second_{second.words(), 0, second.size(), second.bits_per_letter()}
{
    common_codes const common{first, second};
    if (common.are_same() && first.bits_per_letter() == second.bits_per_letter())
        return;

    unsigned const bits = common.bits() <= 2 ? 2 : common.bits() <= 4 ? 4 : 8;
    first_words_ = recode(first, common.row_codes(), bits, control);
    first_ = {first_words_.data(), 0, first.size(), bits};
    if (second.bits_per_letter() == bits)
        return;

    std::array<std::uint8_t, 256> same;
    std::iota(same.begin(), same.end(), std::uint8_t{0});
    second_words_ = recode(second, same, bits, control);
    second_ = {second_words_.data(), 0, second.size(), bits};
}

} // namespace seqan3_gpulcs::packing
