// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The rows of a pattern that match a letter, where letters are sets.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace seqan3_gpulcs::cpu
{

//!\brief The sets of four.
inline constexpr std::size_t letter_sets{16};

/*!\brief Finds the rows that match each set.
 * \param rows For each set, the rows of a word whose letter it is.
 * \returns For each set, the rows whose letter has something in common with it.
 */
constexpr std::array<std::uint64_t, letter_sets>
rows_that_meet(std::array<std::uint64_t, letter_sets> const & rows) noexcept
{
    std::array<std::uint64_t, letter_sets> met{};
    for (std::size_t set = 0; set < letter_sets; ++set)
        for (std::size_t letter = 0; letter < letter_sets; ++letter)
            met[set] |= (set & letter) != 0 ? rows[letter] : 0;
    return met;
}

} // namespace seqan3_gpulcs::cpu
