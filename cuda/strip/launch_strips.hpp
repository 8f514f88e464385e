// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Starts strip kernels.
 */

#pragma once

#include "cuda/runtime/device_limits.hpp"
#include "cuda/strip/strip_arguments.hpp"
#include "cuda/strip/strip_plan.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Loads the kernel of a plan, which a launch may do by itself.
 * \param plan    The plan.
 * \param letters The number of different letters of the columns.
 * \param limits  The limits of the current device.
 * \throws seqan3_gpulcs::launch_failure
 *
 * Loading may wait for kernels that run: it must not come after the launch of a kernel that waits for this one.
 */
void load_strips(strip_plan const & plan, unsigned letters, device_limits const & limits);

/*!\brief Launches the kernel of a plan; returns while it runs.
 * \param plan      The plan.
 * \param arguments The arguments of the launch; their strips decide how many warps are launched.
 * \param limits    The limits of the current device.
 * \param in        The stream.
 * \throws seqan3_gpulcs::launch_failure
 */
void launch_strips(strip_plan const & plan,
                   strip_arguments const & arguments,
                   device_limits const & limits,
                   cudaStream_t in);

/*!\brief Launches the kernel for several matrices, or for bands of them; returns while it runs.
 * \param plan      The plan.
 * \param arguments The arguments of the launch; their strips decide how many warps are launched.
 * \param limits    The limits of the current device.
 * \param in        The stream.
 * \throws seqan3_gpulcs::launch_failure
 */
void launch_strip_batch(strip_batch_plan const & plan,
                        strip_batch_arguments const & arguments,
                        device_limits const & limits,
                        cudaStream_t in);

} // namespace seqan3_gpulcs::cuda
