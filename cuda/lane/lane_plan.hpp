// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Which lane kernel computes a pair.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/lane/tuning_lane.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Pairs with longer sequences are computed by strip kernels, where a pair has lanes enough for itself.
inline constexpr std::uint64_t longest_in_lane{4096};

/*!\brief The most words of a lane with match words of its own, so that there is shared memory for several blocks.
 * \param letters      The number of letters of the columns.
 * \param shared_bytes The most shared memory that a block may have.
 */
unsigned max_match_words(std::uint64_t letters, std::uint64_t shared_bytes) noexcept;

/*!\brief Whether there is a kernel for a query.
 * \param rows         Its length; at most longest_in_lane.
 * \param bits         The width of the codes of the columns: 2, 4 or 8.
 * \param letters      The number of their letters.
 * \param shared_bytes The most shared memory that a block may have.
 */
bool is_for_query_kernel(std::uint64_t rows, unsigned bits, std::uint64_t letters, std::uint64_t shared_bytes) noexcept;

/*!\brief Chooses the kernel that takes the least time where all pairs have the same rows.
 * \param rows The number of rows; at most longest_in_lane.
 * \param bits The width of the codes of the columns: 2, 4 or 8.
 * \returns The index of the kernel in lane_shapes.
 *
 * Constant time.
 */
std::size_t plan_query_lanes(std::uint64_t rows, unsigned bits) noexcept;

/*!\brief Chooses the kernel that takes the least time where each pair has its own rows.
 * \param rows       The number of rows; at most longest_in_lane.
 * \param bits       The width of the codes of the columns: 2, 4 or 8.
 * \param max_words The most words with match words, if at least one: see max_match_words().
 * \returns The index of the kernel in lane_shapes.
 *
 * Constant time.
 */
std::size_t plan_pair_lanes(std::uint64_t rows, unsigned bits, unsigned max_words) noexcept;

//!\brief The strips that a kernel makes of rows.
constexpr unsigned lane_strips(lane_shape const & shape, std::uint64_t const rows) noexcept
{
    return static_cast<unsigned>((rows + shape.words * 32 - 1) / (shape.words * 32));
}

} // namespace seqan3_gpulcs::cuda
