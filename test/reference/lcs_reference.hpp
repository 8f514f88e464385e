// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Longest common subsequences the plain way, cell by cell. Shares no code with the library.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumented.hpp"

namespace reference
{

//!\brief Cell (i, j) holds the length for the first i letters of one sequence and the first j of the other.
using matrix = std::vector<std::vector<std::uint16_t>>;

//!\brief The cells of the next row, except the first one, which is always 0.
template <typename letter_t, typename other_t, typename cell_t>
REFERENCE_WITHOUT_SANITIZERS void next_lcs_row(letter_t const & letter,
                                               other_t const * const second,
                                               std::size_t const size,
                                               cell_t const * above,
                                               cell_t * row)
{
    for (std::size_t j = 1; j <= size; ++j)
        row[j] = letter == second[j - 1] ? static_cast<cell_t>(above[j - 1] + 1)
               : above[j] > row[j - 1]   ? above[j]
                                         : row[j - 1];
}

template <typename first_t, typename second_t>
matrix lcs_matrix(first_t const & first, second_t const & second)
{
    matrix cells(first.size() + 1, std::vector<std::uint16_t>(second.size() + 1));
    for (std::size_t i = 1; i <= first.size(); ++i)
        next_lcs_row(first[i - 1], second.data(), second.size(), cells[i - 1].data(), cells[i].data());
    return cells;
}

//!\brief The last row of the matrix: the lengths for all of one sequence and each prefix of the other. It takes little
//!       memory.
inline std::vector<std::uint32_t> last_lcs_row(std::vector<std::uint8_t> const & first,
                                               std::vector<std::uint8_t> const & second)
{
    std::vector<std::uint32_t> above(second.size() + 1);
    std::vector<std::uint32_t> row(second.size() + 1);
    for (std::uint8_t const letter : first)
    {
        next_lcs_row(letter, second.data(), second.size(), above.data(), row.data());
        above.swap(row);
    }
    return above;
}

//!\brief Whether a column grows from a row to the next one.
inline bool grows_down(matrix const & cells, std::size_t const row, std::size_t const column)
{
    return cells[row + 1][column] != cells[row][column];
}

//!\brief Whether a row grows from a column to the next one.
inline bool grows_right(matrix const & cells, std::size_t const row, std::size_t const column)
{
    return cells[row][column + 1] != cells[row][column];
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
