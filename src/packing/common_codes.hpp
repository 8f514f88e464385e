// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether two sequences that were packed on their own have the same codes, and common codes for them.
 */

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

//!\brief Whether codes of two sequences have the same width and stand for the same letters.
inline bool have_same_codes(packed_sequence_view const & first, packed_sequence_view const & second) noexcept
{
    return first.bits_per_letter() == second.bits_per_letter() && std::ranges::equal(first.letters(), second.letters());
}

/*!\brief Translates the codes of the rows to those of the columns.
 *
 * All letters of the rows that the columns do not have share one more code: the number of letters of the columns.
 */
class common_codes
{
public:
    //!\brief Finds the codes of the letters. O(n log n) in the number of different letters.
    common_codes(packed_sequence_view const & rows, packed_sequence_view const & columns) noexcept
    {
        auto const & letters = columns.letters();
        are_same_ = std::ranges::equal(rows.letters(), letters);
        std::size_t count = letters.size();
        for (std::size_t code = 0; code < rows.letters().size(); ++code)
        {
            auto const found = std::ranges::lower_bound(letters, rows.letters()[code]);
            bool const is_common = found != letters.end() && *found == rows.letters()[code];
            // The code fits into a byte: if there were 257 codes, the sequences would have all letters in common.
            row_codes_[code] = static_cast<std::uint8_t>(is_common ? static_cast<std::size_t>(found - letters.begin())
                                                                   : letters.size());
            if (!is_common)
                count = letters.size() + 1;
        }
        bits_ = count <= 2 ? 1 : static_cast<unsigned>(std::bit_width(count - 1));
    }

    //!\brief The bits of a code.
    unsigned bits() const noexcept
    {
        return bits_;
    }

    //!\brief Whether nothing needs to be translated.
    bool are_same() const noexcept
    {
        return are_same_;
    }

    //!\brief The common codes of the rows' letters, by their codes in their own sequence.
    std::array<std::uint8_t, 256> const & row_codes() const noexcept
    {
        return row_codes_;
    }

private:
    std::array<std::uint8_t, 256> row_codes_{};
    bool are_same_{};
    unsigned bits_{};
};

} // namespace seqan3_gpulcs::packing
