// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Codes of letters taken apart: a word for each of their bits.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/packing/pair_codes.hpp"

namespace seqan3_gpulcs::packing
{

/*!\brief The planes of 64 letters, or of those that are left.
 * \param sequence The sequence.
 * \param begin    The first letter, a multiple of 64.
 * \param codes    Translates its codes.
 * \param planes   The number of planes.
 * \param to       Letter i goes to bit i; bits behind the last letter are zero.
 * \param distance From one plane to the next.
 *
 * With vectors of bytes: 16 letters or more at a time.
 */
void split_into_planes(packing::packed_sequence_view const & sequence,
                       std::uint64_t begin,
                       code_table const & codes,
                       unsigned planes,
                       std::uint64_t * to,
                       std::size_t distance) noexcept;

} // namespace seqan3_gpulcs::packing
