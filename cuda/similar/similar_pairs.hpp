// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many pairs of similar sequences on a device: nearly equal ones by their furthest-reaching points, others in bands.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/pipeline.hpp"
#include "cuda/strip/strip_pipeline.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/sequence_sets.hpp"
#include "src/plan/value_span.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Compares pairs by their wavefronts.
 * \param pairs     The pairs of the call.
 * \param chosen    The indices of the pairs to compare.
 * \param metric    The metric.
 * \param results   The results of all pairs, some of which are set.
 * \param resources The devices and host threads that compute them.
 * \returns The indices of the remaining pairs: they have a larger distance, or the devices have no memory.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 *
 * A pair that is of no interest has the value of such pairs.
 */
std::vector<std::size_t> find_by_wavefronts(std::span<alignment::sequence_pair const> pairs,
                                            std::span<std::size_t const> chosen,
                                            plan::metric metric,
                                            std::span<alignment::result> results,
                                            pipeline_resources const & resources);

/*!\brief Compares pairs in bands, the first of which are as wide as a sample of the pairs says.
 *
 * See similar::band_prover. The parameters, results and exceptions are those of find_by_wavefronts(); if bands probably take more time
 * than whole matrices, all pairs remain.
 */
std::vector<std::size_t> find_in_bands(std::span<alignment::sequence_pair const> pairs,
                                       std::span<std::size_t const> chosen,
                                       plan::metric metric,
                                       std::span<alignment::result> results,
                                       pipeline_resources const & resources);

/*!\brief Compares pairs in bands with given bounds.
 * \param request   Values without paths are wanted. The bound of a pair is at least as good as its threshold, and no better than any
 *                  sequences of these sizes can be; the columns have codes of 2 or 4 bits.
 * \param chosen    The indices of the pairs to compare.
 * \param resources The devices and host threads that compute them.
 */
std::vector<std::size_t> find_in_bands(strip_pipeline_request const & request,
                                       std::span<std::size_t const> chosen,
                                       pipeline_resources const & resources);

//!\brief Pairs that are aligned.
struct aligned_pairs
{
    std::span<alignment::sequence_pair const> pairs{}; //!< The pairs of the call.
    std::span<alignment::result> results{};            //!< The results of all pairs, some of which are set.
    plan::metric metric{};                             //!< The metric; gaps come first, and no ends are free.
    std::uint64_t memory_limit{};                      //!< The maximum memory of the tracebacks.
};

/*!\brief Aligns pairs by wavefronts that host threads compute: only nearly equal pairs, if the threads take less time for them than the
 *        device for whole matrices.
 * \param aligned   The pairs.
 * \param chosen    The indices of the pairs to align. A sample of them decides whether any is aligned.
 * \param resources The host threads.
 * \returns The indices of the remaining pairs.
 * \throws seqan3_gpulcs::operation_stopped, std::bad_alloc, and the exceptions of the progress callback.
 */
std::vector<std::size_t> align_by_wavefronts(aligned_pairs const & aligned,
                                             std::span<std::size_t const> chosen,
                                             pipeline_resources const & resources);

//!\brief The numbers of the sequences of a pair of sets.
struct set_pair
{
    std::uint32_t first;  //!< The number in the first set.
    std::uint32_t second; //!< The number in the second set.

    friend auto operator<=>(set_pair const &, set_pair const &) = default;
};

/*!\brief Compares every pair of sets by its wavefront; each sequence is uploaded once for some hundred others.
 * \param sets      The sets.
 * \param metric    The metric.
 * \param values    The lengths or distances, in the order of plan::sequence_sets::index.
 * \param resources The devices and host threads that compute them.
 * \returns The remaining pairs, in their order.
 */
std::vector<set_pair> find_by_wavefronts(plan::sequence_sets const & sets,
                                         plan::metric metric,
                                         plan::value_span const & values,
                                         pipeline_resources const & resources);

} // namespace seqan3_gpulcs::cuda
