// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the words of a recurrence say about the cells of the plain matrix.
 */

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The plain matrix of a recurrence.
template <recurrence recurrence_t>
auto plain_matrix(std::vector<std::uint8_t> const & first, std::vector<std::uint8_t> const & second)
{
    if constexpr (recurrence_t::state_words == 2)
        return reference::edit_matrix(first, second);
    else
        return reference::lcs_matrix(first, second);
}

//!\brief The increments of columns from the ones before, by the bits of carry words: the first plus, the second minus.
template <std::size_t carry_words>
int width(std::array<std::uint64_t, carry_words> const & carries, std::uint64_t const columns)
{
    int sum = std::popcount(carries[0] & columns);
    if constexpr (carry_words == 2)
        sum -= std::popcount(carries[1] & columns);
    return sum;
}

//!\brief The increment of a row, from the state words of its word, which lie `distance` apart.
template <recurrence recurrence_t>
int increment(std::uint64_t const * const words, std::size_t const distance, std::size_t const bit)
{
    std::array<std::uint64_t, recurrence_t::state_words> state;
    for (unsigned k = 0; k < recurrence_t::state_words; ++k)
        state[k] = words[k * distance];
    return static_cast<int>(recurrence_t::vertical_sum(state, std::uint64_t{1} << bit));
}

//!\brief Whether what is kept of a cell, in words that lie `distance` apart, is what the matrix says; `is_match` says whether its
//!       letters are equal.
template <recurrence recurrence_t>
bool is_kept(std::uint64_t const * const words,
             std::size_t const distance,
             auto const & cells,
             plan::matrix_cell const & cell,
             bool const is_match)
{
    auto const [row, column] = cell;
    auto const bit = [&](unsigned const which)
    {
        return (words[which * distance] >> (row - 1) % 64 & 1) != 0;
    };
    if constexpr (recurrence_t::keeps_state)
    {
        return bit(0) == (cells[row][column] == cells[row - 1][column]);
    }
    else
    {
        bool const up = cells[row - 1][column] + 1 == cells[row][column];
        bool const left = cells[row][column - 1] + 1 == cells[row][column];
        bool const diagonal = cells[row - 1][column - 1] + !is_match == cells[row][column];
        unsigned const of_gaps = up ? 1 : left ? 2 : 3 * is_match;
        unsigned const of_diagonals = diagonal ? 3 * is_match : left ? 2 : 1;
        unsigned const step = recurrence_t::kept_words == 2 ? of_gaps : of_diagonals;
        bool const has_gaps = recurrence_t::kept_words == 2 || (bit(2) == up && bit(3) == left);
        return bit(0) + 2u * bit(1) == step && has_gaps;
    }
}

} // namespace seqan3_gpulcs::cpu
