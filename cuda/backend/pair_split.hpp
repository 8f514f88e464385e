// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How a device computes pairs. Whether it should is another question: see src/plan/offload_policy.hpp.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/pair_list.hpp"
#include "src/plan/pair_survey.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Whether all pairs of a call are computed in lanes. Constant time.
 * \param pairs     The number of pairs.
 * \param max_size  No sequence is longer.
 * \param max_cells No pair has more cells.
 */
bool are_for_lanes(std::uint64_t pairs, std::uint64_t max_size, double max_cells) noexcept;

//!\brief Whether lanes know such ends: the value is then the smallest one of the last column.
constexpr bool has_lane_ends(plan::comparison const & wanted) noexcept
{
    return !(wanted.ends.first_trailing && wanted.ends.second_trailing);
}

//!\brief What is needed of pairs whose paths are not wanted.
enum class pair_results : std::uint8_t
{
    only_values, //!< The values.
    all          //!< With free ends, also where they end.
};

//!\brief The pairs of a list, by how they are computed: their indices.
struct pair_split
{
    double cells{};                       //!< The cells of all pairs.
    plan::pair_survey lanes{};            //!< The sizes of those in lanes.
    std::vector<std::size_t> in_lanes{};  //!< Short ones, a pair per lane.
    std::vector<std::size_t> in_tiles{};  //!< Short ones whose alignments or ends are wanted, a warp per pair.
    std::vector<std::size_t> in_strips{}; //!< Medium ones, some warps per pair.
    std::vector<std::size_t> alone{};     //!< Large ones, one after the other with the whole device.
};

/*!\brief Splits the pairs of a list.
 * \param list      The pairs.
 * \param wanted    What to find.
 * \param needed    What is needed of it.
 * \param execution The threads and the stop request.
 * \throws std::bad_alloc, seqan3_gpulcs::operation_stopped
 *
 * Linear in the number of pairs. One thread would take as long to split millions of short ones as a device takes to align them.
 */
pair_split split_pairs(plan::pair_list const & list,
                       plan::comparison const & wanted,
                       pair_results needed,
                       plan::execution const & execution);

} // namespace seqan3_gpulcs::cuda
