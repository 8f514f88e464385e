// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the published kernels for k-difference primers have in common.
 */

#pragma once

#include "cuda/runtime/intrinsics.cuh"

namespace published
{

//!\brief What a launch computes: a block for each position (section 4).
struct primer_launch
{
    char const * target{}; //!< In global memory, a byte a letter, as the background.
    char const * background{};
    int target_size{};
    int background_size{};
    int differences{};
    int first_position{};
    int * prefixes{}; //!< For each block, the letters of the longest prefix with k - 1 differences.
};

/*!\brief The maximum of what the threads of a block have found (section 4, optimization 3). All threads must call it.
 * \param found  That of this thread.
 * \param values In shared memory, an element for each thread.
 */
__device__ __forceinline__ int block_maximum(int const found, int * const values)
{
    unsigned const thread = threadIdx.x;
    values[thread] = found;
    __syncthreads();
    for (unsigned size = blockDim.x; size > 1;)
    {
        unsigned const kept = (size + 1) / 2;
        if (thread < size - kept && values[thread + kept] > values[thread])
            values[thread] = values[thread + kept];
        __syncthreads();
        size = kept;
    }
    return values[0];
}

} // namespace published
