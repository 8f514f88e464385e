// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief k-difference primers and sites of SeqAn3's ranges, without `align_pairwise`.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/detail/packed_pair.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

namespace seqan3_gpulcs::primer
{

/*!\brief Finds the primers of one range that differ from another one.
 * \param target     A forward range over an alphabet of up to 256 letters.
 * \param background Another one. Two different nucleotide alphabets are compared as `seqan3::dna15`, where U is T; so use the
 *                   complement of RNA only if both alphabets are the same RNA alphabet. Qualities are ignored.
 * \param options    Which primers to find; given in characters, whatever the alphabets.
 * \param execution  Where and how to compute.
 * \returns One length for each letter of the target.
 * \throws seqan3_gpulcs::invalid_option if k is 0, or the maximum length is below the minimum length; if unknown letters or
 *         complements are given for letters that are ranks (seqan3_gpulcs::packing::letter_kind); or if the complements do not fit
 *         the letters of the background.
 * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was requested and would have to search for patterns of more than
 *         65,536 letters, as from a k of about 30,000 on.
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` or the ranges throw.
 *
 * Both ranges are packed first, in linear time. For many targets or backgrounds, or repeated calls, pack them once:
 * seqan3_gpulcs::packing::pack.
 */
template <typename target_t, typename background_t>
    requires(packing::detail::letter_ranges<target_t, background_t>)
std::vector<std::uint64_t>
compute(target_t && target, background_t && background, options const & options, plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed =
        packing::detail::pack_pair(target, background, plan::available_threads(execution));
    primer::target const whole{packed.first};
    packing::packed_sequence_view const view{packed.second};
    return compute(std::span{&whole, 1}, std::span{&view, 1}, options, execution).front();
}

/*!\brief Finds the matches of the primers of one range in another one, as the function for packed sequences does.
 * \param target     The range that contains the primers.
 * \param lengths    The result of seqan3_gpulcs::primer::compute for the same ranges and options.
 * \param background The range that the primers differ from.
 * \param options    Which primers were found. Complements and a minimum length are not supported.
 * \param execution  Where and how to compute.
 * \returns One substring per length.
 * \throws seqan3_gpulcs::invalid_option if k is 0; if complements or a minimum length are given; if unknown letters are given for
 *         letters that are ranks (seqan3_gpulcs::packing::letter_kind); or if the lengths are not those of this target.
 * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was requested and would have to search for patterns of more than
 *         65,536 letters.
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` or the ranges throw.
 */
template <typename target_t, typename background_t>
    requires(packing::detail::letter_ranges<target_t, background_t>)
std::vector<match> find_matches(target_t && target,
                                std::span<std::uint64_t const> const lengths,
                                background_t && background,
                                options const & options,
                                plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed =
        packing::detail::pack_pair(target, background, plan::available_threads(execution));
    return find_matches(primer::target{packed.first}, lengths, packed.second.view(), options, execution);
}

/*!\brief Finds all sites of one range in another one, as the function for packed sequences does.
 * \param primer    A forward range over an alphabet of nucleotides, or of characters.
 * \param sequence  Another one. Two different nucleotide alphabets are compared as `seqan3::dna15`. Qualities are ignored.
 * \param options   Which sites to find.
 * \param execution Where and how to compute.
 * \returns The sites, by their positions.
 * \throws The exceptions of the function for packed sequences, and whatever the ranges throw.
 *
 * Both ranges are packed first, in linear time. For many primers or sequences, or repeated calls, pack them once:
 * seqan3_gpulcs::packing::pack.
 */
template <typename primer_t, typename sequence_t>
    requires(packing::detail::letter_ranges<primer_t, sequence_t>)
std::vector<site> find_sites(primer_t && primer,
                             sequence_t && sequence,
                             site_options const & options,
                             plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed =
        packing::detail::pack_pair(primer, sequence, plan::available_threads(execution));
    packing::packed_sequence_view const primer_view{packed.first};
    packing::packed_sequence_view const sequence_view{packed.second};
    return find_sites(std::span{&primer_view, 1}, std::span{&sequence_view, 1}, options, execution);
}

} // namespace seqan3_gpulcs::primer
