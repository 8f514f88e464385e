// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sets of bases; see primer::iupac_nucleotides().
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace seqan3_gpulcs::scan
{

//!\brief The number of sets of bases, with the empty one.
inline constexpr std::uint8_t nucleotide_sets{16};

//!\brief The complements of a set of bases: A is the complement of T, and C of G.
constexpr std::uint8_t complement_set(std::uint8_t const set) noexcept
{
    return static_cast<std::uint8_t>((set & 1u) << 3 | (set & 2u) << 1 | (set & 4u) >> 1 | (set & 8u) >> 3);
}

//!\brief Reverses sets of bases, and replaces each by its complement.
inline void reverse_complement(std::span<std::uint8_t> const sets) noexcept
{
    std::ranges::reverse(sets);
    std::ranges::transform(sets, sets.begin(), complement_set);
}

} // namespace seqan3_gpulcs::scan
