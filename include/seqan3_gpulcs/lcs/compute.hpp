// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Longest common subsequences of packed sequences: the entry points that do not need SeqAn3.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/alignment/pair_stream.hpp>
#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::lcs
{

using alignment::method;
using alignment::path;
using alignment::result;
using alignment::run;
using alignment::sequence_pair;
using alignment::to_cigar;
using alignment::to_runs;
using alignment::to_string;

//!\brief What to compute for each pair.
enum class output : std::uint8_t
{
    length,     //!< The length of a longest common subsequence.
    subsequence //!< The length and the subsequence itself, as a path.
};

/*!\brief Compares every pair.
 * \param pairs     The pairs; sequences may be empty.
 * \param wanted    The output: the length alone, or also a subsequence.
 * \param execution Where and how to compute.
 * \returns One result for each pair, in the order of the pairs.
 * \throws seqan3_gpulcs::invalid_option if the letters of a pair are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::memory_limit_too_small if a subsequence is wanted and the memory limit is too small for it.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * ### Which subsequence
 *
 * There may be many longest common subsequences. The choice does not depend on the backend, the memory limit or the number of
 * threads. The last match ends at the shortest prefix of the first sequence, and then at the shortest prefix of the second, that
 * still have a common subsequence of the full length. The match before it is chosen in the same way from the letters that
 * remain, and so on. Between two matches, letters of the second sequence come before letters of the first: D before I.
 *
 * ### Pairs that are too short
 *
 * With a sequence_pair::min_length L, a pair of lengths m and n is stopped early, as soon as it is certain that more than m + n - 2 L
 * letters are outside each common subsequence. It costs nothing if L is larger than m or n; next to nothing if sequences of
 * thousands of letters have less than L letters in common, however these are arranged; and a small part of the matrix if L is
 * nearly as large as m and n. Short sequences, and whole matrices on a device, are compared as if there were no minimum.
 *
 * ### Complexity
 *
 * For lengths m and n, about `ceil(m / 64) * n` steps of a few operations, for the whole matrix. Long sequences that are similar
 * take a part of that: with D letters of both outside the subsequence, about D^2 / 4 points if D is small, and otherwise a band
 * of less than D columns in each row. See seqan3_gpulcs::lcs::result::method. For unrelated ones, finding out that they are not
 * similar takes about a fiftieth of the time at most. For a subsequence, part of the matrix is computed twice:
 * about 5 % from 100,000 letters on, and more for shorter sequences (25 % at 16,000 letters). With the smallest
 * possible memory limit it is about the whole matrix if the path stays near the diagonal, and at worst three times the matrix.
 *
 * Memory: O(m + n), plus the memory limit for subsequences, plus the results. Threads that work on different pairs share the
 * limit.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 *
 * ### References
 *
 * The recurrence is due to Crochemore, Iliopoulos, Pinzon and Reid, "A fast and practical bit-vector algorithm for the
 * longest common subsequence problem", Information Processing Letters 80 (2001). The traceback through its bit vectors follows
 * Hyyrö, "Bit-parallel LCS-length computation revisited", AWOCA 2004.
 */
std::vector<result>
compute(std::span<sequence_pair const> pairs, output wanted, plan::execution const & execution = {});

/*!\brief Compares the pairs of a stream, and hands the results on block after block: for more pairs, or longer alignments, than there is memory
 *        for.
 * \param pairs     The pairs. They are made in the thread of the call, as many at a time as keep all threads or a device busy.
 * \param wanted    The output.
 * \param sink      Takes the results, while nothing is computed. It may hand them to another thread.
 * \param execution Where and how to compute. Progress covers the whole call.
 * \throws The exceptions of the function that returns all results, and those of the stream and of the sink, which end the call.
 */
void compute_in_blocks(alignment::pair_stream const & pairs,
                       output wanted,
                       alignment::result_sink const & sink,
                       plan::execution const & execution = {});

/*!\brief The lengths of longest common subsequences of many pairs, without anything else.
 * \param pairs     The pairs; sequences may be empty.
 * \param execution Where and how to compute.
 * \returns One length for each pair, in the order of the pairs; 0 for those below their sequence_pair::min_length.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute for lengths.
 *
 * The lengths are those of seqan3_gpulcs::lcs::compute. For millions of short pairs, a call takes a fraction of its time:
 * there is no result object for each pair.
 *
 * Memory: 8 bytes per pair, or 24 if a device computes pairs of which some have more than 4096 letters, plus some megabytes per
 * thread, and a result object for each long pair. Where a pair cannot reach its minimum, the others are copied.
 *
 * Thread safety: concurrent calls are safe.
 */
std::vector<std::uint64_t> lengths(std::span<sequence_pair const> pairs, plan::execution const & execution = {});

/*!\brief The same lengths in memory of the caller, who can use it again: for very many short pairs, new memory takes longer than the
 *        comparison.
 * \param pairs     The pairs.
 * \param found     Receives one length for each pair, in the order of the pairs. Undefined after an exception.
 * \param execution Where and how to compute.
 * \throws seqan3_gpulcs::invalid_option if there is not one place for each pair, or a sequence of a pair that is
 *         compared has 2^32 - 1 letters or more; and the
 *         exceptions of the other function.
 */
void lengths_into(std::span<sequence_pair const> pairs,
                  std::span<std::uint32_t> found,
                  plan::execution const & execution = {});

/*!\brief The length of a longest common subsequence of two sequences.
 * \param first     One sequence.
 * \param second    The other one.
 * \param execution Where and how to compute.
 * \returns The length.
 * \throws seqan3_gpulcs::invalid_option if the letters of the two sequences are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * The same as seqan3_gpulcs::lcs::compute for one pair, with all cores working on it.
 */
std::uint64_t length(packing::packed_sequence_view const & first,
                     packing::packed_sequence_view const & second,
                     plan::execution const & execution = {});

//!\brief The same for two strings, compared byte by byte. Packs them first, in linear time.
std::uint64_t length(std::string_view first, std::string_view second, plan::execution const & execution = {});

/*!\brief A longest common subsequence of two sequences, as a path.
 * \param first     The first sequence: the query, for the operations of the path.
 * \param second    The second sequence.
 * \param execution Where and how to compute.
 * \returns The alignment of the whole sequences.
 * \throws seqan3_gpulcs::invalid_option if the letters of the two sequences are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::memory_limit_too_small if the memory limit is too small for the subsequence.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * The same as seqan3_gpulcs::lcs::compute for one pair, with all cores working on it.
 */
path subsequence(packing::packed_sequence_view const & first,
                 packing::packed_sequence_view const & second,
                 plan::execution const & execution = {});

//!\brief The same for two strings, compared byte by byte. Packs them first, in linear time.
path subsequence(std::string_view first, std::string_view second, plan::execution const & execution = {});

/*!\brief The LCS lengths of all prefixes of the first sequence at once, as one bit per letter.
 * \param first     The sequence whose prefixes are compared; length m.
 * \param second    The sequence they are compared with, as a whole.
 * \param execution Where and how to compute.
 * \returns `ceil(m / 64)` words. Bit i % 64 of word i / 64 is 1 if the prefix of length i + 1 has a longer common
 *          subsequence with the second sequence than the prefix of length i, and 0 if not. Unused bits of the last word are 0.
 *          So the number of ones before bit i is the length for the prefix of length i.
 * \throws seqan3_gpulcs::invalid_option if the letters of the two sequences are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * It takes as long as the length alone. seqan3_gpulcs::lcs::prefix_lengths adds constant-time lookup.
 */
std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view const & first,
                                             packing::packed_sequence_view const & second,
                                             plan::execution const & execution = {});

} // namespace seqan3_gpulcs::lcs
