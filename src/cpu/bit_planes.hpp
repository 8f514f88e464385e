// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Codes of letters taken apart: a word for each of their bits.
 */

#pragma once

#include <array>
#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::cpu
{

/*!\brief Two sequences whose letters are compared by planes.
 *
 * The codes are those of the second sequence; all letters that it does not have share one more.
 */
class common_codes
{
public:
    //!\brief Finds the codes of the letters. Linear in the number of different letters.
    common_codes(packing::packed_sequence_view const & rows, packing::packed_sequence_view const & columns) noexcept;

    //!\brief The bits of a code.
    unsigned bits() const noexcept
    {
        return bits_;
    }

    //!\brief The codes of the rows' letters, by their codes in their own sequence; null if they are the same.
    std::uint8_t const * of_rows() const noexcept
    {
        return are_same_ ? nullptr : of_rows_.data();
    }

private:
    std::array<std::uint8_t, 256> of_rows_{};
    bool are_same_{};
    unsigned bits_{};
};

/*!\brief The planes of 64 letters, or of those that are left.
 * \param sequence The sequence.
 * \param begin    The first letter, a multiple of 64.
 * \param codes    Other codes for its letters, or null.
 * \param planes   The number of planes.
 * \param to       Letter i goes to bit i; bits behind the last letter are zero.
 * \param distance From one plane to the next.
 */
void split_into_planes(packing::packed_sequence_view const & sequence,
                       std::uint64_t begin,
                       std::uint8_t const * codes,
                       unsigned planes,
                       std::uint64_t * to,
                       std::size_t distance) noexcept;

} // namespace seqan3_gpulcs::cpu
