// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The primers of many pairs.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

namespace seqan3_gpulcs::primer::detail
{

//!\brief A target, and the background from which its primers differ.
struct target_pair
{
    primer::target target{};                    //!< The target.
    packing::packed_sequence_view background{}; //!< The background.
};

//!\brief What is wanted of each pair.
enum class pair_output : std::uint8_t
{
    lengths,            //!< Those of the primers.
    lengths_and_matches //!< And their matches.
};

/*!\brief Finds the primers of many pairs.
 * \param pairs     The pairs. Backgrounds in the same memory are prepared once, and searched for all of their targets together.
 * \param wanted    What to find.
 * \param options   As for seqan3_gpulcs::primer::compute or, for matches, seqan3_gpulcs::primer::compute_with_matches.
 * \param execution Where and how to compute. With the backend automatic, small pairs are computed by the CPU.
 * \returns For each pair what seqan3_gpulcs::primer::compute_with_matches returns, without matches if they are not wanted.
 * \throws The exceptions of seqan3_gpulcs::primer::compute_with_matches.
 *
 * Small pairs are distributed among the threads; others have all of them, one background after the other.
 *
 * Memory: 8 bytes for each position, with matches 24; and that of seqan3_gpulcs::primer::compute for one background and all its
 * targets, or for one of the small pairs by thread.
 *
 * Concurrent calls are safe.
 */
std::vector<matched_primers> compute_pairs(std::span<target_pair const> pairs,
                                           pair_output wanted,
                                           options const & options,
                                           plan::execution const & execution = {});

} // namespace seqan3_gpulcs::primer::detail
