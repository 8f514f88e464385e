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
#include <seqan3/alphabet/quality/concept.hpp>

namespace seqan3_gpulcs::packing
{

// clang-format off
//!\brief An alphabet that can be packed: 256 letters at most.
template <typename letter_t>
concept packable_letter = seqan3::semialphabet<letter_t> && (seqan3::alphabet_size<letter_t> <= 256);

//!\brief A nucleotide with a quality, such as `seqan3::dna4q`.
template <typename letter_t>
concept base_with_quality = seqan3::nucleotide_alphabet<letter_t> && seqan3::quality_alphabet<letter_t>;

//!\brief The alphabet of a letter; of a base with a quality that of the base.
template <typename letter_t>
struct without_quality
{
    //!\brief The alphabet.
    using type = letter_t;
};

//!\brief Whatever the base is, `seqan3::dna15` has it.
template <base_with_quality letter_t>
struct without_quality<letter_t>
{
    //!\brief The alphabet.
    using type = seqan3::dna15;
};

//!\brief `seqan3::qualified` says what it is: RNA keeps its U.
template <base_with_quality letter_t>
    requires requires { typename letter_t::sequence_alphabet_type; }
struct without_quality<letter_t>
{
    //!\brief The alphabet.
    using type = typename letter_t::sequence_alphabet_type;
};

/*!\brief The alphabet in which letters of two alphabets are compared.
 *
 * Letters of the same alphabet are compared as they are; but a base with a quality is a base. Different alphabets of
 * nucleotides are compared as `seqan3::dna15`, different ones of amino acids as `seqan3::aa27`.
 */
template <typename first_t, typename second_t>
using common_letter_t =
    std::conditional_t<std::same_as<typename without_quality<first_t>::type, typename without_quality<second_t>::type>,
                       typename without_quality<first_t>::type,
                       std::conditional_t<seqan3::nucleotide_alphabet<first_t>, seqan3::dna15, seqan3::aa27>>;

//!\brief Alphabets whose letters can be compared: the same alphabet, two of nucleotides, or two of amino acids.
template <typename first_t, typename second_t>
concept comparable_letters =
    packable_letter<common_letter_t<first_t, second_t>>
    && (std::same_as<first_t, second_t>
        || (seqan3::nucleotide_alphabet<first_t> && seqan3::nucleotide_alphabet<second_t>)
        || (seqan3::aminoacid_alphabet<first_t> && seqan3::aminoacid_alphabet<second_t>));
// clang-format on

} // namespace seqan3_gpulcs::packing
