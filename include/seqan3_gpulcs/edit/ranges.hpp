// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances of SeqAn3's ranges, without `align_pairwise`.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/detail/packed_pair.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

namespace seqan3_gpulcs::edit
{

/*!\brief The edit distance of two ranges of letters.
 * \param first     A forward range over an alphabet of up to 256 letters.
 * \param second    Another one. If the alphabets differ, both must be nucleotides, which are compared as `seqan3::dna15`, or
 *                  both amino acids, which are compared as `seqan3::aa27`. Qualities are ignored.
 * \param execution Where and how to compute.
 * \returns The distance.
 * \throws The exceptions of seqan3_gpulcs::edit::distance for packed sequences, and whatever the ranges throw.
 *
 * Packs both ranges first, in linear time.
 */
template <typename first_t, typename second_t>
    requires(packing::detail::letter_ranges<first_t, second_t>)
std::uint64_t distance(first_t && first, second_t && second, plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed =
        packing::detail::pack_pair(first, second, plan::available_threads(execution));
    return distance(packed.first, packed.second, execution);
}

/*!\brief An alignment of two ranges of letters with the fewest edits, as a path.
 * \param first     A range of letters, as for seqan3_gpulcs::edit::distance.
 * \param second    Another one.
 * \param execution Where and how to compute.
 * \returns The alignment of the whole sequences.
 * \throws The exceptions of seqan3_gpulcs::edit::alignment for packed sequences, and whatever the ranges throw.
 *
 * Packs both ranges first, in linear time.
 */
template <typename first_t, typename second_t>
    requires(packing::detail::letter_ranges<first_t, second_t>)
path alignment(first_t && first, second_t && second, plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed =
        packing::detail::pack_pair(first, second, plan::available_threads(execution));
    return alignment(packed.first, packed.second, execution);
}

} // namespace seqan3_gpulcs::edit
