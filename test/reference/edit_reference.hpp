// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances the plain way, cell by cell. Shares no code with the library.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace reference
{

//!\brief Cell (i, j) holds the distance of the first i letters of one sequence and the first j of the other.
inline std::vector<std::vector<int>> edit_matrix(std::vector<std::uint8_t> const & first,
                                                 std::vector<std::uint8_t> const & second)
{
    std::vector cells(first.size() + 1, std::vector<int>(second.size() + 1));
    for (std::size_t row = 0; row <= first.size(); ++row)
        for (std::size_t column = 0; column <= second.size(); ++column)
            if (row == 0 || column == 0)
                cells[row][column] = static_cast<int>(row + column);
            else
                cells[row][column] =
                    std::min({cells[row - 1][column] + 1,
                              cells[row][column - 1] + 1,
                              cells[row - 1][column - 1] + (first[row - 1] == second[column - 1] ? 0 : 1)});
    return cells;
}

} // namespace reference
