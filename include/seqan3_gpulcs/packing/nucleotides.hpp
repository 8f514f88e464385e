// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Packs text of A, C, G and T in a single pass.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace seqan3_gpulcs::packing
{

//!\brief The letters of the codes of seqan3_gpulcs::packing::pack_nucleotides.
inline constexpr std::array<std::uint8_t, 4> nucleotide_letters{'A', 'C', 'G', 'T'};

/*!\brief Packs a text in which only A, C, G and T occur, in upper or lower case, in a single pass.
 * \param text  The letters. Upper and lower case are the same letter.
 * \param words Where `ceil(text.size() / 32)` words are written: 2 bits per letter, as in
 *              seqan3_gpulcs::packing::packed_sequence_view, with the letters seqan3_gpulcs::packing::nucleotide_letters.
 * \returns Whether only these letters occur. If not, the content of the words is unspecified.
 *
 * Linear; ends soon after another letter. Thread safety: calls with different words are safe.
 */
bool pack_nucleotides(std::span<std::uint8_t const> text, std::uint64_t * words) noexcept;

} // namespace seqan3_gpulcs::packing
