// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Matches: the background substring nearest to each primer.
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
    std::uint64_t end{0};   //!< Behind its last letter.

    //!\brief Whether both are the same.
    friend constexpr bool operator==(match const &, match const &) noexcept = default;
};

/*!\brief Finds the match of each primer: a substring of the background with exactly k differences to it.
 * \param target     The sequence that contains the primers.
 * \param lengths    The result of seqan3_gpulcs::primer::compute for this target and this background alone, with the same
 *                   options: a length for each position.
 * \param background The sequence that the primers differ from.
 * \param options    Which primers were wanted: without complements and without a minimal length.
 * \param execution  Where and how, as for seqan3_gpulcs::primer::compute.
 * \returns A substring for each length: of all with k differences, one that ends first, and of these the shortest one. For a
 *          primer of k letters, and for positions without a primer, it is the empty one before the first letter.
 * \throws seqan3_gpulcs::invalid_option if k is 0; if there are complements or a minimal length; if one sequence consists of
 *         characters and the other one of ranks (seqan3_gpulcs::packing::letter_kind); or if unknown letters are given for
 *         ranks.
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was chosen and is not there.
 * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was chosen, and a primer has more than 4,096 letters that must
 *         be searched at once. The backend automatic leaves these to the CPU.
 * \throws seqan3_gpulcs::device_error if a chosen device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it,
 *         only if the backend cuda was chosen.
 * \throws seqan3_gpulcs::operation_stopped if `execution.stop` asks for it.
 * \throws std::bad_alloc, and what `execution.on_progress` throws.
 *
 * No match contains an unknown letter. The result depends on neither the backend nor the number of threads nor the machine.
 *
 * A bit-parallel search (Myers 1999, see seqan3_gpulcs::primer::compute) finds where matches end, and Sellers' recurrence ("The
 * theory and computation of evolutionary distances: pattern recognition", Journal of Algorithms 1, 1980) finds where they
 * begin.
 *
 * ### Complexity
 *
 * For n letters of the background and primers of l letters, one bit-parallel pass, `ceil(l / 64) * n` steps, for all primers
 * that end together, and `l * k` steps for each end that is found. This takes several times as long as finding the primers
 * of unrelated sequences, and tens of times as long as finding those of related ones. Memory: as for
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
    std::vector<std::uint64_t> lengths{}; //!< As seqan3_gpulcs::primer::compute returns them.
    std::vector<match> matches{};         //!< As seqan3_gpulcs::primer::find_matches returns them.
};

/*!\brief Finds the primers of a sequence and their matches.
 * \param target     The sequence that has the primers.
 * \param background The sequence that they differ from.
 * \param options    Which primers are wanted: without complements and without a minimal length.
 * \param execution  Where and how. A position counts twice in the progress, for its primer and for its match.
 * \returns What seqan3_gpulcs::primer::compute and seqan3_gpulcs::primer::find_matches would.
 * \throws The exceptions of seqan3_gpulcs::primer::find_matches.
 *
 * Saves the time to prepare the background twice, and to copy it to a device twice.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 */
matched_primers compute_with_matches(target const & target,
                                     packing::packed_sequence_view const & background,
                                     options const & options,
                                     plan::execution const & execution = {});

//!\brief Finds the matches of the primers of one string in another one; otherwise the same.
std::vector<match> find_matches(std::string_view target,
                                std::span<std::uint64_t const> lengths,
                                std::string_view background,
                                options const & options,
                                plan::execution const & execution = {});

} // namespace seqan3_gpulcs::primer
