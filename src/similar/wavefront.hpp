// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs with a small distance, by their furthest-reaching points.
 */

#pragma once

#include <cstdint>
#include <limits>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief The limits at which to give up.
struct distance_limits
{
    //!\brief The largest distance that is of interest.
    std::uint64_t max_distance{std::numeric_limits<std::uint64_t>::max()};

    //!\brief The maximum memory in bytes, if the alignment is wanted; copies in other codes and the path itself are extra.
    std::uint64_t max_bytes{std::numeric_limits<std::uint64_t>::max()};

    //!\brief A pair is given up as soon as the rest seems to take longer than this distance would from the beginning.
    std::uint64_t worth_distance{std::numeric_limits<std::uint64_t>::max()};
};

//!\brief The result of a wavefront.
struct wavefront_result
{
    //!\brief Whether the distance is known: no limit was in the way.
    bool is_found{};

    //!\brief The alignment that a traceback of the whole matrix finds; empty unless it was requested and found.
    alignment::path path{};

    //!\brief The distance if it is known; otherwise it is greater than this or, if the memory did not suffice, not less.
    std::uint64_t distance{};

    //!\brief The largest sum of a row and a column that this distance reaches, at most the sum of the lengths.
    std::uint64_t progress{};

    //!\brief The number of points that were computed, those of guesses included.
    std::uint64_t points{};

    //!\brief The memory that counts towards the maximum; 0 without an alignment.
    std::uint64_t bytes{};

    //!\brief Whether the distance is unknown because the memory did not suffice.
    bool is_out_of_memory{};
};

/*!\brief Compares two sequences in a time that depends on how different they are.
 * \param pair    The sequences.
 * \param wanted  The metric, and whether the alignment is wanted, too. No ends are free, and gaps come first.
 * \param limits  The limits at which to give up.
 * \param control Stop and progress. The cells of the pair count as done when the distance is found, and not at all otherwise.
 * \throws std::bad_alloc, seqan3_gpulcs::operation_stopped
 *
 * Longest common subsequences are compared by their indel distance, m + n - 2 L for sequences of m and n letters and the length
 * L. For each distance from 0 on, finds the furthest points on diagonals, until the end is reached. A distance that is found is
 * certain, whatever the limits are.
 *
 * It gives up when the distance exceeds its maximum; and early, if from a twelfth of the worth distance on the rest seems to take a
 * fifth longer than all of that distance would. Pairs that have nothing in common then cost about 1.5 % of what it costs.
 *
 * ### Complexity
 *
 * An indel distance of D takes about D^2 / 4 points, and at most (D + 1)(D + 2) / 2 up to a distance of 256, of a nanosecond each with
 * vectors and four without; an edit distance takes twice as many, and (D + 1)^2. The matching letters on diagonals are compared, too, a
 * word of codes at a time. Memory: O(D) for the distance; for the alignment a bit for each point, or two, and the path. Linear in the
 * letters if the sequences have different codes.
 *
 * ### References
 *
 * E. W. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1 (1986), has the points. That the traceback
 * promised is a path through them, so that a bit or two for each suffice, is proved in
 * doc/algorithms/wavefront.md.
 */
wavefront_result compare_by_wavefront(alignment::sequence_pair const & pair,
                                      plan::comparison const & wanted,
                                      distance_limits const & limits,
                                      runtime::task_control & control);

} // namespace seqan3_gpulcs::similar
