// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances the plain way, cell by cell. Shares no code with the library, only the words for its rules.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/free_ends.hpp>
#include <seqan3_gpulcs/alignment/preference.hpp>

#include "instrumented.hpp"

namespace reference
{

//!\brief The cells of the next row, except the first one.
REFERENCE_WITHOUT_SANITIZERS inline void next_edit_row(std::uint8_t const letter,
                                                       std::uint8_t const * const second,
                                                       std::size_t const size,
                                                       int const * above,
                                                       int * row)
{
    for (std::size_t j = 1; j <= size; ++j)
    {
        int const gap = (above[j] < row[j - 1] ? above[j] : row[j - 1]) + 1;
        int const pair = above[j - 1] + (letter == second[j - 1] ? 0 : 1);
        row[j] = gap < pair ? gap : pair;
    }
}

/*!\brief Cell (i, j) holds the distance of the first i letters of one sequence and the first j of the other, less leading letters
 *        that are free.
 */
inline std::vector<std::vector<int>> edit_matrix(std::vector<std::uint8_t> const & first,
                                                 std::vector<std::uint8_t> const & second,
                                                 seqan3_gpulcs::alignment::free_ends const & ends = {})
{
    std::vector cells(first.size() + 1, std::vector<int>(second.size() + 1));
    for (std::size_t j = 0; j <= second.size(); ++j)
        cells[0][j] = ends.second_leading ? 0 : static_cast<int>(j);
    for (std::size_t i = 1; i <= first.size(); ++i)
    {
        cells[i][0] = ends.first_leading ? 0 : static_cast<int>(i);
        next_edit_row(first[i - 1], second.data(), second.size(), cells[i - 1].data(), cells[i].data());
    }
    return cells;
}

//!\brief An alignment with the fewest edits.
struct edit_alignment
{
    int distance{};             //!< The edits.
    std::size_t first_begin{};  //!< The first letter of the first sequence that is aligned.
    std::size_t first_end{};    //!< One past the last one.
    std::size_t second_begin{}; //!< The first letter of the second sequence that is aligned.
    std::size_t second_end{};   //!< One past the last one.
    std::string steps{}; //!< A letter for each column: `=`, `X`, `I` for a letter of the first sequence alone, or `D`.

    //!\brief Whether all are equal.
    friend bool operator==(edit_alignment const &, edit_alignment const &) = default;
};

//!\brief The rules which of several best alignments it is.
struct edit_rules
{
    seqan3_gpulcs::alignment::free_ends ends{};        //!< The letters that are free.
    seqan3_gpulcs::alignment::preference preference{}; //!< The order of the steps.
    seqan3_gpulcs::alignment::end_choice end{};        //!< The choice of the end.
};

//!\brief Where the alignment ends, and its distance.
inline edit_alignment edit_end(std::vector<std::vector<int>> const & cells, edit_rules const & rules)
{
    std::size_t const rows = cells.size() - 1;
    std::size_t const columns = cells[0].size() - 1;
    std::vector<std::pair<std::size_t, std::size_t>> candidates{};
    for (std::size_t i = 0; rules.ends.first_trailing && i <= rows; ++i)
        candidates.emplace_back(i, columns);
    for (std::size_t j = 0; rules.ends.second_trailing && j <= columns; ++j)
        candidates.emplace_back(rows, j);
    if (candidates.empty())
        candidates.emplace_back(rows, columns);
    if (rules.end == seqan3_gpulcs::alignment::end_choice::last)
        std::ranges::reverse(candidates);

    auto const distance = [&](auto const & cell)
    {
        return cells[cell.first][cell.second];
    };
    auto const end = *std::ranges::min_element(candidates, {}, distance); // The first one of several.
    return {.distance = distance(end), .first_end = end.first, .second_end = end.second};
}

//!\brief The step to a cell, of those that are possible; the step that follows is 0 at the end of the alignment.
inline char
edit_step(std::string const & possible, char const next, seqan3_gpulcs::alignment::preference const preference)
{
    bool const gaps_first = preference == seqan3_gpulcs::alignment::preference::gaps_first;
    std::string order = gaps_first ? "ID=X" : "=XDI";
    if (!gaps_first && (next == 'I' || next == 'D'))
        order.insert(order.begin(), next);
    return order[order.find_first_of(possible)];
}

//!\brief The alignment.
inline edit_alignment edit_traceback(std::vector<std::uint8_t> const & first,
                                     std::vector<std::uint8_t> const & second,
                                     edit_rules const & rules = {})
{
    std::vector<std::vector<int>> const cells = edit_matrix(first, second, rules.ends);
    edit_alignment found = edit_end(cells, rules);
    std::size_t i = found.first_end;
    std::size_t j = found.second_end;
    while (!(i == 0 && (j == 0 || rules.ends.second_leading)) && !(j == 0 && rules.ends.first_leading))
    {
        std::string possible{};
        if (i != 0 && cells[i - 1][j] + 1 == cells[i][j])
            possible += 'I';
        if (j != 0 && cells[i][j - 1] + 1 == cells[i][j])
            possible += 'D';
        bool const equal = i != 0 && j != 0 && first[i - 1] == second[j - 1];
        if (i != 0 && j != 0 && cells[i - 1][j - 1] + !equal == cells[i][j])
            possible += equal ? '=' : 'X';

        found.steps += edit_step(possible, found.steps.empty() ? '\0' : found.steps.back(), rules.preference);
        i -= found.steps.back() != 'D';
        j -= found.steps.back() != 'I';
    }
    std::ranges::reverse(found.steps);
    found.first_begin = i;
    found.second_begin = j;
    return found;
}

//!\brief Whether the steps are an alignment of both parts with this distance.
inline bool is_valid(edit_alignment const & found,
                     std::vector<std::uint8_t> const & first,
                     std::vector<std::uint8_t> const & second)
{
    std::size_t i = found.first_begin;
    std::size_t j = found.second_begin;
    int edits = 0;
    for (char const step : found.steps)
    {
        bool const diagonal = step == '=' || step == 'X';
        if ((step != 'D' && i == found.first_end) || (step != 'I' && j == found.second_end)
            || (diagonal && (first[i] == second[j]) != (step == '=')))
            return false;
        i += step != 'D';
        j += step != 'I';
        edits += step != '=';
    }
    return i == found.first_end && j == found.second_end && edits == found.distance;
}

} // namespace reference
