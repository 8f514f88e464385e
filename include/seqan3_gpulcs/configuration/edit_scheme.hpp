// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The scores that make an alignment one with the fewest edits, for any alphabet.
 */

#pragma once

#include <seqan3/alignment/configuration/align_config_gap_cost_affine.hpp>
#include <seqan3/alignment/configuration/align_config_scoring_scheme.hpp>
#include <seqan3/core/configuration/configuration.hpp>

#include <seqan3_gpulcs/configuration/detail/equality_scoring_scheme.hpp>

namespace seqan3_gpulcs::align_cfg
{

//!\brief A scoring scheme: 0 for equal letters, -1 for different ones. For letters of any alphabet of up to 256 letters.
class edit_scoring_scheme : public detail::equality_scoring_scheme<0, -1>
{};

/*!\brief Shortcut for the edit distance of sequences of any alphabet: match 0, mismatch -1, each letter opposite a gap -1.
 *
 * `seqan3::align_cfg::edit_scheme` with the same scores is for nucleotides only, up to SeqAn3 3.3. The score of an alignment is its number of edits,
 * with a minus. With seqan3_gpulcs::align_cfg::bit_parallel the computation is bit-parallel; without it, SeqAn3's own dynamic
 * programming computes the same scores.
 */
inline constexpr seqan3::configuration edit_scheme =
    seqan3::align_cfg::scoring_scheme{edit_scoring_scheme{}}
    | seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{-1}};

} // namespace seqan3_gpulcs::align_cfg
