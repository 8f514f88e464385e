// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief From SeqAn3's ranges to packed sequences.
 */

#pragma once

#include <array>
#include <cstdint>
#include <ranges>
#include <span>

#include <seqan3/alphabet/concept.hpp>

#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

//!\brief A range that can be iterated twice, over any alphabet of SeqAn3's.
template <typename range_t>
concept letter_range = std::ranges::forward_range<range_t> && seqan3::semialphabet<std::ranges::range_value_t<range_t>>;

/*!\brief Packs a range over an alphabet.
 * \tparam letter_t   The alphabet whose ranks the packed letters are; by default that of the range, without
 *                    qualities. Sequences that are to be compared must be packed with the same one.
 * \tparam sequence_t Any forward range over letters, also views and `seqan3::bitpacked_sequence`.
 * \param sequence    The sequence.
 * \returns The packed sequence. Its width follows from the letters that occur, not from the type: DNA without unknown
 *          bases takes 2 bits a letter also as `dna5`, `dna15` or `char`.
 * \throws std::bad_alloc and what the range throws.
 *
 * Two passes over the range. Thread safety: as that of the range.
 */
template <typename letter_t = void, letter_range sequence_t>
packed_sequence pack(sequence_t && sequence)
{
    using value_t = std::ranges::range_value_t<sequence_t>;
    using target_t = std::conditional_t<std::same_as<letter_t, void>, common_letter_t<value_t, value_t>, letter_t>;
    static_assert(packable_letter<target_t>,
                  "seqan3_gpulcs: alphabets of more than 256 letters are not supported; convert the sequence, for "
                  "example with std::views::transform, to the alphabet that should be compared.");

    std::uint64_t size = 0;
    auto const for_each_piece = [&](auto && consume)
    {
        std::array<std::uint8_t, 4096> piece;
        std::size_t filled = 0;
        for (auto && letter : sequence)
        {
            piece[filled++] =
                static_cast<std::uint8_t>(seqan3::to_rank(static_cast<target_t>(static_cast<value_t>(letter))));
            if (filled == piece.size())
            {
                consume(std::span<std::uint8_t const>{piece});
                filled = 0;
            }
        }
        consume(std::span<std::uint8_t const>{piece}.first(filled));
    };

    letter_set set{};
    for_each_piece(
        [&](std::span<std::uint8_t const> const piece)
        {
            set.add(piece);
            size += piece.size();
        });

    sequence_packer packer{set, size};
    for_each_piece(
        [&](std::span<std::uint8_t const> const piece)
        {
            packer.append(piece);
        });
    return packer.finish();
}

} // namespace seqan3_gpulcs::packing
