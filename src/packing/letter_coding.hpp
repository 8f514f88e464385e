// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The codes of the letters of a sequence.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

//!\brief The codes of the values that occur in a sequence.
struct letter_coding
{
    //!\brief Numbers the letters of the values in ascending order.
    letter_coding(letter_set const & set, letter_table const & table);

    std::vector<std::uint8_t> letters{}; //!< The letters, by their codes.
    detail::byte_map code_of{};          //!< The codes, by their values.
    unsigned bits_per_letter{};          //!< 2, 4 or 8.
};

/*!\brief Writes the codes of values.
 * \param code_of         The codes of the values.
 * \param bits_per_letter 2, 4 or 8.
 * \param values          The values.
 * \param words           Receives the codes; bits from the position on must be zero.
 * \param position        The number of codes that are there already.
 */
void write_codes(detail::byte_map const & code_of,
                 unsigned bits_per_letter,
                 std::span<std::uint8_t const> values,
                 std::uint64_t * words,
                 std::uint64_t position) noexcept;

} // namespace seqan3_gpulcs::packing
