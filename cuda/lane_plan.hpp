// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Which lane kernel computes a pair.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "tuning.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Pairs with longer sequences are computed by strip kernels, where a pair has lanes enough for itself.
inline constexpr std::uint64_t longest_in_lane{4096};

//!\brief The width of codes for which there are kernels: 2, 4 or 8.
constexpr unsigned bits_of_lanes(unsigned const bits) noexcept
{
    return bits <= 2 ? 2 : bits <= 4 ? 4 : 8;
}

/*!\brief Chooses the kernel that takes the least time for rows.
 * \param rows         The number of rows; at most longest_in_lane.
 * \param bits         The width of a code: 2, 4 or 8.
 * \param is_one_query Whether all pairs have these rows. Without effect if the width is not 2.
 * \returns The index of the kernel in lane_shapes.
 *
 * Constant time.
 */
std::size_t plan_lanes(std::uint64_t rows, unsigned bits, bool is_one_query) noexcept;

//!\brief The strips that a kernel makes of rows.
constexpr unsigned strips_of_lane(lane_shape const & shape, std::uint64_t const rows) noexcept
{
    return static_cast<unsigned>((rows + shape.words * 32 - 1) / (shape.words * 32));
}

} // namespace seqan3_gpulcs::cuda
