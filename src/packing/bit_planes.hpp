// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Codes of letters split into bit planes: a word for each bit of the codes.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/packing/pair_codes.hpp"

namespace seqan3_gpulcs::packing
{

//!\brief A sequence, and the new codes that its letters get.
struct recoded_sequence
{
    packed_sequence_view const & sequence;
    code_table const & codes;
};

/*!\brief Letters of a packed sequence, or letters as bytes, and the new codes that they get. It does not own them.
 *
 * So letters need not be packed to be split.
 */
class coded_letters
{
public:
    //!\brief No letters.
    coded_letters() = default;

    /*!\brief Letters from one of a packed sequence on.
     * \param letters The sequence and its new codes.
     * \param begin   The first letter, a multiple of 64.
     */
    explicit coded_letters(recoded_sequence const & letters, std::uint64_t const begin = 0) noexcept :
        data_{letters.sequence.words() + begin / 64 * letters.sequence.bits_per_letter()},
        size_{letters.sequence.size() - begin},
        codes_{letters.codes.data()},
        code_count_{static_cast<unsigned>(letters.sequence.letters().size())},
        bits_{letters.sequence.bits_per_letter()}
    {}

    /*!\brief Letters as bytes.
     * \param bytes      The letters.
     * \param codes      The new code of each letter; at least 16 are readable, and a multiple of it. Null if letters are their codes.
     * \param code_count The number of letters that have a code.
     */
    coded_letters(std::span<std::uint8_t const> const bytes,
                  std::uint8_t const * const codes,
                  unsigned const code_count) noexcept :
        data_{bytes.data()},
        size_{bytes.size()},
        codes_{codes},
        code_count_{code_count},
        bits_{8},
        are_bytes_{true}
    {}

    //!\brief The number of letters.
    std::uint64_t size() const noexcept
    {
        return size_;
    }

    //!\brief The width of a letter: 2, 4 or 8 bits.
    unsigned bits() const noexcept
    {
        return bits_;
    }

    //!\brief The memory of the letters; packed ones lie in whole words.
    std::uint8_t const * bytes() const noexcept
    {
        return static_cast<std::uint8_t const *>(data_);
    }

    //!\brief The new codes; null if letters are their codes.
    std::uint8_t const * codes() const noexcept
    {
        return codes_;
    }

    //!\brief The number of letters that have a new code.
    unsigned code_count() const noexcept
    {
        return code_count_;
    }

    //!\brief The new code of a letter. Constant time.
    unsigned code(std::uint64_t const position) const noexcept
    {
        unsigned letter = 0;
        if (are_bytes_)
        {
            letter = bytes()[position];
        }
        else
        {
            unsigned const per_word = 64 / bits_;
            std::uint64_t const word = static_cast<std::uint64_t const *>(data_)[position / per_word];
            letter = static_cast<unsigned>(word >> position % per_word * bits_) & ((1u << bits_) - 1);
        }
        return codes_ ? codes_[letter] : letter;
    }

private:
    void const * data_{};
    std::uint64_t size_{};
    std::uint8_t const * codes_{};
    unsigned code_count_{};
    unsigned bits_{8};
    bool are_bytes_{};
};

//!\brief The place for the planes of 64 letters: letter i becomes bit i of each plane's word.
struct plane_words
{
    std::uint64_t * first{}; //!< The word of the lowest plane.
    unsigned planes{};       //!< The number of planes.
    std::size_t distance{};  //!< The words from one plane to the next.
};

/*!\brief Splits the codes of letters into planes.
 * \param letters        The letters and their codes.
 * \param to             The place for the planes of the first 64 letters; bits after the last letter are zero.
 * \param block_distance The words from one place to that of the next 64 letters, forwards or backwards.
 * \returns Whether no code has a bit beyond the planes, which would be missing.
 *
 * Linear; vectors of bytes take 16 letters or more at a time. No memory after the last letter is read, or after its word.
 */
bool split_into_planes(coded_letters const & letters, plane_words const & to, std::ptrdiff_t block_distance) noexcept;

/*!\brief Splits the codes of 64 letters, or of the remaining ones, into planes.
 * \param letters The sequence and its codes.
 * \param begin   The first letter, a multiple of 64.
 * \param to      The place for the planes; bits after the last letter are zero.
 */
void split_into_planes(recoded_sequence const & letters, std::uint64_t begin, plane_words const & to) noexcept;

} // namespace seqan3_gpulcs::packing
