// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Compares packed letters a word at a time.
 */

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "src/packing/code_span.hpp"

namespace seqan3_gpulcs::packing
{

//!\brief The direction in which letters are read.
enum class direction : std::uint8_t
{
    forward, //!< Reads from the first letter to the last.
    backward //!< Reads from the last letter to the first.
};

// The minimum bits of a load: it begins at a byte, so it may have up to seven bits less than a word.
inline constexpr unsigned loaded_bits{56};

template <unsigned bits>
inline constexpr std::int64_t loaded_letters{loaded_bits / bits};

//!\brief Letters in the direction in which they are read.
template <direction towards, unsigned bits>
class letter_reader
{
public:
    explicit letter_reader(packing::code_span const & letters) noexcept :
        words_{letters.words()},
        size_{static_cast<std::int64_t>(letters.size())},
        begin_bit_{letters.begin() * bits},
        end_bit_{begin_bit_ + letters.size() * bits},
        last_word_bit_{(end_bit_ - 1) / 64 * 64}
    {}

    std::int64_t size() const noexcept
    {
        return size_;
    }

    // The letters from one on: from the lowest bit up or, backward, from the highest bit down. At least a word of them must be
    // there.
    std::uint64_t load(std::int64_t const letter) const noexcept
    {
        std::uint64_t const offset = static_cast<std::uint64_t>(letter) * bits;
        if constexpr (std::endian::native != std::endian::little)
            return load_near_end(letter);
        std::uint64_t codes = 0;
        if constexpr (towards == direction::forward)
        {
            std::uint64_t const bit = begin_bit_ + offset;
            std::memcpy(&codes, reinterpret_cast<char const *>(words_) + bit / 8, sizeof(codes));
            return codes >> bit % 8;
        }
        else
        {
            std::uint64_t const end = end_bit_ - offset;
            // Cheaper than util::ceil_div, which cannot overflow.
            std::uint64_t const end_byte = (end + 7) / 8;
            std::memcpy(&codes, reinterpret_cast<char const *>(words_) + end_byte - 8, sizeof(codes));
            return codes << (8 * end_byte - end);
        }
    }

    // Loads codes of at least one letter near the end.
    std::uint64_t load_near_end(std::int64_t const letter) const noexcept
    {
        std::uint64_t const offset = static_cast<std::uint64_t>(letter) * bits;
        std::uint64_t codes = 0;
        if constexpr (towards == direction::forward)
        {
            std::uint64_t const bit = begin_bit_ + offset;
            codes = words_[bit / 64] >> bit % 64;
            if (bit < last_word_bit_)
                codes |= words_[bit / 64 + 1] << 1 << (63 - bit % 64);
        }
        else
        {
            std::uint64_t const last = end_bit_ - offset - 1;
            codes = words_[last / 64] << (63 - last % 64);
            if (last >= 64)
                codes |= words_[last / 64 - 1] >> 1 >> last % 64;
        }
        return codes;
    }

private:
    std::uint64_t const * words_;
    std::int64_t size_;
    std::uint64_t begin_bit_;
    std::uint64_t end_bit_;
    std::uint64_t last_word_bit_;
};

//!\brief Letters that match if their codes are equal.
struct equal_codes
{
    //!\brief Has a bit in each code that differs, and none in others.
    template <unsigned bits>
    static constexpr std::uint64_t difference(std::uint64_t const first, std::uint64_t const second) noexcept
    {
        return first ^ second;
    }
};

//!\brief Letters that match if their codes, which are sets of four bits, have something in common.
struct intersecting_sets
{
    //!\copydoc equal_codes::difference
    template <unsigned bits>
    static constexpr std::uint64_t difference(std::uint64_t const first, std::uint64_t const second) noexcept
    {
        static_assert(bits == 4);
        std::uint64_t common = first & second;
        common |= common >> 2;
        common |= common >> 1;
        return ~common & 0x1111'1111'1111'1111u;
    }
};

// The number of letters in which two sequences match from the given positions on, up to a maximum.
template <typename matching_t = equal_codes, direction towards, unsigned bits>
std::int64_t count_equal(letter_reader<towards, bits> const & first,
                         std::int64_t const first_letter,
                         letter_reader<towards, bits> const & second,
                         std::int64_t const second_letter,
                         std::int64_t const max_count) noexcept
{
    constexpr std::uint64_t lowest_bits = ~std::uint64_t{0} >> (64 - loaded_bits);
    constexpr std::uint64_t shown_bits =
        towards == direction::forward ? lowest_bits : lowest_bits << (64 - loaded_bits);
    auto const equal_letters = [](std::uint64_t const different)
    {
        return static_cast<std::int64_t>(static_cast<unsigned>(towards == direction::forward
                                                                   ? std::countr_zero(different)
                                                                   : std::countl_zero(different))
                                         / bits);
    };
    std::int64_t count = 0;
    for (; max_count - count >= 64 / bits; count += loaded_letters<bits>)
        if (std::uint64_t const different = matching_t::template difference<bits>(first.load(first_letter + count),
                                                                                  second.load(second_letter + count))
                                          & shown_bits;
            different != 0)
            return count + equal_letters(different);
    for (; count < max_count; count += loaded_letters<bits>)
        if (std::uint64_t const different =
                matching_t::template difference<bits>(first.load_near_end(first_letter + count),
                                                      second.load_near_end(second_letter + count))
                & shown_bits;
            different != 0)
            return std::min(count + equal_letters(different), max_count);
    return max_count;
}

} // namespace seqan3_gpulcs::packing
