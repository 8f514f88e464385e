// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Rejects letters that cannot be packed, or not be compared, with an error that says what to change.
 */

#pragma once

#include <seqan3_gpulcs/packing/common_letter.hpp>

namespace seqan3_gpulcs::packing::detail
{

//!\brief Rejects alphabets of too many letters. Has no members.
template <typename letter_t>
struct check_packable
{
    static_assert(packable_letter<letter_t>,
                  "seqan3_gpulcs: alphabets of more than 256 letters are not supported; convert the sequence, for "
                  "example with std::views::transform, to the alphabet that should be compared.");
};

//!\brief Rejects two alphabets whose letters cannot be compared. Has no members.
template <typename first_t, typename second_t>
struct check_comparable
{
    static_assert(
        comparable_letters<first_t, second_t>,
        "seqan3_gpulcs: letters of these two alphabets cannot be compared; convert one of the sequences, so that "
        "both have the same alphabet, or both have nucleotides or amino acids.");
};

//!\brief Checks a single alphabet, which can be compared unless it has too many letters.
template <typename letter_t>
struct check_comparable<letter_t, letter_t> : check_packable<common_letter_t<letter_t, letter_t>>
{};

} // namespace seqan3_gpulcs::packing::detail
