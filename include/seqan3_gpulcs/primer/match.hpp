// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Matches: the background substring most similar to each primer.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::primer
{

//!\brief A substring of a background.
struct match
{
    std::uint64_t begin{0}; //!< The position of its first letter, counted from 0.
    std::uint64_t end{0};   //!< One past the position of its last letter.

    //!\brief Whether both members are equal.
    friend constexpr bool operator==(match const &, match const &) noexcept = default;
};

/*!\brief Finds the match of each primer: a substring of the background at exactly k differences.
 * \param target     The sequence that contains the primers.
 * \param lengths    The result of seqan3_gpulcs::primer::compute for exactly this target and this background, with the same
 *                   options: one length per position.
 * \param background The sequence that the primers differ from.
 * \param options    Which primers were found. Complements and a minimum length are not supported.
 * \param execution  Where and how to compute, as for seqan3_gpulcs::primer::compute.
 * \returns One substring per length: the shortest of all with k differences that end first. For a primer of
 *          k letters, and for positions without a primer, it is the empty substring before the first letter.
 * \throws seqan3_gpulcs::invalid_option if k is 0; if complements or a minimum length are given; if one sequence consists of
 *         characters and the other of ranks (seqan3_gpulcs::packing::letter_kind); if unknown letters are given for ranks; or if
 *         there are not as many lengths as positions, or a primer has fewer than k letters, or more than there are known ones from
 *         its position on.
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was requested and a primer has more than 65,536 letters that must
 *         be searched at once. The backend automatic uses the CPU for these.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * No match contains an unknown letter or, if letters have meanings, a gap. The result does not depend on the backend, the
 * number of threads or the machine.
 *
 * A bit-parallel search (Myers 1999, see seqan3_gpulcs::primer::compute) finds where matches end, and Sellers' recurrence ("The
 * theory and computation of evolutionary distances: pattern recognition", Journal of Algorithms 1, 1980) finds where they
 * begin.
 *
 * ### Complexity
 *
 * For n letters of the background and primers of l letters: one bit-parallel pass, `ceil(l / 64) * n` steps, for all primers
 * that end at the same position, and `l * k` steps for each end that is found. This takes several times as long as finding the
 * primers of unrelated sequences, and tens of times as long as finding those of related ones. Memory: as for
 * seqan3_gpulcs::primer::compute.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 */
std::vector<match> find_matches(target const & target,
                                std::span<std::uint64_t const> lengths,
                                packing::packed_sequence_view const & background,
                                options const & options,
                                plan::execution const & execution = {});

//!\brief Primers and their matches.
struct matched_primers
{
    std::vector<std::uint64_t> lengths{}; //!< The lengths that seqan3_gpulcs::primer::compute returns.
    std::vector<match> matches{};         //!< The matches that seqan3_gpulcs::primer::find_matches returns.
};

/*!\brief Finds the primers of a sequence and their matches.
 * \param target     The sequence that contains the primers.
 * \param background The sequence that primers must differ from.
 * \param options    Which primers to find. Complements and a minimum length are not supported.
 * \param execution  Where and how to compute. For progress, each position counts twice: for its primer and for its match.
 * \returns The results of seqan3_gpulcs::primer::compute and seqan3_gpulcs::primer::find_matches.
 * \throws seqan3_gpulcs::invalid_option if k is 0; if complements or a minimum length are given; if one sequence consists of
 *         characters and the other of ranks (seqan3_gpulcs::packing::letter_kind); or if unknown letters are given for ranks.
 * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was requested and would have to search for patterns of more than
 *         65,536 letters.
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * This is faster than calling both, because the background is prepared and copied to a device only once.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 */
matched_primers compute_with_matches(target const & target,
                                     packing::packed_sequence_view const & background,
                                     options const & options,
                                     plan::execution const & execution = {});

/*!\brief Finds the matches of the primers of one string in another one, as the function for packed sequences does.
 * \param target     The string that contains the primers.
 * \param lengths    The result of seqan3_gpulcs::primer::compute for the same strings and options.
 * \param background The string that the primers differ from.
 * \param options    Which primers were found. Complements and a minimum length are not supported.
 * \param execution  Where and how to compute.
 * \returns One substring per length.
 * \throws seqan3_gpulcs::invalid_option if k is 0; if complements or a minimum length are given; or if the lengths are not those of
 *         this target.
 * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was requested and would have to search for patterns of more than
 *         65,536 letters.
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * Both strings are packed first, in linear time.
 */
std::vector<match> find_matches(std::string_view target,
                                std::span<std::uint64_t const> lengths,
                                std::string_view background,
                                options const & options,
                                plan::execution const & execution = {});

} // namespace seqan3_gpulcs::primer
