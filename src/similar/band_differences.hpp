// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Distances in a band, by the carries of a recurrence.
 */

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "src/cpu/recurrence/recurrence.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief The change of the distance along some columns, by the carries of a row.
 * \tparam recurrence_t The recurrence.
 * \param carries The carries of the columns, from a multiple of 64 on; zeros after the last column.
 * \param columns The number of columns.
 *
 * For longest common subsequences, the indel distance is meant: each column changes it by 1, down where there is a match more.
 */
template <cpu::recurrence recurrence_t>
std::int64_t distance_along(std::span<std::uint64_t const> const carries, std::uint64_t const columns) noexcept
{
    constexpr std::size_t words = recurrence_t::carry_words;
    std::int64_t ones[words]{};
    for (std::size_t i = 0; i < carries.size(); ++i)
        ones[i % words] += std::popcount(carries[i]);
    if constexpr (words == 1)
        return static_cast<std::int64_t>(columns) - 2 * ones[0];
    else
        return ones[0] - ones[1];
}

//!\brief Sets the differences of some words of rows or columns to those of a border, beyond which nothing is computed.
template <std::size_t count>
void fill_border(std::span<std::uint64_t> const words, std::array<std::uint64_t, count> const & border) noexcept
{
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = border[i % count];
}

} // namespace seqan3_gpulcs::similar
