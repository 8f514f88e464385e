// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Turns errors of the CUDA runtime into exceptions.
 */

#pragma once

#include <cuda_runtime.h>

namespace seqan3_gpulcs::cuda
{

/*!\brief Throws the exception that describes an error to the user.
 * \throws seqan3_gpulcs::device_error, always; seqan3_gpulcs::out_of_device_memory where memory was missing.
 */
[[noreturn]] void throw_device_error(cudaError_t status, char const * call, char const * file, int line);

/*!\brief The same for launches and for waiting for them.
 * \throws seqan3_gpulcs::launch_failure, always; seqan3_gpulcs::out_of_device_memory where memory was missing.
 */
[[noreturn]] void throw_launch_failure(cudaError_t status, char const * call, char const * file, int line);

} // namespace seqan3_gpulcs::cuda

//!\brief Calls a function of the CUDA runtime and throws seqan3_gpulcs::device_error if it fails.
#define SEQAN3_GPULCS_CUDA_TRY(call)                                                                                   \
    do                                                                                                                 \
    {                                                                                                                  \
        if (cudaError_t const call_status = (call); call_status != cudaSuccess)                                        \
            ::seqan3_gpulcs::cuda::throw_device_error(call_status, #call, __FILE__, __LINE__);                         \
    }                                                                                                                  \
    while (false)

//!\brief Launches a kernel or waits for one, and throws seqan3_gpulcs::launch_failure if that fails.
#define SEQAN3_GPULCS_CUDA_TRY_LAUNCH(call)                                                                            \
    do                                                                                                                 \
    {                                                                                                                  \
        if (cudaError_t const call_status = (call); call_status != cudaSuccess)                                        \
            ::seqan3_gpulcs::cuda::throw_launch_failure(call_status, #call, __FILE__, __LINE__);                       \
    }                                                                                                                  \
    while (false)

//!\brief For destructors and the like: no error may leave them, and the runtime may be gone at the end of the program.
#define SEQAN3_GPULCS_CUDA_TRY_NO_THROW(call)                                                                          \
    do                                                                                                                 \
    {                                                                                                                  \
        if ((call) != cudaSuccess)                                                                                     \
            static_cast<void>(cudaGetLastError());                                                                     \
    }                                                                                                                  \
    while (false)
