// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Starts kernels that compare pairs by their furthest-reaching points.
 */

#pragma once

#include <cuda_runtime.h>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/similar/wavefront_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The plan of a launch.
struct wavefront_plan
{
    plan::metric metric{};   //!< The metric.
    unsigned bits{};         //!< The width of a code: 2, 4 or 8.
    unsigned max_distance{}; //!< The largest maximum distance of a pair; at most max_stored_distance().
    unsigned threads{};      //!< The threads of a block, whole warps; at most max_wavefront_threads.
};

/*!\brief Chooses the threads of a block: as many as there are points at a time on average, and more if there are few pairs.
 * \param plan   The plan, but for the threads.
 * \param pairs  The number of pairs.
 * \param limits The limits of the device.
 */
unsigned
choose_wavefront_threads(wavefront_plan const & plan, std::uint64_t pairs, device_limits const & limits) noexcept;

/*!\brief Launches a kernel; returns while it runs.
 * \param plan      The plan.
 * \param arguments The arguments of the launch; at least one pair.
 * \param limits    The limits of the current device.
 * \param in        The stream.
 * \throws seqan3_gpulcs::launch_failure
 */
void launch_wavefronts(wavefront_plan const & plan,
                       wavefront_arguments const & arguments,
                       device_limits const & limits,
                       cudaStream_t in);

} // namespace seqan3_gpulcs::cuda
