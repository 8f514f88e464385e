// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The scores that make an alignment a longest common subsequence.
 */

#pragma once

#include <seqan3/alignment/configuration/align_config_gap_cost_affine.hpp>
#include <seqan3/alignment/configuration/align_config_scoring_scheme.hpp>
#include <seqan3/core/configuration/configuration.hpp>

#include <seqan3_gpulcs/configuration/detail/equality_scoring_scheme.hpp>

namespace seqan3_gpulcs::align_cfg
{

//!\brief A scoring scheme: 1 for equal letters, 0 for different ones. For letters of any alphabet of up to 256 letters.
class lcs_scoring_scheme : public detail::equality_scoring_scheme<1, 0>
{};

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
