// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::packing
{

namespace
{

// The letters that are translated at a time: they stay in the L1 cache.
constexpr std::size_t letters_at_once{2048};

// Eight bytes as a word, the first one lowest.
std::uint64_t load_8(std::uint8_t const * const bytes) noexcept
{
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(&word, bytes, 8);
    else
        for (unsigned i = 0; i < 8; ++i)
            word |= std::uint64_t{bytes[i]} << (8 * i);
    return word;
}

void store_8(std::uint64_t const word, std::uint8_t * const bytes) noexcept
{
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(bytes, &word, 8);
    else
        for (unsigned i = 0; i < 8; ++i)
            bytes[i] = static_cast<std::uint8_t>(word >> (8 * i));
}

// The lowest bits of each part of a word.
constexpr std::uint64_t low_bits(unsigned const bits, unsigned const part) noexcept
{
    std::uint64_t word = 0;
    for (unsigned shift = 0; shift < 64; shift += part)
        word |= ~std::uint64_t{0} >> (64 - bits) << shift;
    return word;
}

// Eight codes, one in each byte, become neighbours.
template <unsigned bits>
std::uint64_t join_8_codes(std::uint64_t codes) noexcept
{
    constexpr unsigned gap = 8 - bits;
    codes = (codes | codes >> gap) & low_bits(2 * bits, 16);
    codes = (codes | codes >> 2 * gap) & low_bits(4 * bits, 32);
    return (codes | codes >> 4 * gap) & low_bits(8 * bits, 64);
}

// Eight neighbours become codes, one in each byte.
template <unsigned bits>
std::uint64_t split_8_codes(std::uint64_t codes) noexcept
{
    constexpr unsigned gap = 8 - bits;
    codes &= low_bits(8 * bits, 64);
    codes = (codes | codes << 4 * gap) & low_bits(4 * bits, 32);
    codes = (codes | codes << 2 * gap) & low_bits(2 * bits, 16);
    return (codes | codes << gap) & low_bits(bits, 8);
}

// Eight bytes that are 0 or 1 become the bits of one. Byte i, at bit 8 i, goes to bit 56 + i.
std::uint64_t join_8_bits(std::uint64_t const bytes) noexcept
{
    return bytes * 0x0102'0408'1020'4080u >> 56;
}

// Writes codes that are bytes from a position on; all bits from there on must be zero.
template <unsigned bits>
void join_codes(std::span<std::uint8_t const> const codes, std::uint64_t * const words, std::uint64_t position) noexcept
{
    constexpr std::uint64_t codes_per_word = 64 / bits;
    for (std::size_t i = 0; i < codes.size();)
    {
        std::uint64_t & word = words[position / codes_per_word];
        std::uint64_t const first = position % codes_per_word;
        std::size_t const end = i + std::min<std::size_t>(codes_per_word - first, codes.size() - i);
        position += end - i;
        unsigned shift = static_cast<unsigned>(first) * bits;
        for (; i + 8 <= end; i += 8, shift += 8 * bits)
            word |= join_8_codes<bits>(load_8(&codes[i])) << shift;
        for (; i < end; ++i, shift += bits)
            word |= std::uint64_t{codes[i]} << shift;
    }
}

// Reads codes from a position on and writes them as bytes.
template <unsigned bits>
void split_codes(std::uint64_t const * const words,
                 std::uint64_t position,
                 std::span<std::uint8_t> const codes) noexcept
{
    constexpr std::uint64_t codes_per_word = 64 / bits;
    for (std::size_t i = 0; i < codes.size();)
    {
        std::uint64_t const first = position % codes_per_word;
        std::uint64_t word = words[position / codes_per_word] >> (first * bits);
        std::size_t const end = i + std::min<std::size_t>(codes_per_word - first, codes.size() - i);
        position += end - i;
        for (; i + 8 <= end; i += 8, word >>= 8 * bits)
            store_8(split_8_codes<bits>(word), &codes[i]);
        for (; i < end; ++i, word >>= bits)
            codes[i] = static_cast<std::uint8_t>(word & low_bits(bits, 64));
    }
}

// A few letters that are compared with many at a time: compilers turn that into vectors.
class few_letters
{
public:
    // Takes a bit for each letter.
    explicit few_letters(std::array<std::uint64_t, 4> const & occurs) noexcept
    {
        for (std::size_t word = 0; word < occurs.size(); ++word)
            for (std::uint64_t bits = occurs[word]; bits != 0; bits &= bits - 1)
            {
                if (count_++ < max)
                    letters_[count_ - 1] =
                        static_cast<std::uint8_t>(64 * word + static_cast<unsigned>(std::countr_zero(bits)));
            }
        for (std::size_t i = count_; i < max; ++i)
            letters_[i] = letters_[0];
    }

    // Whether there are some, and not too many.
    bool are_few() const noexcept
    {
        return count_ != 0 && count_ <= max;
    }

    // The number of letters before the first block with another letter.
    std::size_t find_others(std::span<std::uint8_t const> const letters) const noexcept
    {
        return count_ <= 5 ? find_others_than<5>(letters) : find_others_than<max>(letters);
    }

    static constexpr std::size_t block{64};

private:
    static constexpr std::size_t max{10};

    template <std::size_t count>
    std::size_t find_others_than(std::span<std::uint8_t const> const letters) const noexcept
    {
        std::size_t begin = 0;
        while (begin + block <= letters.size() && !has_others<count>(letters.subspan(begin).first<block>()))
            begin += block;
        return begin;
    }

    template <std::size_t count>
    bool has_others(std::span<std::uint8_t const, block> const letters) const noexcept
    {
        std::array<std::uint8_t, max> const known{letters_};
        std::uint8_t others = 0;
        for (std::uint8_t const letter : letters)
        {
            std::uint8_t is_other = 1;
            for (std::size_t i = 0; i < count; ++i)
                is_other = static_cast<std::uint8_t>(is_other & (letter != known[i]));
            others = static_cast<std::uint8_t>(others | is_other);
        }
        return others != 0;
    }

    std::array<std::uint8_t, max> letters_{};
    std::size_t count_{};
};

} // namespace

void letter_set::add(std::span<std::uint8_t const> letters) noexcept
{
    while (!letters.empty())
    {
        std::size_t size = letters.size();
        if (few_letters const known{occurs_}; known.are_few())
        {
            letters = letters.subspan(known.find_others(letters));
            size = std::min(letters.size(), few_letters::block);
        }
        else if (occurs_ == decltype(occurs_){})
            size = std::min(letters.size(), few_letters::block);

        // Bytes are cheaper to set than bits.
        std::uint8_t seen[256]{};
        for (std::uint8_t const letter : letters.first(size))
            seen[letter] = 1;
        for (std::size_t letter = 0; letter < 256; letter += 8)
            occurs_[letter / 64] |= join_8_bits(load_8(&seen[letter])) << (letter % 64);
        letters = letters.subspan(size);
    }
}

std::vector<std::uint8_t> letter_set::letters() const
{
    std::vector<std::uint8_t> result{};
    std::size_t count = 0;
    for (std::uint64_t const bits : occurs_)
        count += static_cast<std::size_t>(std::popcount(bits));
    result.reserve(count);
    for (std::size_t word = 0; word < occurs_.size(); ++word)
        for (std::uint64_t bits = occurs_[word]; bits != 0; bits &= bits - 1)
            result.push_back(static_cast<std::uint8_t>(64 * word + static_cast<unsigned>(std::countr_zero(bits))));
    return result;
}

sequence_packer::sequence_packer(letter_set const & set, std::uint64_t const expected_size, letter_table const & table)
{
    std::vector<std::uint8_t> & letters = sequence_.letters_;
    letters = set.letters();
    std::array<std::uint8_t, 256> values;
    std::ranges::copy(letters, values.begin());

    for (std::uint8_t & letter : letters)
        letter = table.letters[letter];
    std::ranges::sort(letters);
    std::array<std::uint8_t, 256> codes_by_letter;
    for (std::size_t code = 0; code < letters.size(); ++code)
        codes_by_letter[letters[code]] = static_cast<std::uint8_t>(code);
    for (std::uint8_t const value : std::span{values}.first(letters.size()))
        code_of_.add(value, codes_by_letter[table.letters[value]]);

    sequence_.kind_ = table.kind;
    sequence_.bits_per_letter_ = letters.size() <= 4 ? 2 : letters.size() <= 16 ? 4 : 8;
    std::uint64_t const codes_per_word = 64 / sequence_.bits_per_letter_;
    sequence_.words_.reserve(util::ceil_div(expected_size, codes_per_word));
}

void sequence_packer::append(std::span<std::uint8_t const> const letters)
{
    std::uint64_t const codes_per_word = 64 / sequence_.bits_per_letter_;
    sequence_.words_.resize(util::ceil_div(sequence_.size_ + letters.size(), codes_per_word));

    if (code_of_.is_identity())
        return append_codes(letters);
    if (sequence_.bits_per_letter_ == 8 && std::endian::native == std::endian::little)
    {
        // Then words are consecutive bytes.
        code_of_.apply(letters, reinterpret_cast<std::uint8_t *>(sequence_.words_.data()) + sequence_.size_);
        sequence_.size_ += letters.size();
        return;
    }

    std::array<std::uint8_t, letters_at_once> codes;
    for (std::size_t begin = 0; begin < letters.size(); begin += codes.size())
    {
        auto const values = letters.subspan(begin, std::min(codes.size(), letters.size() - begin));
        code_of_.apply(values, codes.data());
        append_codes(std::span{codes}.first(values.size()));
    }
}

void sequence_packer::append_codes(std::span<std::uint8_t const> const codes) noexcept
{
    std::uint64_t * const words = sequence_.words_.data();
    switch (sequence_.bits_per_letter_)
    {
    case 2:
        join_codes<2>(codes, words, sequence_.size_);
        break;
    case 4:
        join_codes<4>(codes, words, sequence_.size_);
        break;
    default:
        join_codes<8>(codes, words, sequence_.size_);
    }
    sequence_.size_ += codes.size();
}

packed_sequence sequence_packer::finish()
{
    return std::exchange(sequence_, {});
}

packed_sequence pack(std::span<std::uint8_t const> const letters)
{
    letter_set set{};
    set.add(letters);

    sequence_packer packer{set, letters.size()};
    packer.append(letters);
    return packer.finish();
}

packed_sequence pack(std::string_view const text)
{
    return pack({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()});
}

void unpack(packed_sequence_view const & sequence,
            std::uint64_t const begin,
            std::span<std::uint8_t> const letters) noexcept
{
    std::span<std::uint8_t const> const letters_by_code = sequence.letters();
    if (sequence.bits_per_letter() == 8)
    {
        for (std::uint64_t i = 0; i < letters.size();)
        {
            std::uint64_t const first = (begin + i) % 8;
            std::uint64_t codes = sequence.words()[(begin + i) / 8] >> (8 * first);
            for (std::uint64_t const end = std::min<std::uint64_t>(i + 8 - first, letters.size()); i < end; ++i)
            {
                letters[i] = letters_by_code[codes & 0xffu];
                codes >>= 8;
            }
        }
        return;
    }

    detail::byte_map letter_of{};
    for (std::size_t code = 0; code < letters_by_code.size(); ++code)
        letter_of.add(static_cast<std::uint8_t>(code), letters_by_code[code]);

    std::array<std::uint8_t, letters_at_once> codes;
    for (std::size_t done = 0; done < letters.size(); done += codes.size())
    {
        auto const some = std::span{codes}.first(std::min(codes.size(), letters.size() - done));
        if (sequence.bits_per_letter() == 2)
            split_codes<2>(sequence.words(), begin + done, some);
        else
            split_codes<4>(sequence.words(), begin + done, some);
        letter_of.apply(some, letters.data() + done);
    }
}

} // namespace seqan3_gpulcs::packing
