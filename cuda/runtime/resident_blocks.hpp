// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The number of blocks of a kernel that run at a time.
 */

#pragma once

#include <cstdint>
#include <cuda_runtime.h>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/runtime/error.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The shared memory that every kernel may have without asking.
inline constexpr std::uint64_t default_shared_bytes{48 * 1024};

/*!\brief Asks for the shared memory of a kernel, and for the number of its blocks that run on a multiprocessor at a time.
 * \param kernel        The kernel.
 * \param block_threads The threads of a block.
 * \param shared_bytes  The shared memory of a block.
 * \param limits        The limits of the current device.
 * \throws seqan3_gpulcs::launch_failure
 */
template <typename kernel_t>
std::uint64_t resident_blocks(kernel_t const kernel,
                              unsigned const block_threads,
                              std::uint64_t const shared_bytes,
                              device_limits const & limits)
{
    // The attribute is set only where needed, as that makes other threads wait; and to the maximum, as another thread may launch the same
    // kernel with more than this one.
    if (shared_bytes > default_shared_bytes)
        SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaFuncSetAttribute(kernel,
                                                           cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                           static_cast<int>(limits.shared_bytes_per_block)));
    int resident = 0;
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident,
                                                                                kernel,
                                                                                static_cast<int>(block_threads),
                                                                                shared_bytes));
    return static_cast<std::uint64_t>(resident);
}

} // namespace seqan3_gpulcs::cuda
