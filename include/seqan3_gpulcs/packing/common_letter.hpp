// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief When letters of two alphabets are the same.
 */

#pragma once

#include <concepts>
#include <type_traits>

#include <seqan3/alphabet/adaptation/char.hpp>
#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/aminoacid/concept.hpp>
#include <seqan3/alphabet/concept.hpp>
#include <seqan3/alphabet/nucleotide/concept.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>

namespace seqan3_gpulcs::packing
{

/*!\brief Alphabets whose letters can be compared: the same alphabet, two nucleotide alphabets, or two amino acid ones.
 *
 * An alphabet may have 256 letters at most.
 */
template <typename first_t, typename second_t>
concept comparable_letters =
    seqan3::semialphabet<first_t> && seqan3::semialphabet<second_t>
    && seqan3::alphabet_size<first_t> <= 256 && seqan3::alphabet_size<second_t> <= 256
    && (std::same_as<std::remove_cvref_t<first_t>, std::remove_cvref_t<second_t>>
        || (seqan3::nucleotide_alphabet<first_t> && seqan3::nucleotide_alphabet<second_t>)
        || (seqan3::aminoacid_alphabet<first_t> && seqan3::aminoacid_alphabet<second_t>));

//!\brief The alphabet in which letters of the two are compared: by rank.
template <typename first_t, typename second_t>
    requires comparable_letters<first_t, second_t>
using common_letter_t = std::conditional_t<
    std::same_as<std::remove_cvref_t<first_t>, std::remove_cvref_t<second_t>>,
    std::remove_cvref_t<first_t>,
    std::conditional_t<seqan3::nucleotide_alphabet<first_t>, seqan3::dna15, seqan3::aa27>>;

} // namespace seqan3_gpulcs::packing
