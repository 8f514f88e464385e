// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Owners of streams and events, and how to wait for them.
 */

#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

#include "cuda/runtime/error.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A stream of the device that is current when it is made; converts to `cudaStream_t`.
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

//!\brief A point in time of a stream.
class event
{
public:
    /*!\brief Makes an event of the current device.
     * \param flags By default it records the time; with cudaEventDisableTiming, it costs less.
     * \throws seqan3_gpulcs::device_error
     */
    explicit event(unsigned const flags = cudaEventDefault)
    {
        SEQAN3_GPULCS_CUDA_TRY(cudaEventCreateWithFlags(&handle_, flags));
    }

    event(event const &) = delete;
    event & operator=(event const &) = delete;

    ~event()
    {
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaEventDestroy(handle_));
    }

    //!\brief Records the time at which a stream has completed all its operations so far.
    void record(cudaStream_t const in)
    {
        SEQAN3_GPULCS_CUDA_TRY(cudaEventRecord(handle_, in));
    }

    /*!\brief Whether a stream has come to the recorded time.
     * \throws seqan3_gpulcs::launch_failure
     */
    bool is_reached() const
    {
        cudaError_t const status = cudaEventQuery(handle_);
        if (status != cudaSuccess && status != cudaErrorNotReady)
            throw_launch_failure(status, "cudaEventQuery", __FILE__, __LINE__);
        return status == cudaSuccess;
    }

    //!\brief What follows in a stream waits for the recorded time.
    void hold(cudaStream_t const in) const
    {
        SEQAN3_GPULCS_CUDA_TRY(cudaStreamWaitEvent(in, handle_, 0));
    }

    //!\brief The same as record(), but tells whether the stream is one of the device of the event.
    bool try_record(cudaStream_t const in)
    {
        cudaError_t const status = cudaEventRecord(handle_, in);
        if (status == cudaErrorInvalidResourceHandle)
        {
            static_cast<void>(cudaGetLastError());
            return false;
        }
        if (status != cudaSuccess)
            throw_device_error(status, "cudaEventRecord", __FILE__, __LINE__);
        return true;
    }

    //!\brief The seconds from an earlier event to this one; both must have been reached.
    double seconds_since(event const & earlier) const
    {
        float milliseconds{};
        SEQAN3_GPULCS_CUDA_TRY(cudaEventElapsedTime(&milliseconds, earlier.handle_, handle_));
        return static_cast<double>(milliseconds) / 1e3;
    }

private:
    cudaEvent_t handle_{};
};

/*!\brief Whether a stream of the current device has completed all its operations.
 * \throws seqan3_gpulcs::launch_failure
 */
inline bool is_done(cudaStream_t const in)
{
    cudaError_t const status = cudaStreamQuery(in);
    if (status != cudaSuccess && status != cudaErrorNotReady)
        throw_launch_failure(status, "cudaStreamQuery", __FILE__, __LINE__);
    return status == cudaSuccess;
}

/*!\brief Asks until something is done.
 * \param is_done Whether it is.
 * \param on_turn Called repeatedly while waiting; the exceptions of both reach the caller at once.
 */
template <typename is_done_t, typename on_turn_t>
void poll_until(is_done_t && is_done, on_turn_t && on_turn)
{
    // Polls at first, then sleeps, so that long waits keep no core busy. Others may have something to do even while it polls: pack
    // the next pairs, for example.
    using namespace std::chrono_literals;
    auto const start = std::chrono::steady_clock::now();
    while (!is_done())
    {
        on_turn();
        if (auto const waited = std::chrono::steady_clock::now() - start; waited > 2ms)
            std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(waited / 200, 10ms));
        else
            std::this_thread::yield();
    }
}

/*!\brief Waits until a stream has completed all its operations.
 * \param in      The stream, of the current device.
 * \param on_turn Called in each turn, as by poll_until().
 * \throws seqan3_gpulcs::launch_failure
 */
template <typename on_turn_t>
void wait_for(cudaStream_t const in, on_turn_t && on_turn)
{
    poll_until(
        [in]()
        {
            return is_done(in);
        },
        on_turn);
}

} // namespace seqan3_gpulcs::cuda
