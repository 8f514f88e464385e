// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Which of many pairs a device should compare by points or in bands, decided by a sample of them.
 *
 * All estimates depend on the sequences and the kind of device alone, not on time: so the choice is the same in each run.
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

//!\brief How far points of a pair are followed.
struct wavefront_limit
{
    std::uint32_t max_distance{}; //!< The largest distance; of indels, as odd or even as those of the pair.
    bool is_threshold{};          //!< Whether a pair with a larger one is of no interest.
};

/*!\brief Limits points to where they take a device less time than the whole matrix of a pair.
 * \returns The limit; none if the sizes of the sequences differ too much, or they are short. Constant time.
 */
std::optional<wavefront_limit> limit_wavefront(alignment::sequence_pair const & pair, plan::metric metric) noexcept;

/*!\brief Whether points are worth it for many pairs: decided by a few of them, whose first points the CPU finds.
 * \param pairs  All pairs.
 * \param chosen The indices of those that are meant.
 * \param metric What is compared.
 * \param device The costs of the device.
 *
 * Takes a hundredth of the time of all pairs at most; if that is too little, they are not.
 */
bool are_wavefronts_profitable(std::span<alignment::sequence_pair const> pairs,
                               std::span<std::size_t const> chosen,
                               plan::metric metric,
                               plan::device_costs const & device);

//!\brief Whether points are worth it for every pair of sets.
bool are_wavefronts_profitable(plan::sequence_sets const & sets,
                               plan::metric metric,
                               plan::device_costs const & device);

//!\brief Whether points are worth it for alignments, where a number of host threads find them.
bool are_host_wavefronts_profitable(std::span<alignment::sequence_pair const> pairs,
                                    std::span<std::size_t const> chosen,
                                    plan::metric metric,
                                    unsigned threads,
                                    plan::device_costs const & device);

//!\brief The distance up to which points of host threads are worth it for an alignment. Constant time.
std::uint64_t max_host_distance(alignment::sequence_pair const & pair,
                                plan::metric metric,
                                unsigned threads,
                                plan::device_costs const & device) noexcept;

/*!\brief How many edits the first bands of many pairs should leave, beside those of different sizes.
 * \param pairs  All pairs.
 * \param chosen The indices of those that are meant.
 * \param metric What is compared: for longest common subsequences, edits are insertions and deletions.
 * \param device The costs of the device.
 * \returns Their number for each letter of the shorter sequence; none if whole matrices probably take less time.
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
 * \param metric What is compared.
 * \returns The bound; none if the whole matrix takes less time, or the sizes say that the pair is of no interest. Constant time.
 */
std::optional<std::uint64_t>
choose_bound(alignment::sequence_pair const & pair, double rate, plan::metric metric) noexcept;

//!\brief Whether a band with this bound takes less time than the whole matrix. Constant time.
bool is_band_faster(alignment::sequence_pair const & pair, std::uint64_t bound, plan::metric metric) noexcept;

} // namespace seqan3_gpulcs::cuda
