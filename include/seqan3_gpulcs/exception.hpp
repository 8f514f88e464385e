// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The exceptions of the library.
 */

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace seqan3_gpulcs
{

/*!\brief The base class of all exceptions that the library throws itself.
 *
 * The only other exceptions are `std::bad_alloc`, SeqAn3's `seqan3::invalid_alignment_configuration`, the `std::out_of_range` of
 * seqan3_gpulcs::pairwise::alignment_row::at, as of all containers, and those of callbacks and ranges. `what()` is an error message that says
 * what is wrong and what to do.
 */
class error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

//!\brief The requested backend is not part of this build, or cannot run on this machine or with this input.
class backend_unavailable : public error
{
public:
    using error::error;
};

//!\brief The machine has no CUDA device, or none that this build can use: no driver, an old one, or an old device.
class no_device : public backend_unavailable
{
public:
    using backend_unavailable::backend_unavailable;
};

//!\brief A CUDA device or its driver reported an error.
class device_error : public error
{
public:
    using error::error;
};

/*!\brief The memory of a CUDA device is too small, even when sequences are cut into small parts.
 *
 * The device is unharmed, and the next call may succeed.
 */
class out_of_device_memory : public device_error
{
public:
    /*!\brief Makes the exception.
     * \param message         An error message that says what is wrong and what to do.
     * \param requested_bytes The bytes that were requested.
     * \param free_bytes      The bytes that were free on the device.
     */
    out_of_device_memory(std::string const & message,
                         std::uint64_t const requested_bytes,
                         std::uint64_t const free_bytes) :
        device_error{message},
        requested_bytes_{requested_bytes},
        free_bytes_{free_bytes}
    {}

    //!\brief The bytes that were requested; 0 if the CUDA runtime requested them.
    std::uint64_t requested_bytes() const noexcept
    {
        return requested_bytes_;
    }

    //!\brief The bytes that were free on the device.
    std::uint64_t free_bytes() const noexcept
    {
        return free_bytes_;
    }

private:
    std::uint64_t requested_bytes_{};
    std::uint64_t free_bytes_{};
};

//!\brief A kernel could not be started, or did not complete.
class launch_failure : public device_error
{
public:
    using device_error::device_error;
};

//!\brief The memory limit is too small for the plan that needs the least memory.
class memory_limit_too_small : public error
{
public:
    using error::error;
};

//!\brief The computation ended early because its stop token asked for it. There is no result.
class operation_stopped : public error
{
public:
    using error::error;
};

//!\brief A result does not fit into the type that the caller chose for it.
class score_overflow : public error
{
public:
    using error::error;
};

//!\brief The state of a run cannot be used, or cannot be saved; what was saved before stays whole.
class saved_run_error : public error
{
public:
    using error::error;
};

//!\brief An argument or option of a call is invalid.
class invalid_option : public error
{
public:
    using error::error;
};

} // namespace seqan3_gpulcs
