// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The codes of short sequences as the lane kernels want them.
 */

#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::cuda
{

//!\brief The words that codes take.
constexpr std::uint64_t words_of_codes(std::uint64_t const letters, unsigned const bits) noexcept
{
    return (letters * bits + 63) / 64;
}

/*!\brief Writes codes of a sequence as they are, of the same width or a larger one.
 * \param sequence The sequence.
 * \param bits     The width: no smaller than that of the sequence.
 * \param to       words_of_codes() words.
 */
void copy_codes(packing::packed_sequence_view const & sequence, unsigned bits, std::uint64_t * to) noexcept;

/*!\brief Translates the codes of sequences to those of the same letters in another list, one byte of codes at a time.
 *
 * Sequences with the same letters come one after the other as a rule, so the table of the last one is kept.
 */
class code_translator
{
public:
    /*!\brief Writes the translated codes of a sequence.
     * \param sequence The sequence.
     * \param letters  The list; letters that it lacks get the code behind its last one, if that is less than 256.
     * \param bits     The width of its codes: no smaller than that of the sequence.
     * \param to       words_of_codes() words. What lies behind the last code has no meaning.
     */
    void translate(packing::packed_sequence_view const & sequence,
                   std::span<std::uint8_t const> letters,
                   unsigned bits,
                   std::uint64_t * to);

private:
    std::vector<std::uint8_t> from_letters_{};
    std::vector<std::uint8_t> to_letters_{};
    unsigned from_bits_{};
    unsigned to_bits_{};
    std::array<std::uint32_t, 256> codes_of_byte_{};
};

/*!\brief The letters of all sequences that are compared with a query, so that those of a width have common codes.
 *
 * Codes are as they were where all sequences of a width have the same letters, as they have as a rule.
 */
class text_letters
{
public:
    //!\brief Adds a sequence.
    void add(packing::packed_sequence_view const & sequence) noexcept;

    //!\brief When all are added: where sequences of a width have more letters in all than there are codes, they become wider.
    void finish();

    //!\brief The width that the codes of a sequence get; it was added.
    unsigned bits_of(packing::packed_sequence_view const & sequence) const noexcept
    {
        return bits_of_[sequence.bits_per_letter() / 4];
    }

    //!\brief The letters for codes of a width, in ascending order.
    std::span<std::uint8_t const> letters(unsigned const bits) const noexcept
    {
        return letters_[bits / 4];
    }

private:
    // All for 2, 4 and 8 bits.
    std::array<std::bitset<256>, 3> occurs_{};
    std::array<std::span<std::uint8_t const>, 3> last_{};
    std::array<std::vector<std::uint8_t>, 3> letters_{};
    std::array<unsigned, 3> bits_of_{2, 4, 8};
};

} // namespace seqan3_gpulcs::cuda
