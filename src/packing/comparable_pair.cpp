// SPDX-License-Identifier: BSD-3-Clause

#include "src/packing/comparable_pair.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "src/packing/code_width.hpp"
#include "src/packing/common_codes.hpp"
#include "src/packing/letter_coding.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing
{

namespace
{

// The letters that are copied at a time, a multiple of those in a word.
constexpr std::uint64_t letters_at_once{1u << 11};

// The words of a sequence in new codes.
std::vector<std::uint64_t> recode(code_span const & sequence,
                                  detail::byte_map const & code_of,
                                  unsigned const bits,
                                  runtime::task_control & control)
{
    std::vector<std::uint64_t> words(util::ceil_div(sequence.size(), std::uint64_t{64 / bits}), 0);
    std::array<std::uint8_t, letters_at_once> buffer;
    for (std::uint64_t i = 0; i < sequence.size(); i += letters_at_once)
    {
        control.check();
        std::span const codes = std::span{buffer}.first(std::min(letters_at_once, sequence.size() - i));
        sequence.subspan(i, codes.size()).copy_to(codes);
        write_codes(code_of, bits, codes, words.data(), i);
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

    detail::byte_map code_of{};
    for (std::size_t code = 0; code < first.letters().size(); ++code)
        code_of.add(static_cast<std::uint8_t>(code), common.row_codes()[code]);
    unsigned const bits = choose_code_width(std::size_t{1} << common.bits());
    first_words_ = recode(first_, code_of, bits, control);
    first_ = {first_words_.data(), 0, first.size(), bits};
    if (second_.bits() == bits)
        return;

    second_words_ = recode(second_, {}, bits, control);
    second_ = {second_words_.data(), 0, second.size(), bits};
}

} // namespace seqan3_gpulcs::packing
