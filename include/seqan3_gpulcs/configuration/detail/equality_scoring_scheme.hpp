// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Scoring schemes that only see whether letters are equal.
 */

#pragma once

#include <cstdint>

#include <seqan3/alphabet/concept.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>

#include <seqan3_gpulcs/packing/common_letter.hpp>

namespace seqan3_gpulcs::align_cfg::detail
{

/*!\brief A scoring scheme with one score for equal letters and one for different ones; models `seqan3::scoring_scheme_for`.
 *
 * It accepts letters of any alphabet of up to 256 letters, and of two different alphabets if both are nucleotides or both
 * amino acids; then `T` of DNA equals `U` of RNA. An unknown base equals only an unknown base.
 */
template <std::int8_t match, std::int8_t mismatch>
class equality_scoring_scheme
{
public:
    //!\brief The type of a score.
    using score_type = std::int8_t;
    //!\brief The alphabet that SeqAn3's vectorised algorithms read the two scores from.
    using alphabet_type = seqan3::dna15;

    //!\brief The score of two letters. Constant time; never throws.
    template <typename first_t, typename second_t>
        requires(packing::comparable_letters<first_t, second_t>)
    constexpr score_type score(first_t const first, second_t const second) const noexcept
    {
        using letter_t = packing::common_letter_t<first_t, second_t>;
        bool const equal =
            seqan3::to_rank(static_cast<letter_t>(first)) == seqan3::to_rank(static_cast<letter_t>(second));
        return equal ? match : mismatch;
    }

    //!\brief Always true: the scheme has no state.
    friend constexpr bool operator==(equality_scoring_scheme const &,
                                     equality_scoring_scheme const &) noexcept = default;
};

} // namespace seqan3_gpulcs::align_cfg::detail
