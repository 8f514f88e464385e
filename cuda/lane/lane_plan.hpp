// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The choice of the lane kernel for a pair.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/lane/tuning_lane.hpp"
#include "cuda/recurrence/recurrence_traits.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The maximum number of letters of a sequence; longer ones are computed in strips, many lanes for one pair.
inline constexpr std::uint64_t max_lane_size{4096};

/*!\brief The maximum number of words of a lane with lane_rows::matches for which several blocks fit into shared memory.
 * \param letters      The number of letters of the columns.
 * \param shared_bytes The maximum of shared memory per block.
 */
unsigned max_match_words(std::uint64_t letters, std::uint64_t shared_bytes) noexcept;

/*!\brief Whether there is a kernel for a query.
 * \param rows         The length of the query; at most max_lane_size.
 * \param bits         The width of the codes of the columns: 2, 4 or 8.
 * \param letters      The number of their letters.
 * \param shared_bytes The maximum of shared memory per block.
 * \param traits       The recurrence.
 */
bool is_for_query_kernel(std::uint64_t rows,
                         unsigned bits,
                         std::uint64_t letters,
                         std::uint64_t shared_bytes,
                         recurrence_traits const & traits) noexcept;

/*!\brief Chooses the fastest kernel for pairs that all have the same rows.
 * \param rows   The number of rows; at most max_lane_size.
 * \param bits   The width of the codes of the columns: 2, 4 or 8.
 * \param traits The recurrence.
 * \returns The index of the kernel in lane_shapes.
 *
 * Constant time.
 */
std::size_t plan_query_lanes(std::uint64_t rows, unsigned bits, recurrence_traits const & traits) noexcept;

/*!\brief Chooses the fastest kernel for pairs that each have rows of their own.
 * \param rows      The number of rows; at most max_lane_size.
 * \param bits      The width of the codes of the columns: 2, 4 or 8.
 * \param max_words The maximum number of words with lane_rows::matches, see max_match_words(); 0 if there is none.
 * \param traits    The recurrence.
 * \returns The index of the kernel in lane_shapes.
 *
 * Constant time.
 */
std::size_t
plan_pair_lanes(std::uint64_t rows, unsigned bits, unsigned max_words, recurrence_traits const & traits) noexcept;

/*!\brief The number of subjects that a block of threads compares with a query at a time.
 * \param rows    The length of the longest query.
 * \param columns The length of the longest subject.
 */
unsigned plan_subjects_per_item(std::uint64_t rows, std::uint64_t columns) noexcept;

//!\brief The number of strips into which a kernel cuts rows.
constexpr unsigned lane_strips(lane_shape const & shape, std::uint64_t const rows) noexcept
{
    return static_cast<unsigned>(util::ceil_div<std::uint64_t>(rows, shape.words * 32));
}

} // namespace seqan3_gpulcs::cuda
