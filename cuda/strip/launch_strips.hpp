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

/*!\brief Launches the kernel of a plan; returns while it runs.
 * \param plan      The plan.
 * \param arguments What to compute; the strips of the arguments decide how many warps are launched.
 * \param limits    The limits of the current device.
 * \param in        The stream.
 * \throws seqan3_gpulcs::launch_failure
 */
void launch_strips(strip_plan const & plan,
                   strip_arguments const & arguments,
                   device_limits const & limits,
                   cudaStream_t in);

/*!\brief The same for several matrices.
 * \param plan      The plan.
 * \param arguments What to compute; the strips decide how many warps are launched.
 * \param limits    The limits of the current device.
 * \param in        The stream.
 * \throws seqan3_gpulcs::launch_failure
 */
void launch_strip_batch(strip_batch_plan const & plan,
                        strip_batch_arguments const & arguments,
                        device_limits const & limits,
                        cudaStream_t in);

} // namespace seqan3_gpulcs::cuda
