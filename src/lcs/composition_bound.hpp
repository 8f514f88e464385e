// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How often letters occur, and the upper bound for common subsequences that follows.
 */

#pragma once

#include <array>
#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::lcs
{

//!\brief How often each letter occurs in a sequence. Linear; 64 letters at a time where they are packed with 2 or 4 bits.
std::array<std::uint64_t, 256> count_letters(packing::packed_sequence_view const & sequence) noexcept;

/*!\brief The sum over all letters of the smaller count: no common subsequence of the two sequences is longer.
 * \param counts How often each letter occurs in one sequence.
 * \param other  The other sequence, whose letters are counted here.
 */
std::uint64_t count_common_letters(std::array<std::uint64_t, 256> const & counts,
                                   packing::packed_sequence_view const & other) noexcept;

} // namespace seqan3_gpulcs::lcs
