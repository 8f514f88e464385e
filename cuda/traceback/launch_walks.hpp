// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Starts kernels that walk back through matrices.
 */

#pragma once

#include <cstdint>
#include <cuda_runtime.h>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/traceback/walk_arguments.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The words that a lane may hold, in ascending order.
inline constexpr unsigned walk_words[]{1, 2};

//!\brief The matrices of a launch.
struct walk_shape
{
    plan::metric metric{};  //!< What the paths are.
    unsigned words{};       //!< The words that a lane holds, one of walk_words.
    walk_grid grid{};       //!< How the matrices are cut.
    unsigned max_columns{}; //!< The columns of the longest one.
    unsigned max_letters{}; //!< The maximum number of letters that the columns of a matrix have.
};

//!\brief How a launch is executed.
struct walk_plan
{
    walk_shape shape{};            //!< The matrices.
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
 * \param pairs  Their number, at least 1.
 * \param limits The limits of the current device.
 * \throws seqan3_gpulcs::launch_failure
 */
walk_plan plan_walks(walk_shape const & shape, std::uint64_t pairs, device_limits const & limits);

/*!\brief Launches a kernel; returns while it runs.
 * \param plan      The plan.
 * \param arguments The pairs and where the counter and the scratch memory are; the rest follows from the plan.
 * \param in        The stream.
 * \throws seqan3_gpulcs::launch_failure
 */
void launch_walks(walk_plan const & plan, walk_arguments arguments, cudaStream_t in);

} // namespace seqan3_gpulcs::cuda
