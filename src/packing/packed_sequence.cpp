// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

namespace
{

// The codes of 8 letters that are codes of two bits, first letter lowest.
std::uint64_t pack_8_codes(std::uint8_t const * const letters) noexcept
{
    std::uint64_t codes = 0;
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(&codes, letters, 8);
    else
        for (unsigned i = 0; i < 8; ++i)
            codes |= std::uint64_t{letters[i]} << (8 * i);

    codes = (codes | codes >> 6) & 0x000f'000f'000f'000fu;
    codes = (codes | codes >> 12) & 0x0000'00ff'0000'00ffu;
    return (codes | codes >> 24) & 0xffffu;
}

// Letters of so many bits, from a position on.
template <unsigned bits>
void unpack_words(packed_sequence_view const & sequence,
                  std::uint64_t const begin,
                  std::span<std::uint8_t> const letters) noexcept
{
    constexpr std::uint64_t codes_per_word = 64 / bits;
    constexpr std::uint64_t most = (std::uint64_t{1} << bits) - 1;
    std::uint8_t letter_of[most + 1]{};
    std::ranges::copy(sequence.letters().first(std::min<std::size_t>(sequence.letters().size(), most + 1)), letter_of);

    std::uint64_t const * word = sequence.words() + begin / codes_per_word;
    std::uint64_t first = begin % codes_per_word;
    for (std::uint64_t i = 0; i < letters.size(); first = 0, ++word)
    {
        std::uint64_t codes = *word >> (first * bits);
        std::uint64_t const end = std::min<std::uint64_t>(i + codes_per_word - first, letters.size());
        for (; i < end; ++i, codes >>= bits)
            letters[i] = letter_of[codes & most];
    }
}

} // namespace

void letter_set::add(std::span<std::uint8_t const> piece) noexcept
{
    // Bytes are cheaper to set than bits.
    bool seen[256]{};
    for (std::uint8_t const letter : piece)
        seen[letter] = true;

    for (std::size_t letter = 0; letter < 256; ++letter)
        if (seen[letter])
            occurs_.set(letter);
}

std::vector<std::uint8_t> letter_set::letters() const
{
    std::vector<std::uint8_t> result{};
    std::size_t const count = occurs_.count();
    result.reserve(count);
    for (std::size_t letter = 0; result.size() < count; ++letter)
        if (occurs_.test(letter))
            result.push_back(static_cast<std::uint8_t>(letter));
    return result;
}

sequence_packer::sequence_packer(letter_set const & set, std::uint64_t const expected_size)
{
    sequence_.letters_ = set.letters();

    std::size_t const count = sequence_.letters_.size();
    sequence_.bits_per_letter_ = count <= 4 ? 2 : count <= 16 ? 4 : 8;

    for (std::size_t code = 0; code < count; ++code)
        code_of_[sequence_.letters_[code]] = static_cast<std::uint8_t>(code);

    codes_are_letters_ = count <= 4 && (count == 0 || sequence_.letters_.back() == count - 1);

    std::uint64_t const codes_per_word = 64 / sequence_.bits_per_letter_;
    sequence_.words_.reserve((expected_size + codes_per_word - 1) / codes_per_word);
}

void sequence_packer::append(std::span<std::uint8_t const> piece)
{
    unsigned const bits = sequence_.bits_per_letter_;
    unsigned const codes_per_word = 64 / bits;

    std::uint64_t const size = sequence_.size_ + piece.size();
    sequence_.words_.resize((size + codes_per_word - 1) / codes_per_word);

    auto const * letter = piece.data();
    auto const * const end = letter + piece.size();
    std::uint64_t * word = sequence_.words_.data() + sequence_.size_ / codes_per_word;

    // The first turn goes on with a word that an earlier piece has begun.
    for (auto first = static_cast<unsigned>(sequence_.size_ % codes_per_word); letter != end; first = 0, ++word)
    {
        auto const count = std::min<std::ptrdiff_t>(codes_per_word - first, end - letter);
        std::uint64_t codes = 0;
        std::ptrdiff_t i = 0;
        for (; codes_are_letters_ && i + 8 <= count; i += 8)
            codes |= pack_8_codes(letter + i) << (static_cast<unsigned>(i) * bits);
        for (; i < count; ++i)
            codes |= std::uint64_t{code_of_[letter[i]]} << (static_cast<unsigned>(i) * bits);

        *word |= codes << (first * bits);
        letter += count;
    }

    sequence_.size_ = size;
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
    switch (sequence.bits_per_letter())
    {
    case 2:
        return unpack_words<2>(sequence, begin, letters);
    case 4:
        return unpack_words<4>(sequence, begin, letters);
    default:
        return unpack_words<8>(sequence, begin, letters);
    }
}

} // namespace seqan3_gpulcs::packing
