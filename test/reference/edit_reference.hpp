// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances the plain way, cell by cell. Shares no code with the library.
 */

#pragma once

#include <cstdint>
#include <vector>

#include "instrumented.hpp"

namespace reference
{

//!\brief The cells of the next row.
REFERENCE_WITHOUT_SANITIZERS inline void next_edit_row(std::uint8_t const letter,
                                                       std::uint8_t const * const second,
                                                       std::size_t const size,
                                                       int const * above,
                                                       int * row)
{
    row[0] = above[0] + 1;
    for (std::size_t j = 1; j <= size; ++j)
    {
        int const gap = (above[j] < row[j - 1] ? above[j] : row[j - 1]) + 1;
        int const pair = above[j - 1] + (letter == second[j - 1] ? 0 : 1);
        row[j] = gap < pair ? gap : pair;
    }
}

//!\brief Cell (i, j) holds the distance of the first i letters of one sequence and the first j of the other.
inline std::vector<std::vector<int>> edit_matrix(std::vector<std::uint8_t> const & first,
                                                 std::vector<std::uint8_t> const & second)
{
    std::vector cells(first.size() + 1, std::vector<int>(second.size() + 1));
    for (std::size_t j = 0; j <= second.size(); ++j)
        cells[0][j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= first.size(); ++i)
        next_edit_row(first[i - 1], second.data(), second.size(), cells[i - 1].data(), cells[i].data());
    return cells;
}

} // namespace reference
