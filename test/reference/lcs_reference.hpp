// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Longest common subsequences the plain way, cell by cell. Shares no code with the library.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace reference
{

//!\brief Cell (i, j) holds the length for the first i letters of one sequence and the first j of the other.
using matrix = std::vector<std::vector<std::uint16_t>>;

template <typename first_t, typename second_t>
matrix lcs_matrix(first_t const & first, second_t const & second)
{
    matrix cells(first.size() + 1, std::vector<std::uint16_t>(second.size() + 1));
    for (std::size_t i = 1; i <= first.size(); ++i)
        for (std::size_t j = 1; j <= second.size(); ++j)
            cells[i][j] = first[i - 1] == second[j - 1] ? static_cast<std::uint16_t>(cells[i - 1][j - 1] + 1)
                                                        : std::max(cells[i - 1][j], cells[i][j - 1]);
    return cells;
}

//!\brief The alignment that the library promises, one letter of `=ID` for each column.
inline std::string lcs_alignment(matrix const & cells)
{
    std::string columns{};
    std::size_t i = cells.size() - 1;
    std::size_t j = cells.front().size() - 1;
    while (i > 0 || j > 0)
    {
        if (i > 0 && cells[i - 1][j] == cells[i][j])
        {
            columns += 'I';
            --i;
        }
        else if (j > 0 && cells[i][j - 1] == cells[i][j])
        {
            columns += 'D';
            --j;
        }
        else
        {
            columns += '=';
            --i;
            --j;
        }
    }
    std::reverse(columns.begin(), columns.end());
    return columns;
}

} // namespace reference
