// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The properties of a recurrence that the host depends on.
 */

#pragma once

#include <array>
#include <cstdint>

namespace seqan3_gpulcs::cuda
{

//!\brief The properties of a recurrence without its device code; see seqan3_gpulcs::cuda::recurrence.
struct recurrence_traits
{
    unsigned state_words{};                      //!< The words of state for 32 rows.
    unsigned carry_words{};                      //!< The words of carries for 32 columns.
    unsigned border_increment{};                 //!< The difference of neighbouring cells of a border.
    bool passes_carries{};                       //!< Whether a row without a match passes on its carries unchanged.
    std::uint32_t no_threshold{};                //!< The threshold at which all values are reported.
    std::array<std::uint32_t, 2> upper_border{}; //!< The words of carries above the first row.
    unsigned word_instructions{};                //!< The instructions that a column takes for 32 rows.

    //!\brief The differences that a word of carries tells, as ones.
    constexpr std::uint32_t differences(std::uint64_t const carries, unsigned const k) const noexcept
    {
        return static_cast<std::uint32_t>(carries) ^ upper_border[k];
    }

    /*!\brief The value of the last cell of a matrix.
     * \param rows         The number of rows.
     * \param columns      The number of columns.
     * \param vertical_sum The sum of all vertical differences of the last column, modulo 2^64; 0 where there is none.
     */
    constexpr std::uint64_t
    value(std::uint64_t const rows, std::uint64_t const columns, std::uint64_t const vertical_sum) const noexcept
    {
        return (columns == 0 ? rows : columns) * border_increment + vertical_sum;
    }
};

} // namespace seqan3_gpulcs::cuda
