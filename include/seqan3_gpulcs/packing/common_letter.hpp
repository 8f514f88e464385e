// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The alphabets in which letters of two alphabets are compared.
 */

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

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
//!\brief An alphabet that can be packed: at most 256 letters.
template <typename letter_t>
concept packable_letter = seqan3::semialphabet<letter_t> && (seqan3::alphabet_size<letter_t> <= 256);

//!\brief A nucleotide with a quality, such as `seqan3::dna4q`.
template <typename letter_t>
concept base_with_quality = seqan3::nucleotide_alphabet<letter_t> && seqan3::quality_alphabet<letter_t>;

//!\brief The alphabet of a letter; for a base with a quality, the alphabet of the base.
template <typename letter_t>
struct without_quality
{
    //!\brief The alphabet.
    using type = letter_t;
};

//!\brief A base with a quality in general: `seqan3::dna15` has all bases.
template <base_with_quality letter_t>
struct without_quality<letter_t>
{
    //!\brief The alphabet.
    using type = seqan3::dna15;
};

//!\brief `seqan3::qualified` names the alphabet of its base: RNA keeps its U.
template <base_with_quality letter_t>
    requires requires { typename letter_t::sequence_alphabet_type; }
struct without_quality<letter_t>
{
    //!\brief The alphabet.
    using type = typename letter_t::sequence_alphabet_type;
};

/*!\brief The alphabet in which letters of two alphabets are compared.
 *
 * Letters of the same alphabet are compared as they are; the quality of a base is ignored. Two different nucleotide alphabets
 * are compared as `seqan3::dna15`, two different amino acid alphabets as `seqan3::aa27`.
 */
template <typename first_t, typename second_t>
using common_letter_t =
    std::conditional_t<std::same_as<typename without_quality<first_t>::type, typename without_quality<second_t>::type>,
                       typename without_quality<first_t>::type,
                       std::conditional_t<seqan3::nucleotide_alphabet<first_t>, seqan3::dna15, seqan3::aa27>>;

//!\brief Alphabets whose letters can be compared: the same alphabet, two nucleotide alphabets, or two amino acid alphabets.
template <typename first_t, typename second_t>
concept comparable_letters =
    packable_letter<common_letter_t<first_t, second_t>>
    && (std::same_as<first_t, second_t>
        || (seqan3::nucleotide_alphabet<first_t> && seqan3::nucleotide_alphabet<second_t>)
        || (seqan3::aminoacid_alphabet<first_t> && seqan3::aminoacid_alphabet<second_t>));
// clang-format on

namespace detail
{

//!\brief Whether no two letters of an alphabet become the same letter of another one.
template <typename letter_t, typename target_t>
constexpr bool stay_different()
{
    std::array<bool, seqan3::alphabet_size<target_t>> taken{};
    for (std::size_t rank = 0; rank < seqan3::alphabet_size<letter_t>; ++rank)
    {
        letter_t const letter =
            seqan3::assign_rank_to(static_cast<seqan3::alphabet_rank_t<letter_t>>(rank), letter_t{});
        if (std::exchange(taken[seqan3::to_rank(static_cast<target_t>(letter))], true))
            return false;
    }
    return true;
}

} // namespace detail

// clang-format off
//!\brief Whether different letters of an alphabet stay different when they are converted to another one, as compilers can tell.
template <typename letter_t, typename target_t>
concept converts_to_different =
    packable_letter<letter_t> && packable_letter<target_t>
    && requires(letter_t const letter) { static_cast<target_t>(letter); }
    && requires { typename std::bool_constant<detail::stay_different<letter_t, target_t>()>; }
    && detail::stay_different<letter_t, target_t>();
// clang-format on

} // namespace seqan3_gpulcs::packing
