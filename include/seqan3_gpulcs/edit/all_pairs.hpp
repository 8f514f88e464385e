// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances of all pairs of sequences.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/pair_stream.hpp>
#include <seqan3_gpulcs/alignment/phylip.hpp>
#include <seqan3_gpulcs/alignment/resident_set.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::edit
{

using alignment::append_phylip_rows;
using alignment::check_phylip_names;
using alignment::write_phylip;

/*!\brief The edit distances of all pairs of sequences in one set.
 * \param sequences n sequences, which may be empty.
 * \param execution Where and how to compute. Progress covers the whole call.
 * \returns `n * (n - 1) / 2` distances, in condensed form: those of the pairs (0, 1), (0, 2), ..., (0, n - 1), (1, 2), ...,
 *          (n - 2, n - 1).
 * \throws seqan3_gpulcs::invalid_option if the letters of two sequences are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * Time: that of seqan3_gpulcs::edit::compute for each pair. Memory: as for seqan3_gpulcs::lcs::all_pairs.
 *
 * Thread safety: concurrent calls are safe.
 */
std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> sequences,
                                     plan::execution const & execution = {});

/*!\brief The edit distances of every sequence in one set to every sequence in another.
 * \param first     m sequences, one per row of the result.
 * \param second    n sequences, one per column of the result.
 * \param execution Where and how to compute. Progress covers the whole call.
 * \returns `m * n` distances, row by row: the one of `first[i]` and `second[j]` is at `i * n + j`.
 * \throws The same exceptions as for one set.
 *
 * Time, memory and thread safety are as for one set.
 */
std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> first,
                                     std::span<packing::packed_sequence_view const> second,
                                     plan::execution const & execution = {});

/*!\brief The same distances of one set in memory of the caller, who can use it again: for short sequences, new memory takes longer than
 *        the comparison.
 * \param sequences The sequences.
 * \param found     Receives `n * (n - 1) / 2` distances, in condensed form. Undefined after an exception.
 * \param execution Where and how to compute.
 * \throws seqan3_gpulcs::invalid_option if there is not one place for each pair, or a sequence has 2^32 - 1 letters or more; and the
 *         exceptions of the other function.
 */
void all_pairs_into(std::span<packing::packed_sequence_view const> sequences,
                    std::span<std::uint32_t> found,
                    plan::execution const & execution = {});

//!\brief The same for two sets: `found` receives `m * n` distances, row by row.
void all_pairs_into(std::span<packing::packed_sequence_view const> first,
                    std::span<packing::packed_sequence_view const> second,
                    std::span<std::uint32_t> found,
                    plan::execution const & execution = {});

/*!\brief The same distances of one set, handed on block after block: for more pairs than there is memory for.
 * \param sequences The sequences.
 * \param sink      Takes the distances, while nothing is computed. It may hand them to another thread.
 * \param execution Where and how to compute. Progress covers the whole call.
 * \throws The exceptions of the function that returns all distances, and those of the sink, which end the call.
 *
 * Memory: a block has up to 2^22 distances of 8 bytes; with more than 64 ranks, up to 2^16 for each. The first blocks are smaller, so that results come soon.
 */
void all_pairs_in_blocks(std::span<packing::packed_sequence_view const> sequences,
                         alignment::value_sink const & sink,
                         plan::execution const & execution = {});

//!\brief The same for two sets, row by row.
void all_pairs_in_blocks(std::span<packing::packed_sequence_view const> first,
                         std::span<packing::packed_sequence_view const> second,
                         alignment::value_sink const & sink,
                         plan::execution const & execution = {});

/*!\brief The edit distances of every sequence in one set with every sequence in another one, which stays where it is compared.
 * \param first     m sequences, one per row of the result.
 * \param second    n sequences, one per column of the result.
 * \param execution Where and how to compute. It may name devices that keep `second`, or none, which means all of these.
 * \returns `m * n` distances, row by row.
 * \throws seqan3_gpulcs::invalid_option if a device that does not keep `second` is named; and the exceptions of the
 *         function for two sets in memory.
 *
 * Devices copy only `first`, and those of `second` that have more than 4,096 letters.
 */
std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> first,
                                     alignment::resident_set const & second,
                                     plan::execution const & execution = {});

//!\brief The same distances in memory of the caller: `found` receives `m * n` of them, row by row.
void all_pairs_into(std::span<packing::packed_sequence_view const> first,
                    alignment::resident_set const & second,
                    std::span<std::uint32_t> found,
                    plan::execution const & execution = {});

} // namespace seqan3_gpulcs::edit
