// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The current device of a host thread, within a scope.
 */

#pragma once

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

} // namespace seqan3_gpulcs::cuda
