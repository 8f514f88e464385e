// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The left and the upper border of a whole matrix.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/free_ends.hpp>

#include "src/cpu/recurrence/recurrence.hpp"
#include "src/plan/matrix_region.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief The differences along a border.
 * \param words   Those of a recurrence.
 * \param is_free Whether letters along the border cost nothing; only for recurrences whose differences are 0 without any ones.
 */
template <std::size_t words>
constexpr std::array<std::uint64_t, words> border_differences(std::array<std::uint64_t, words> const & differences,
                                                              bool const is_free) noexcept
{
    return is_free ? std::array<std::uint64_t, words>{} : differences;
}

//!\brief Sets carries after the last column to 0. Without that, they would count.
template <recurrence recurrence_t>
void clear_after_last_column(std::span<std::uint64_t> const horizontal, std::uint64_t const columns) noexcept
{
    if (columns % 64 != 0)
        for (std::uint64_t & word : horizontal.last(recurrence_t::carry_words))
            word &= ~(~std::uint64_t{0} >> columns % 64);
}

//!\brief The state words left of the first column.
template <recurrence recurrence_t>
std::vector<std::uint64_t> left_border(plan::matrix_region const & region, alignment::free_ends const & ends = {})
{
    auto const differences = border_differences(recurrence_t::left_border, ends.first_leading);
    std::vector<std::uint64_t> words(region.row_words() * differences.size());
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = differences[i % differences.size()];
    return words;
}

//!\brief The carry words above the first row.
template <recurrence recurrence_t>
std::vector<std::uint64_t> upper_border(plan::matrix_region const & region, alignment::free_ends const & ends = {})
{
    auto const differences = border_differences(recurrence_t::upper_border, ends.second_leading);
    std::vector<std::uint64_t> words(region.column_words() * differences.size());
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = differences[i % differences.size()];
    clear_after_last_column<recurrence_t>(words, region.columns());
    return words;
}

} // namespace seqan3_gpulcs::cpu
