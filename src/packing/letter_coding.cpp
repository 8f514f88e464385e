// SPDX-License-Identifier: BSD-3-Clause

#include "src/packing/letter_coding.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "src/packing/code_width.hpp"
#include "src/packing/code_words.hpp"

namespace seqan3_gpulcs::packing
{

namespace
{

void join_some_codes(unsigned const bits_per_letter,
                     std::span<std::uint8_t const> const codes,
                     std::uint64_t * const words,
                     std::uint64_t const position) noexcept
{
    with_code_width(bits_per_letter,
                    [&]<unsigned bits>(code_width<bits>)
                    {
                        join_codes<bits>(codes, words, position);
                    });
}

} // namespace

letter_coding::letter_coding(letter_set const & set, letter_table const & table) : letters{set.letters()}
{
    std::array<std::uint8_t, 256> values;
    std::ranges::copy(letters, values.begin());

    for (std::uint8_t & letter : letters)
        letter = table.letters[letter];
    std::ranges::sort(letters);
    std::array<std::uint8_t, 256> codes_by_letter;
    for (std::size_t code = 0; code < letters.size(); ++code)
        codes_by_letter[letters[code]] = static_cast<std::uint8_t>(code);
    for (std::uint8_t const value : std::span{values}.first(letters.size()))
        code_of.add(value, codes_by_letter[table.letters[value]]);
    bits_per_letter = choose_code_width(letters.size());
}

void write_codes(detail::byte_map const & code_of,
                 unsigned const bits_per_letter,
                 std::span<std::uint8_t const> const values,
                 std::uint64_t * const words,
                 std::uint64_t const position) noexcept
{
    if (code_of.is_identity())
        return join_some_codes(bits_per_letter, values, words, position);
    // Words of 8-bit codes are consecutive bytes here.
    if (bits_per_letter == 8 && std::endian::native == std::endian::little)
        return code_of.apply(values, reinterpret_cast<std::uint8_t *>(words) + position);

    // The codes stay in the L1 cache.
    std::array<std::uint8_t, 2048> codes;
    for (std::size_t begin = 0; begin < values.size(); begin += codes.size())
    {
        auto const some = values.subspan(begin, std::min(codes.size(), values.size() - begin));
        code_of.apply(some, codes.data());
        join_some_codes(bits_per_letter, std::span{codes}.first(some.size()), words, position + begin);
    }
}

} // namespace seqan3_gpulcs::packing
