// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Codes of letters split into bit planes: a word for each bit of the codes.
 */

#pragma once

#include <cstddef>
#include <cstdint>

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

//!\brief The place for the planes of 64 letters: letter i becomes bit i of each plane's word.
struct plane_words
{
    std::uint64_t * first{}; //!< The word of the lowest plane.
    unsigned planes{};       //!< The number of planes.
    std::size_t distance{};  //!< The words from one plane to the next.
};

/*!\brief Splits the codes of 64 letters, or of the remaining ones, into planes.
 * \param letters The sequence and its codes.
 * \param begin   The first letter, a multiple of 64.
 * \param to      The place for the planes; bits after the last letter are zero.
 *
 * Vectors of bytes take 16 letters or more at a time.
 */
void split_into_planes(recoded_sequence const & letters, std::uint64_t begin, plane_words const & to) noexcept;

} // namespace seqan3_gpulcs::packing
