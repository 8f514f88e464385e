// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair of similar sequences: exact, without most of the matrix.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/wavefront_attempt.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/guide.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief The resources for a pair.
struct pair_limits
{
    unsigned threads{1}; //!< The threads.

    /*!\brief The maximum number of bytes, if the alignment is wanted.
     *
     * The limit covers all that depends on the lengths: checkpoints and tiles, points, seeds, and the borders of a band; not the inputs,
     * copies of them, and the path.
     */
    std::uint64_t memory_limit{};

    plan::wavefront_attempt attempt{}; //!< An attempt that was made before, with no less memory.
};

/*!\brief Compares a pair without the parts of the matrix that its best alignments do not touch.
 * \param pair    The pair.
 * \param wanted  The metric and the wanted output.
 * \param limits  Threads and memory.
 * \param control Progress and stop.
 * \returns The result, the same as from the whole matrix, or that of a pair of no interest; none if the whole matrix probably takes less
 *          time, the memory does not suffice, or ends are free.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 */
std::optional<alignment::result> compute_similar(alignment::sequence_pair const & pair,
                                                 plan::comparison const & wanted,
                                                 pair_limits const & limits,
                                                 runtime::task_control & control);

/*!\brief Compares a pair in a band that a bound determines, and in a second one if that proves nothing: see band_prover.
 * \param bound The value that the pair is assumed to reach.
 * \returns The result; none if the memory does not suffice for the checkpoints.
 *
 * The other parameters are those of compute_similar().
 */
std::optional<alignment::result> compute_in_band(alignment::sequence_pair const & pair,
                                                 plan::comparison const & wanted,
                                                 std::uint64_t bound,
                                                 pair_limits const & limits,
                                                 runtime::task_control & control);

/*!\brief Finds a bound for a band of a pair that probably takes much less time than the whole matrix: that of a path along seeds, or the
 *        threshold of the pair.
 * \returns The bound, which sequences of these sizes can have; none if there is no such band, as far as one can see beforehand.
 *
 * The parameters are those of compute_similar().
 */
std::optional<std::uint64_t> find_bound(alignment::sequence_pair const & pair,
                                        plan::comparison const & wanted,
                                        pair_limits const & limits,
                                        runtime::task_control & control);

//!\brief The result of a wavefront.
struct attempt_result
{
    std::optional<alignment::result> result{}; //!< None if the distance is too large, or the memory does not suffice.
    plan::wavefront_attempt attempt{};         //!< The progress of the attempt.
    std::optional<std::uint64_t>
        value{}; //!< The value of a pair whose path needs a band, of which it is the best bound.
};

/*!\brief Compares a pair by its furthest-reaching points, unless ends are free. Where gaps do not come first, these do not show the path.
 * \param worth_distance The largest distance for which the wavefront is profitable. A somewhat larger one may be found, too.
 * \returns The result, if there is one. An attempt that was made before, up to as large a distance, is not repeated.
 *
 * The other parameters are those of compute_similar().
 */
attempt_result compute_by_wavefront(alignment::sequence_pair const & pair,
                                    plan::comparison const & wanted,
                                    std::uint64_t worth_distance,
                                    pair_limits const & limits,
                                    runtime::task_control & control);

/*!\brief The largest distance for which a wavefront takes less time than a band on the CPU, and at most some time.
 * \param pair        The pair.
 * \param metric      The metric.
 * \param max_seconds The time.
 *
 * Constant time.
 */
std::uint64_t max_wavefront_distance(alignment::sequence_pair const & pair,
                                     plan::metric metric,
                                     double max_seconds = std::numeric_limits<double>::infinity()) noexcept;

//!\brief Estimates the time that one thread takes for the wavefront of a pair up to a distance. Constant time.
double estimate_wavefront_seconds(alignment::sequence_pair const & pair,
                                  plan::comparison const & wanted,
                                  double distance) noexcept;

//!\brief A guide for a pair, by its seeds; none if they say that the sequences are unrelated. See find_seed_chain().
std::optional<guide> find_guide(alignment::sequence_pair const & pair, runtime::task_control & control);

} // namespace seqan3_gpulcs::similar
