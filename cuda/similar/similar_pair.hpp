// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One large pair of similar sequences: on devices, or on the CPU where that is faster.
 */

#pragma once

#include <cstdint>
#include <optional>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/wavefront_attempt.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/guide.hpp"
#include "src/similar/similar_pair.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A pair, and the time that it takes without a band.
struct whole_matrix
{
    alignment::sequence_pair pair{};   //!< The sequences, neither of which is empty.
    plan::comparison wanted{};         //!< The metric and the wanted output.
    double seconds{};                  //!< About the time of the whole matrix on the devices that would compute it.
    plan::wavefront_attempt attempt{}; //!< An attempt that was made before.
};

//!\brief The resources for a pair.
struct band_resources
{
    similar::pair_limits limits; //!< The threads, and the memory of the host.
    context_team team; //!< The devices that may share it, the fastest one first, which must be the current one.
    stream_context_pool & contexts; //!< Lends another context.
};

/*!\brief Compares a pair without the parts of the matrix that its best alignments do not touch.
 * \param whole     The pair.
 * \param resources The resources.
 * \param control   Progress and stop.
 * \returns The result, the same as from the whole matrix, or that of a pair of no interest, with the backend that computed it; none if
 *          the whole matrix probably takes less time, memory is short, or ends are free.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 *
 * Pairs that are not similar cost about 2 % of the time of the whole matrix.
 */
std::optional<alignment::result>
compute_similar(whole_matrix const & whole, band_resources const & resources, runtime::task_control & control);

/*!\brief A bound of the length or the distance: the value of a path near a guide.
 * \param path    The guide.
 * \param metric  The metric.
 * \param run     The run of the pair.
 * \param control Progress and stop.
 * \param cells   Incremented by the cells that are computed.
 */
std::uint64_t find_bound(similar::guide const & path,
                         plan::metric metric,
                         strip_run & run,
                         runtime::task_control & control,
                         double & cells);

/*!\brief Compares a pair in the band that a bound determines, and in a second one if that proves nothing: see similar::band_prover.
 * \param run       The run of the pair.
 * \param whole     The pair, which its sizes do not rule out, and what is wanted.
 * \param bound     The value that the pair is assumed to reach.
 * \param resources The resources; their team is that of the run.
 * \param control   Progress and stop; in the end, all cells of the matrix count as done.
 * \returns The result; none if the band probably takes more time than the whole matrix, or memory is short.
 */
std::optional<alignment::result> compute_in_band(strip_run & run,
                                                 whole_matrix const & whole,
                                                 std::uint64_t bound,
                                                 band_resources const & resources,
                                                 runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
