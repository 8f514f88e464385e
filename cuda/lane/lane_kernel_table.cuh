// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the lane kernel of a shape. Three translation units compile a kind each.
 */

#pragma once

#include <cstddef>

#include "cuda/lane/lane_kernel.cuh"
#include "cuda/lane/lane_recurrence.hpp"
#include "cuda/lane/tuning_lane.hpp"
#include "cuda/recurrence/lcs_step.cuh"
#include "cuda/runtime/kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief Finds the kernel of a shape among those of a kind.
 * \tparam recurrence_t What is computed.
 * \tparam kind         The kind.
 * \tparam rows_t       The rows of this kind.
 * \returns The kernel, or null if there is none.
 */
template <recurrence recurrence_t, lane_rows kind, template <unsigned, unsigned> typename rows_t>
lane_kernel_t find_lane_kernel(lane_shape const & wanted)
{
    return find_kernel<lane_kernel_t>(lane_shapes,
                                      wanted,
                                      [](auto const i) -> lane_kernel_t
                                      {
                                          constexpr lane_shape shape = lane_shapes[i];
                                          if constexpr (shape.rows == kind)
                                              return &lane_kernel<recurrence_t, rows_t<shape.words, shape.bits>>;
                                          else
                                              return nullptr;
                                      });
}

//!\brief The kernels for one query.
lane_kernel_t find_lane_kernel_one_query(lane_shape const & shape);

//!\brief The kernels whose lanes have match vectors of their own.
lane_kernel_t find_lane_kernel_matches(lane_shape const & shape);

//!\brief The kernels whose lanes have the codes of rows in registers.
lane_kernel_t find_lane_kernel_planes(lane_shape const & shape);

} // namespace seqan3_gpulcs::cuda
