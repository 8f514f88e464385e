// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Starts lane kernels.
 */

#pragma once

#include <cuda_runtime.h>

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/lane/lane_recurrence.hpp"
#include "cuda/runtime/device_limits.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief The number of blocks to launch: enough for all pairs, but no more than run at a time.
 * \param recurrence The recurrence.
 * \param shape      The kernel.
 * \param arguments  The arguments of the launch.
 * \param limits     The limits of the current device.
 * \throws seqan3_gpulcs::launch_failure
 */
unsigned lane_blocks(lane_recurrence const & recurrence,
                     lane_shape const & shape,
                     lane_arguments const & arguments,
                     device_limits const & limits);

/*!\brief The number of words of carries that a launch needs between the strips of its pairs.
 * \param recurrence The recurrence.
 * \param arguments  The arguments of the launch.
 * \param blocks     The result of lane_blocks().
 */
std::uint64_t
lane_carry_words(lane_recurrence const & recurrence, lane_arguments const & arguments, unsigned blocks) noexcept;

/*!\brief Launches a kernel; returns while it runs.
 * \param recurrence The recurrence.
 * \param shape      The kernel.
 * \param arguments  The arguments of the launch.
 * \param blocks     The result of lane_blocks().
 * \param in         The stream.
 * \throws seqan3_gpulcs::launch_failure
 */
void launch_lanes(lane_recurrence const & recurrence,
                  lane_shape const & shape,
                  lane_arguments const & arguments,
                  unsigned blocks,
                  cudaStream_t in);

} // namespace seqan3_gpulcs::cuda
