// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The current device of a host thread, within a scope.
 */

#pragma once

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/runtime/error.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Makes a device the current one of the calling thread, and restores the previous one at the end of the scope.
class scoped_device
{
public:
    /*!\brief Makes a device the current one.
     * \throws seqan3_gpulcs::device_error
     */
    explicit scoped_device(unsigned const number)
    {
        SEQAN3_GPULCS_CUDA_TRY(cudaGetDevice(&previous_));
        if (previous_ != static_cast<int>(number))
            SEQAN3_GPULCS_CUDA_TRY_ON(number, cudaSetDevice(static_cast<int>(number)));
        else
            previous_ = already_current;
    }

    scoped_device(scoped_device const &) = delete;
    scoped_device & operator=(scoped_device const &) = delete;

    ~scoped_device()
    {
        if (previous_ != already_current)
            SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaSetDevice(previous_));
    }

private:
    static constexpr int already_current{-1};

    int previous_{};
};

/*!\brief Releases what belongs to a device, which is the current one meanwhile.
 * \param device  The number of the device.
 * \param release Called unless the device cannot be chosen: then it has lost what belonged to it.
 */
template <typename release_t>
void release_on(unsigned const device, release_t && release) noexcept
{
    try
    {
        scoped_device const current{device};
        release();
    }
    catch (device_error const &)
    {
        // Nobody can do anything about it.
    }
}

} // namespace seqan3_gpulcs::cuda
