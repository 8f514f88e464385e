// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Turns errors of the CUDA runtime into exceptions.
 */

#pragma once

#include <cuda_runtime.h>
#include <optional>
#include <string>

namespace seqan3_gpulcs::cuda
{

/*!\brief Throws the exception that describes an error to the user.
 * \param status The error.
 * \param call   The call that returned it.
 * \param file   The source file of the call.
 * \param line   The line of the call.
 * \param device The number of the device that it is about; by default the current one.
 * \throws seqan3_gpulcs::device_error, always; seqan3_gpulcs::out_of_device_memory where memory was missing.
 */
[[noreturn]] void throw_device_error(cudaError_t status,
                                     char const * call,
                                     char const * file,
                                     int line,
                                     std::optional<unsigned> device = {});

/*!\brief Throws the exception for an error of a launch, or of waiting for one.
 * \throws seqan3_gpulcs::launch_failure, always; seqan3_gpulcs::out_of_device_memory where memory was missing.
 */
[[noreturn]] void throw_launch_failure(cudaError_t status, char const * call, char const * file, int line);

//!\brief "device 1", or "device" where nobody knows its number: the current device, for sentences.
std::string current_device_text();

} // namespace seqan3_gpulcs::cuda

//!\brief Calls a function of the CUDA runtime and throws seqan3_gpulcs::device_error if it fails.
#define SEQAN3_GPULCS_CUDA_TRY(call)                                                                                   \
    do                                                                                                                 \
    {                                                                                                                  \
        if (cudaError_t const call_status = (call); call_status != cudaSuccess)                                        \
            ::seqan3_gpulcs::cuda::throw_device_error(call_status, #call, __FILE__, __LINE__);                         \
    }                                                                                                                  \
    while (false)

//!\brief Calls a function that is about a device that need not be the current one, and throws if it fails.
#define SEQAN3_GPULCS_CUDA_TRY_ON(device, call)                                                                        \
    do                                                                                                                 \
    {                                                                                                                  \
        if (cudaError_t const call_status = (call); call_status != cudaSuccess)                                        \
            ::seqan3_gpulcs::cuda::throw_device_error(call_status, #call, __FILE__, __LINE__, device);                 \
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

//!\brief Calls a function in a destructor or the like: no error may leave it, and the runtime may be gone at the end of the program.
#define SEQAN3_GPULCS_CUDA_TRY_NO_THROW(call)                                                                          \
    do                                                                                                                 \
    {                                                                                                                  \
        if ((call) != cudaSuccess)                                                                                     \
            static_cast<void>(cudaGetLastError());                                                                     \
    }                                                                                                                  \
    while (false)
