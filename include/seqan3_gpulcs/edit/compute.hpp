// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances of packed sequences: the entry points that do not need SeqAn3.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/alignment/free_ends.hpp>
#include <seqan3_gpulcs/alignment/pair_stream.hpp>
#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/alignment/preference.hpp>
#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::edit
{

using alignment::end_choice;
using alignment::free_ends;
using alignment::method;
using alignment::path;
using alignment::preference;
using alignment::result;
using alignment::run;
using alignment::sequence_pair;
using alignment::to_cigar;
using alignment::to_runs;
using alignment::to_string;
using alignment::too_distant;

//!\brief What to compute for each pair.
enum class output : std::uint8_t
{
    distance, //!< The edit distance, and where the aligned parts end.
    alignment //!< The distance, where the aligned parts start and end, and an alignment with as many edits, as a path.
};

//!\brief What to compute, and for which parts of the sequences.
struct options
{
    output wanted{output::distance}; //!< The output that is wanted.
    free_ends ends{};                //!< Letters that may stay out of the alignment; by default none.
    edit::preference preference{};   //!< Which of several alignments is reported.
    end_choice end{}; //!< Where the alignment ends, if trailing letters are free and it may end in several cells.
};

/*!\brief Compares every pair by its edit distance (Levenshtein distance): the smallest number of letters to insert, delete or
 *        substitute that turn one sequence into the other.
 * \param pairs     The pairs; sequences may be empty. Distances above a sequence_pair::max_distance need not be found.
 * \param options   The output that is wanted, the free ends, and the choice among several alignments.
 * \param execution Where and how to compute.
 * \returns One result for each pair, in the order of the pairs.
 * \throws seqan3_gpulcs::invalid_option if the letters of a pair are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::memory_limit_too_small if an alignment is wanted and the memory limit is too small for it.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * ### Free ends
 *
 * With options::ends, letters at the named ends of a sequence may stay out of the alignment, at no cost; so
 * `{.second_leading = true, .second_trailing = true}` finds where in the second sequence a part is closest to the whole first one.
 * The distance is then the smallest of all such parts. alignment::result::first and second are the parts that are aligned. Their
 * start is known with an alignment only; without one, it is 0 where the leading end is free. A device compares many pairs with free ends
 * at a time if they have at most 2,048 letters (for edit::distances mostly 4,096); of longer ones a few, so that by default the CPU
 * compares lists of pairs with more than 2,048.
 *
 * ### Which alignment
 *
 * There may be many alignments with as few edits. The choice does not depend on the backend, the memory limit or the number of
 * threads: an alignment is found from its last column to its first; options::end says where it ends, and options::preference which of
 * the possible columns is taken. By default, it ends as late as possible, and an insertion (a letter of the first sequence
 * opposite a gap) is taken before a deletion, and a deletion before a match or a substitution. Where a leading end is free, the
 * alignment begins as soon as the other sequence is at its start.
 *
 * ### Pairs that are too distant
 *
 * A pair whose distance is larger than its sequence_pair::max_distance has the distance seqan3_gpulcs::edit::too_distant and no path.
 * It costs nothing if the lengths alone rule it out, and next to nothing if the letters of sequences of thousands of letters do. On the
 * CPU, the comparison of other long pairs without free ends stops as soon as it is certain. A device stops at the maximum where it compares similar
 * pairs by points or in bands. Other pairs take as long as if there were no maximum.
 *
 * ### Complexity
 *
 * For lengths m and n, about `ceil(m / 64) * n` steps of some more operations than those of seqan3_gpulcs::lcs::compute, for the whole
 * matrix. On the CPU, long sequences that are similar take a fraction of that, unless there are free ends: with a distance D, about D^2
 * points if D is small, and otherwise a band of about D columns in each row; see seqan3_gpulcs::alignment::result::method. For an
 * alignment, part of the matrix is computed twice.
 *
 * Memory: O(m + n), plus the memory limit for alignments, plus the results. Threads that work on different pairs share the limit.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 *
 * ### References
 *
 * Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming", Journal of the ACM 46 (1999),
 * in the form of Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of Computing
 * 10 (2003).
 */
std::vector<result>
compute(std::span<sequence_pair const> pairs, options const & options = {}, plan::execution const & execution = {});

/*!\brief Compares the pairs of a stream, and hands the results on block after block: for more pairs, or longer alignments, than there is memory
 *        for.
 * \param pairs     The pairs. They are made in the thread of the call, as many at a time as keep all threads or a device busy.
 * \param options   What is computed.
 * \param sink      Takes the results, while nothing is computed. It may hand them to another thread.
 * \param execution Where and how to compute. Progress covers the whole call.
 * \throws The exceptions of the function that returns all results, and those of the stream and of the sink, which end the call.
 */
void compute_in_blocks(alignment::pair_stream const & pairs,
                       options const & options,
                       alignment::result_sink const & sink,
                       plan::execution const & execution = {});

/*!\brief The edit distances of many pairs, without anything else.
 * \param pairs     The pairs; sequences may be empty.
 * \param execution Where and how to compute.
 * \returns One distance for each pair, in the order of the pairs; seqan3_gpulcs::edit::too_distant for those above their
 *          sequence_pair::max_distance.
 * \throws The exceptions of seqan3_gpulcs::edit::compute for distances.
 *
 * The distances are those of seqan3_gpulcs::edit::compute. For millions of short pairs, a call takes a fraction of its time:
 * there is no result object for each pair.
 *
 * Memory: as for seqan3_gpulcs::lcs::lengths.
 *
 * Thread safety: concurrent calls are safe.
 */
std::vector<std::uint64_t> distances(std::span<sequence_pair const> pairs, plan::execution const & execution = {});

//!\brief The edit distances of many pairs with free ends; see seqan3_gpulcs::edit::options.
std::vector<std::uint64_t>
distances(std::span<sequence_pair const> pairs, free_ends const & ends, plan::execution const & execution = {});

/*!\brief The same distances in memory of the caller, who can use it again: for very many short pairs, new memory takes longer than the
 *        comparison.
 * \param pairs     The pairs.
 * \param ends      The free ends.
 * \param found     Receives one distance for each pair, in the order of the pairs; 2^32 - 1 for those above their
 *                  sequence_pair::max_distance. Undefined after an exception.
 * \param execution Where and how to compute.
 * \throws seqan3_gpulcs::invalid_option if there is not one place for each pair, or a sequence of a pair that is
 *         compared has 2^32 - 1 letters or more; and the
 *         exceptions of the other function.
 */
void distances_into(std::span<sequence_pair const> pairs,
                    free_ends const & ends,
                    std::span<std::uint32_t> found,
                    plan::execution const & execution = {});

//!\brief The same without free ends.
void distances_into(std::span<sequence_pair const> pairs,
                    std::span<std::uint32_t> found,
                    plan::execution const & execution = {});

/*!\brief The edit distance of two sequences.
 * \param first     One sequence.
 * \param second    The other one.
 * \param execution Where and how to compute.
 * \returns The distance.
 * \throws seqan3_gpulcs::invalid_option if the letters of the two sequences are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * The same as seqan3_gpulcs::edit::compute for one pair, with all cores working on it.
 */
std::uint64_t distance(packing::packed_sequence_view const & first,
                       packing::packed_sequence_view const & second,
                       plan::execution const & execution = {});

//!\brief The same for two strings, compared byte by byte. Packs them first, in linear time.
std::uint64_t distance(std::string_view first, std::string_view second, plan::execution const & execution = {});

/*!\brief An alignment of two sequences with the fewest edits, as a path.
 * \param first     The first sequence: the query, for the operations of the path.
 * \param second    The second sequence.
 * \param execution Where and how to compute.
 * \returns The alignment of the whole sequences.
 * \throws The exceptions of seqan3_gpulcs::edit::distance.
 * \throws seqan3_gpulcs::memory_limit_too_small if the memory limit is too small for the alignment.
 *
 * The same as seqan3_gpulcs::edit::compute for one pair, with all cores working on it.
 */
path alignment(packing::packed_sequence_view const & first,
               packing::packed_sequence_view const & second,
               plan::execution const & execution = {});

//!\brief The same for two strings, compared byte by byte. Packs them first, in linear time.
path alignment(std::string_view first, std::string_view second, plan::execution const & execution = {});

} // namespace seqan3_gpulcs::edit
