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

} // namespace seqan3_gpulcs::packing
