// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include <seqan3_gpulcs/packing/detail/piece_packing.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/packing/code_width.hpp"
#include "src/packing/code_words.hpp"
#include "src/packing/letter_coding.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing
{

namespace
{

// Eight bytes that are 0 or 1 become the bits of one. Byte i, at bit 8 i, goes to bit 56 + i.
std::uint64_t join_8_bits(std::uint64_t const bytes) noexcept
{
    return bytes * 0x0102'0408'1020'4080u >> 56;
}

using letter_bits = std::array<std::uint64_t, 4>;

// So few letters mostly include all four nucleotides.
constexpr std::size_t first_letters{16};

// With few letters, as in DNA, the next ones are probably known: a block with another letter is looked at letter by letter.
constexpr std::size_t letters_per_block{64};

// Where so many letters have been found, as in proteins, more are to be expected soon.
constexpr std::size_t many_known_letters{6};
constexpr std::size_t letters_per_chunk{256};
constexpr std::size_t no_limit{std::numeric_limits<std::size_t>::max()};

template <typename function_t>
void for_letters(letter_bits const & occurs, function_t && function)
{
    for (std::size_t word = 0; word < occurs.size(); ++word)
        for (std::uint64_t bits = occurs[word]; bits != 0; bits &= bits - 1)
            function(static_cast<std::uint8_t>(64 * word + static_cast<unsigned>(std::countr_zero(bits))));
}

// Most letters are there already, and are only looked up.
void add_block(std::span<std::uint8_t const> const letters, letter_bits & to) noexcept
{
    letter_bits occurs{to};
    for (std::uint8_t const letter : letters)
        if (std::uint64_t const bit = std::uint64_t{1} << letter % 64; (occurs[letter / 64] & bit) == 0) [[unlikely]]
            occurs[letter / 64] |= bit;
    to = occurs;
}

// Bytes are cheaper to set than bits.
void add_chunk(std::span<std::uint8_t const> const letters, letter_bits & to) noexcept
{
    std::uint8_t seen[256]{};
    for (std::uint8_t const letter : letters)
        seen[letter] = 1;
    for (std::size_t letter = 0; letter < 256; letter += 8)
        to[letter / 64] |= join_8_bits(load_8(&seen[letter])) << (letter % 64);
}

} // namespace

void letter_set::add(std::span<std::uint8_t const> letters) noexcept
{
    while (!letters.empty())
    {
        detail::byte_layers known{};
        std::size_t count = 0;
        for_letters(occurs_,
                    [&](std::uint8_t const letter)
                    {
                        known.add(letter, letter);
                        ++count;
                    });
        if (known.are_enough())
            letters = letters.subspan(known.count_known(letters));
        std::size_t const size = count == 0                 ? first_letters
                               : count < many_known_letters ? letters_per_block
                               : known.are_enough()         ? letters_per_chunk
                                                            : no_limit;
        auto const some = letters.first(std::min(size, letters.size()));
        if (some.size() <= letters_per_block)
            add_block(some, occurs_);
        else
            add_chunk(some, occurs_);
        letters = letters.subspan(some.size());
    }
}

std::vector<std::uint8_t> letter_set::letters() const
{
    std::vector<std::uint8_t> result{};
    std::size_t count = 0;
    for (std::uint64_t const bits : occurs_)
        count += static_cast<std::size_t>(std::popcount(bits));
    result.reserve(count);
    for_letters(occurs_,
                [&](std::uint8_t const letter)
                {
                    result.push_back(letter);
                });
    return result;
}

sequence_packer::sequence_packer(letter_set const & set, std::uint64_t const expected_size, letter_table const & table)
{
    letter_coding coding{set, table};
    sequence_.letters_ = std::move(coding.letters);
    sequence_.kind_ = table.kind;
    sequence_.bits_per_letter_ = coding.bits_per_letter;
    code_of_ = coding.code_of;
    sequence_.words_.reserve(util::ceil_div<std::uint64_t>(expected_size, 64 / sequence_.bits_per_letter_));
}

void sequence_packer::append(std::span<std::uint8_t const> const letters)
{
    std::uint64_t const position = sequence_.size_;
    resize(position + letters.size());
    write(position, letters);
}

void sequence_packer::append_codes(std::uint64_t const * const words, std::uint64_t const size)
{
    resize(size);
    copy_words(words, size, sequence_.bits_per_letter_, sequence_.words_.data());
}

void sequence_packer::resize(std::uint64_t const size)
{
    sequence_.words_.resize(util::ceil_div<std::uint64_t>(size, 64 / sequence_.bits_per_letter_));
    sequence_.size_ = size;
}

void sequence_packer::write(std::uint64_t const position, std::span<std::uint8_t const> const letters) noexcept
{
    write_codes(code_of_, sequence_.bits_per_letter_, letters, sequence_.words_.data(), position);
}

packed_sequence sequence_packer::finish()
{
    return std::exchange(sequence_, {});
}

packed_sequence pack(std::span<std::uint8_t const> const letters, unsigned const threads)
{
    if (threads > 1 && letters.size() >= detail::min_letters_for_pieces)
    {
        auto const read = [letters](std::uint64_t const begin, std::uint64_t const size, auto const & consume)
        {
            consume(letters.subspan(begin, size));
        };
        detail::number_loop const loop = detail::start_threads(threads);
        sequence_packer packer{detail::collect_pieces(letters.size(), loop, read)};
        detail::write_pieces(letters.size(), loop, read, packer);
        return packer.finish();
    }

    letter_set set{};
    set.add(letters);

    sequence_packer packer{set, letters.size()};
    packer.append(letters);
    return packer.finish();
}

packed_sequence pack(std::string_view const text, unsigned const threads)
{
    return pack({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()}, threads);
}

void unpack(packed_sequence_view const & sequence,
            std::uint64_t const begin,
            std::span<std::uint8_t> const letters) noexcept
{
    std::span<std::uint8_t const> const letters_by_code = sequence.letters();
    detail::byte_map letter_of{};
    for (std::size_t code = 0; code < letters_by_code.size(); ++code)
        letter_of.add(static_cast<std::uint8_t>(code), letters_by_code[code]);

    std::array<std::uint8_t, 2048> codes;
    for (std::size_t done = 0; done < letters.size(); done += codes.size())
    {
        auto const some = std::span{codes}.first(std::min(codes.size(), letters.size() - done));
        with_code_width(sequence.bits_per_letter(),
                        [&]<unsigned bits>(code_width<bits>)
                        {
                            split_codes<bits>(sequence.words(), begin + done, some);
                        });
        letter_of.apply(some, letters.data() + done);
    }
}

} // namespace seqan3_gpulcs::packing
