// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Streams and events that end with their owners.
 */

#pragma once

#include <utility>

#include "error.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A stream of the device that is current when it is made. Others see it as a `cudaStream_t`.
class stream
{
public:
    /*!\brief Makes a stream that does not wait for others.
     * \throws seqan3_gpulcs::device_error
     */
    stream()
    {
        SEQAN3_GPULCS_CUDA_TRY(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking));
    }

    stream(stream const &) = delete;
    stream & operator=(stream const &) = delete;

    ~stream()
    {
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaStreamDestroy(handle_));
    }

    //!\brief The view.
    operator cudaStream_t() const noexcept
    {
        return handle_;
    }

private:
    cudaStream_t handle_{};
};

//!\brief A moment in a stream.
class event
{
public:
    /*!\brief Makes an event that takes the time.
     * \throws seqan3_gpulcs::device_error
     */
    event()
    {
        SEQAN3_GPULCS_CUDA_TRY(cudaEventCreateWithFlags(&handle_, cudaEventDefault));
    }

    event(event const &) = delete;
    event & operator=(event const &) = delete;

    ~event()
    {
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaEventDestroy(handle_));
    }

    //!\brief Marks the moment at which a stream has done all it was given so far.
    void record(cudaStream_t const in)
    {
        SEQAN3_GPULCS_CUDA_TRY(cudaEventRecord(handle_, in));
    }

    //!\brief The seconds from an earlier moment to this one; both must have passed.
    double seconds_since(event const & earlier) const
    {
        float milliseconds{};
        SEQAN3_GPULCS_CUDA_TRY(cudaEventElapsedTime(&milliseconds, earlier.handle_, handle_));
        return static_cast<double>(milliseconds) / 1e3;
    }

private:
    cudaEvent_t handle_{};
};

} // namespace seqan3_gpulcs::cuda
