// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Nucleotides as sets of bases, as IUPAC defines them.
 */

#pragma once

#include <array>
#include <cstdint>

namespace seqan3_gpulcs::verification
{

//!\brief The number of sets of bases, with the empty one.
inline constexpr unsigned nucleotide_sets{16};

//!\brief The bases that each character may stand for: A is 1, C is 2, G is 4, and T or U is 8. 0 if it stands for none.
inline constexpr std::array<std::uint8_t, 256> nucleotide_set = []()
{
    std::array<std::uint8_t, 256> sets{};
    constexpr char letters[]{"-ACMGRSVTWYHKDBN"};
    for (std::uint8_t set = 1; set < nucleotide_sets; ++set)
        sets[static_cast<std::uint8_t>(letters[set])] = set;
    sets['U'] = sets['T'];
    return sets;
}();

//!\brief The complements of a set of bases.
constexpr std::uint8_t complement_set(std::uint8_t const set) noexcept
{
    return static_cast<std::uint8_t>((set & 1u) << 3 | (set & 2u) << 1 | (set & 4u) >> 1 | (set & 8u) >> 3);
}

//!\brief Whether a set has more than one base.
constexpr bool is_ambiguous(std::uint8_t const set) noexcept
{
    return (set & (set - 1u)) != 0;
}

} // namespace seqan3_gpulcs::verification
