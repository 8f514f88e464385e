// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Starts search kernels.
 */

#pragma once

#include <cuda_runtime.h>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/search/search_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief The blocks of a kernel that run at a time.
 * \param shape      The kernel.
 * \param class_bits The bits of a letter of the text.
 * \param limits     The limits of the current device.
 * \throws seqan3_gpulcs::launch_failure
 */
unsigned resident_search_blocks(search_kernel_shape const & shape, unsigned class_bits, device_limits const & limits);

/*!\brief Launches a kernel; returns while it runs.
 * \param shape      The kernel.
 * \param class_bits The bits of a letter of the text.
 * \param arguments  The arguments of the launch.
 * \param blocks     The blocks; at least 1.
 * \param in         The stream.
 * \throws seqan3_gpulcs::launch_failure
 */
void launch_search(search_kernel_shape const & shape,
                   unsigned class_bits,
                   search_arguments const & arguments,
                   unsigned blocks,
                   cudaStream_t in);

} // namespace seqan3_gpulcs::cuda
