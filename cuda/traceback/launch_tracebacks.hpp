// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Starts kernels that compute tracebacks.
 */

#pragma once

#include <cstdint>
#include <cuda_runtime.h>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/traceback/traceback_arguments.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The words that a lane may hold, in ascending order.
inline constexpr unsigned traceback_words[]{1, 2};

//!\brief The matrices of a launch.
struct traceback_shape
{
    plan::comparison
        wanted{};           //!< The metric and which paths. With free ends, or without paths, each matrix is one tile.
    unsigned words{};       //!< The words that a lane holds, one of traceback_words.
    traceback_grid grid{};  //!< The cut of the matrices into tiles.
    unsigned max_columns{}; //!< The columns of the longest one.
    unsigned max_letters{}; //!< The maximum number of letters that the columns of a matrix have.
};

//!\brief The plan of a launch.
struct traceback_launch_plan
{
    traceback_shape shape{};       //!< The matrices.
    std::uint64_t match_bytes{};   //!< The shared memory of a warp.
    std::uint64_t scratch_words{}; //!< The words of scratch memory of a warp.
    unsigned warps{};              //!< The warps.

    //!\brief The words of 32 bits for all warps.
    std::uint64_t all_scratch_words() const noexcept
    {
        return scratch_words * warps;
    }
};

/*!\brief Plans a launch: no more warps than run at a time, nor than there are pairs, in a fraction of the device's memory.
 * \param shape  The matrices. The match vectors of a warp must fit into the shared memory of a block.
 * \param pairs  The number of pairs, at least 1.
 * \param limits The limits of the current device.
 * \throws seqan3_gpulcs::launch_failure
 */
traceback_launch_plan plan_tracebacks(traceback_shape const & shape, std::uint64_t pairs, device_limits const & limits);

/*!\brief Launches a kernel; returns while it runs.
 * \param plan      The plan.
 * \param arguments The pairs and where the counter and the scratch memory are; the rest follows from the plan.
 * \param in        The stream.
 * \throws seqan3_gpulcs::launch_failure
 */
void launch_tracebacks(traceback_launch_plan const & plan, traceback_arguments arguments, cudaStream_t in);

} // namespace seqan3_gpulcs::cuda
