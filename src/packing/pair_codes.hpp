// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Common codes for two sequences that were packed on their own, the most frequent letters first.
 */

#pragma once

#include <array>
#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

//!\brief New codes, by the codes of a packed sequence.
using code_table = std::array<std::uint8_t, 256>;

//!\brief The number of codes that two planes tell apart; letters with larger codes are *rare*.
inline constexpr unsigned frequent_codes{4};

/*!\brief Tables that translate the codes of the rows and those of the columns, so that they are equal where the letters are.
 *
 * All letters that only the rows have share one code, and all that only the columns have share another. The most frequent letters get the
 * smallest codes. Their frequencies are estimated; a wrong estimate costs time and changes no result.
 */
class pair_codes
{
public:
    //!\brief Finds the codes. Linear in the number of different letters; reads at most some hundred words of a sequence.
    pair_codes(packed_sequence_view const & rows, packed_sequence_view const & columns) noexcept;

    //!\brief The bits of a code.
    unsigned bits() const noexcept
    {
        return bits_;
    }

    //!\brief The table for the codes of the rows.
    code_table const & row_codes() const noexcept
    {
        return row_codes_;
    }

    //!\brief The table for the codes of the columns.
    code_table const & column_codes() const noexcept
    {
        return column_codes_;
    }

private:
    code_table row_codes_{};
    code_table column_codes_{};
    unsigned bits_{};
};

} // namespace seqan3_gpulcs::packing
