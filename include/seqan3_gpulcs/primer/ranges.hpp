// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief k-difference primers of SeqAn3's ranges, without `align_pairwise`.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/detail/packed_pair.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

namespace seqan3_gpulcs::primer
{

/*!\brief Finds the primers of one range that differ from another one.
 * \param target     A forward range over an alphabet of up to 256 letters.
 * \param background Another one. Two different alphabets of nucleotides are compared as `seqan3::dna15`, where U is T; so the
 *                   complement is that of RNA only if both are the same alphabet of RNA. Qualities do not count.
 * \param options    Which primers are wanted; of characters, whatever the alphabets are.
 * \param execution  Where and how.
 * \returns One number for each letter of the target.
 * \throws The exceptions of seqan3_gpulcs::primer::compute for packed sequences, and what the ranges throw.
 *
 * Packs both ranges first. For many targets or backgrounds, or repeated calls, pack them once:
 * seqan3_gpulcs::packing::pack.
 */
template <typename target_t, typename background_t>
    requires(packing::detail::letter_ranges<target_t, background_t>)
std::vector<std::uint64_t>
compute(target_t && target, background_t && background, options const & options, plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed = packing::detail::pack_pair(target, background);
    primer::target const whole{packed.first};
    packing::packed_sequence_view const view{packed.second};
    return compute(std::span{&whole, 1}, std::span{&view, 1}, options, execution).front();
}

/*!\brief Finds the matches of the primers of one range in another one; otherwise as for packed sequences.
 * \param target     The range that has the primers.
 * \param lengths    What seqan3_gpulcs::primer::compute has found for the same ranges.
 * \param background The range that they differ from.
 * \param options    Which primers were wanted.
 * \param execution  Where and how.
 * \returns A substring for each length.
 * \throws The exceptions of seqan3_gpulcs::primer::find_matches for packed sequences, and what the ranges throw.
 */
template <typename target_t, typename background_t>
    requires(packing::detail::letter_ranges<target_t, background_t>)
std::vector<match> find_matches(target_t && target,
                                std::span<std::uint64_t const> const lengths,
                                background_t && background,
                                options const & options,
                                plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed = packing::detail::pack_pair(target, background);
    return find_matches(primer::target{packed.first}, lengths, packed.second.view(), options, execution);
}

} // namespace seqan3_gpulcs::primer
