// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The scores that make an alignment a longest common subsequence.
 */

#pragma once

#include <cstdint>

#include <seqan3/alignment/configuration/align_config_gap_cost_affine.hpp>
#include <seqan3/alignment/configuration/align_config_scoring_scheme.hpp>
#include <seqan3/core/configuration/configuration.hpp>

#include <seqan3_gpulcs/packing/common_letter.hpp>

namespace seqan3_gpulcs::align_cfg
{

/*!\brief A scoring scheme: 1 for equal letters, 0 for different ones; models `seqan3::scoring_scheme_for`.
 *
 * It accepts letters of any alphabet of up to 256 letters, and of two different alphabets if both are nucleotides or both
 * amino acids; then `T` of DNA equals `U` of RNA. An unknown base equals only an unknown base.
 */
class lcs_scoring_scheme
{
public:
    //!\brief The type of a score.
    using score_type = std::int8_t;
    //!\brief The alphabet that SeqAn3's vectorised algorithms read the two scores from.
    using alphabet_type = seqan3::dna15;

    //!\brief 1 if the letters are equal, else 0. Constant time; never throws.
    template <typename first_t, typename second_t>
        requires(packing::comparable_letters<first_t, second_t>)

    constexpr score_type score(first_t const first, second_t const second) const noexcept
    {
        using letter_t = packing::common_letter_t<first_t, second_t>;
        return seqan3::to_rank(static_cast<letter_t>(first)) == seqan3::to_rank(static_cast<letter_t>(second));
    }

    //!\brief Always true: the scheme has no state.
    friend constexpr bool operator==(lcs_scoring_scheme const &, lcs_scoring_scheme const &) noexcept = default;
};

/*!\brief Shortcut for the longest common subsequence: match 1, mismatch 0, gaps free.
 *
 * The counterpart of `seqan3::align_cfg::edit_scheme`. The score of an alignment is the length of the common subsequence that it
 * shows. The scheme requires `seqan3::align_cfg::method_global`. With seqan3_gpulcs::align_cfg::bit_parallel the computation is
 * bit-parallel; without it, SeqAn3's own dynamic programming computes the same scores.
 */
inline constexpr seqan3::configuration lcs_scheme =
    seqan3::align_cfg::scoring_scheme{lcs_scoring_scheme{}}
    | seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{0}};

} // namespace seqan3_gpulcs::align_cfg
