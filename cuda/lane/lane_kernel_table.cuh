// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the lane kernel of a shape.
 */

#pragma once

#include "cuda/lane/lane_kernel.cuh"
#include "cuda/lane/lane_recurrence.hpp"
#include "cuda/lane/tuning_lane.hpp"
#include "cuda/runtime/kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief Finds the kernel of a shape.
 * \tparam recurrence_t The recurrence.
 * \returns The kernel, or null if there is none.
 */
template <recurrence recurrence_t>
lane_kernel_t find_lane_kernel(lane_shape const & wanted)
{
    return find_kernel<lane_kernel_t>(lane_shapes,
                                      wanted,
                                      [](auto const i) -> lane_kernel_t
                                      {
                                          constexpr lane_shape shape = lane_shapes[i];
                                          if constexpr (!has_lane_kernel(shape, recurrence_t::state_words))
                                              return nullptr;
                                          else if constexpr (shape.rows == lane_rows::one_query)
                                              return &lane_kernel<recurrence_t, query_rows<shape.words, shape.bits>>;
                                          else if constexpr (shape.rows == lane_rows::matches)
                                              return &lane_kernel<recurrence_t, match_rows<shape.words, shape.bits>>;
                                          else
                                              return &lane_kernel<recurrence_t, plane_rows<shape.words, shape.bits>>;
                                      });
}

} // namespace seqan3_gpulcs::cuda
