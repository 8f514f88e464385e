// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The codes of short sequences as the lane kernels want them.
 */

#pragma once

#include <algorithm>
#include <array>
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

/*!\brief Finds the letters that most of the sequences have which are compared with a query, for each width of codes.
 *
 * Where no letters are those of more than half of the sequences, it finds those of some.
 */
class frequent_letters
{
public:
    //!\brief Counts a sequence, whose letters must outlive this object. Linear in the number of its letters.
    void add(packing::packed_sequence_view const & sequence) noexcept
    {
        // Boyer and Moore 1991: a vote for others takes one away.
        candidate & one = candidates_[sequence.bits_per_letter() / 4];
        if (one.votes == 0)
            one.letters = sequence.letters();
        one.votes += std::ranges::equal(sequence.letters(), one.letters) ? 1 : -1;
    }

    //!\brief Whether a sequence has the letters that were found for its width.
    bool are_of(packing::packed_sequence_view const & sequence) const noexcept
    {
        return std::ranges::equal(sequence.letters(), candidates_[sequence.bits_per_letter() / 4].letters);
    }

private:
    struct candidate
    {
        std::span<std::uint8_t const> letters{};
        std::int64_t votes{};
    };

    std::array<candidate, 3> candidates_{}; // For 2, 4 and 8 bits.
};

} // namespace seqan3_gpulcs::cuda
