// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Distances where letters are sets, cell by cell. Shares no code with the library.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace reference
{

//!\brief Turns letters, numbers from 0 on, into sets that have only them: a bit for each.
inline std::vector<std::uint8_t> sets_of(std::vector<std::uint8_t> const & letters)
{
    std::vector<std::uint8_t> sets{};
    for (std::uint8_t const letter : letters)
        sets.push_back(static_cast<std::uint8_t>(1u << letter));
    return sets;
}

/*!\brief The minimum edit distance of a pattern to any substring that ends at each letter of a text, and before the first one;
 *        two letters match if they have something in common.
 */
inline std::vector<std::uint32_t> set_end_distances(std::vector<std::uint8_t> const & pattern,
                                                    std::vector<std::uint8_t> const & text)
{
    std::vector<std::uint32_t> above(text.size() + 1, 0);
    for (std::size_t i = 0; i < pattern.size(); ++i)
    {
        std::vector<std::uint32_t> row{static_cast<std::uint32_t>(i + 1)};
        for (std::size_t j = 0; j < text.size(); ++j)
            row.push_back(std::min({above[j] + ((pattern[i] & text[j]) != 0 ? 0u : 1u), above[j + 1] + 1, row[j] + 1}));
        above = row;
    }
    return above;
}

} // namespace reference
