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

/*!\brief Base of all exceptions that the library throws itself.
 *
 * Everything the library throws, but what the standard library throws for want of memory and SeqAn3's
 * `seqan3::invalid_alignment_configuration`, is derived from this class. `what()` is a sentence that says what is
 * wrong and what to do.
 */
class error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

//!\brief The backend that was asked for is not part of this build, or this machine cannot run it.
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

/*!\brief The memory of a CUDA device does not suffice, even for a sequence that is cut into small pieces.
 *
 * The device is as it was before the call; the next call may succeed.
 */
class out_of_device_memory : public device_error
{
public:
    /*!\brief Says what was missing.
     * \param message         The sentence.
     * \param requested_bytes The bytes that were asked for.
     * \param free_bytes      The bytes that the device had left.
     */
    out_of_device_memory(std::string const & message,
                         std::uint64_t const requested_bytes,
                         std::uint64_t const free_bytes) :
        device_error{message},
        requested_bytes_{requested_bytes},
        free_bytes_{free_bytes}
    {}

    //!\brief The bytes that were asked for; 0 where the run-time asked.
    std::uint64_t requested_bytes() const noexcept
    {
        return requested_bytes_;
    }

    //!\brief The bytes that the device had left.
    std::uint64_t free_bytes() const noexcept
    {
        return free_bytes_;
    }

private:
    std::uint64_t requested_bytes_{};
    std::uint64_t free_bytes_{};
};

//!\brief A kernel could not be started, or did not come to its end.
class launch_failure : public device_error
{
public:
    using device_error::device_error;
};

//!\brief The memory limit does not allow even the most frugal plan.
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

//!\brief An option of a call makes no sense.
class invalid_option : public error
{
public:
    using error::error;
};

} // namespace seqan3_gpulcs
