// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The words that a recurrence keeps of columns, for a traceback.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace seqan3_gpulcs::cpu
{

/*!\brief A view of the words that are kept of some columns, in whatever order a kernel wrote them.
 *
 * For a recurrence that keeps its state, the view begins with the border left of the first column.
 */
struct kept_columns
{
    std::uint64_t const * words{};               //!< The words at the left border.
    std::span<std::size_t const> word_offsets{}; //!< The offset of those for 64 rows, for each word of rows.
    std::size_t distance{};                      //!< The words from one column to the next.
    std::size_t word_distance{};                 //!< The distance of the words for the same 64 rows.

    //!\brief The first of the words for 64 rows at the left border; after each column, it is `distance` words farther.
    std::uint64_t const * left_word(std::uint64_t const word) const noexcept
    {
        return words + word_offsets[word];
    }

    //!\brief A bit of the first of these words after a number of columns.
    bool bit(std::uint64_t const column, std::uint64_t const row) const noexcept
    {
        return (left_word(row / 64)[column * distance] >> row % 64 & 1) != 0;
    }
};

} // namespace seqan3_gpulcs::cpu
