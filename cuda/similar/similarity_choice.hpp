// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The choice of the pairs that a device compares by wavefronts or in bands, by a sample of many pairs.
 *
 * All estimates depend on the sequences and the kind of device alone, not on time: so every run chooses the same.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/plan/sequence_sets.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The distance up to which the wavefront of a pair is computed.
struct wavefront_limit
{
    std::uint32_t max_distance{}; //!< The largest distance; of indels, as odd or even as those of the pair.
    bool is_threshold{};          //!< Whether a pair with a larger one is of no interest.
};

/*!\brief Limits points to where they take a device less time than the whole matrix of a pair.
 * \returns The limit; none if the sizes of the sequences differ too much, or they are short. Constant time.
 */
std::optional<wavefront_limit> limit_wavefront(alignment::sequence_pair const & pair, plan::metric metric) noexcept;

/*!\brief Whether wavefronts probably take less time than whole matrices: decided by a few pairs, whose first points the CPU finds.
 * \param pairs  The pairs of the call.
 * \param chosen The indices of the pairs that are meant.
 * \param metric The metric.
 * \param device The costs of the device.
 *
 * The sample takes a hundredth of the time of all pairs at most; if that is too little, wavefronts are not used.
 */
bool are_wavefronts_profitable(std::span<alignment::sequence_pair const> pairs,
                               std::span<std::size_t const> chosen,
                               plan::metric metric,
                               plan::device_costs const & device);

//!\brief Whether wavefronts probably take less time than whole matrices for every pair of sets.
bool are_wavefronts_profitable(plan::sequence_sets const & sets,
                               plan::metric metric,
                               plan::device_costs const & device);

//!\brief Whether wavefronts of a number of host threads probably take less time than the device for alignments.
bool are_host_wavefronts_profitable(std::span<alignment::sequence_pair const> pairs,
                                    std::span<std::size_t const> chosen,
                                    plan::metric metric,
                                    unsigned threads,
                                    plan::device_costs const & device);

//!\brief The distance up to which a wavefront of host threads takes less time than the device for an alignment. Constant time.
std::uint64_t max_host_distance(alignment::sequence_pair const & pair,
                                plan::metric metric,
                                unsigned threads,
                                plan::device_costs const & device) noexcept;

/*!\brief Chooses the number of edits that the first bands of many pairs leave, beside those of different sizes.
 * \param pairs  The pairs of the call.
 * \param chosen The indices of the pairs that are meant.
 * \param metric The metric: for longest common subsequences, edits are insertions and deletions.
 * \param device The costs of the device.
 * \returns The edits for each letter of the shorter sequence; none if whole matrices probably take less time.
 *
 * Takes as much time as are_wavefronts_profitable().
 */
std::optional<double> choose_edit_rate(std::span<alignment::sequence_pair const> pairs,
                                       std::span<std::size_t const> chosen,
                                       plan::metric metric,
                                       plan::device_costs const & device);

/*!\brief The bound of a band of a pair.
 * \param pair   The pair.
 * \param rate   See choose_edit_rate().
 * \param metric The metric.
 * \returns The bound; none if the whole matrix takes less time, or the sizes say that the pair is of no interest. Constant time.
 */
std::optional<std::uint64_t>
choose_bound(alignment::sequence_pair const & pair, double rate, plan::metric metric) noexcept;

//!\brief Whether a band with this bound takes less time than the whole matrix. Constant time.
bool is_band_faster(alignment::sequence_pair const & pair, std::uint64_t bound, plan::metric metric) noexcept;

} // namespace seqan3_gpulcs::cuda
