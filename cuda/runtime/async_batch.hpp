// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What all batches that a device computes have in common.
 */

#pragma once

#include <functional>

#include "cuda/runtime/stream_context.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The time that a batch took.
struct batch_times
{
    double transfer_seconds{}; //!< The time of copies.
    double kernel_seconds{};   //!< The time of kernels; other batches may have been computed at the same time.
};

/*!\brief A batch of pairs, or of patterns, that a device computes.
 *
 * A derived class starts it, which returns while the batch is copied and computed, and finishes it, which waits. With two
 * objects, the host prepares one batch while the device computes the other one.
 *
 * Thread safety: each thread needs an object and a stream_context of its own; the device of the stream_context must be the current one.
 */
class async_batch
{
public:
    async_batch(async_batch const &) = delete;
    async_batch & operator=(async_batch const &) = delete;

    //!\brief Whether a batch, maybe an empty one, was started and is not finished.
    bool is_started() const noexcept
    {
        return is_started_;
    }

    //!\brief The limits of the device that computes it.
    device_limits const & limits() const noexcept
    {
        return context_.limits;
    }

    //!\brief The time that the last finished batch took.
    batch_times const & times() const noexcept
    {
        return times_;
    }

protected:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit async_batch(stream_context & context) noexcept : context_{context}
    {}

    //!\brief Waits until the device no longer needs the batch.
    ~async_batch();

    /*!\brief Waits for the batch; then its results are in the memory of the host.
     * \param on_turn Called repeatedly while waiting; if it throws, the object can only be destroyed.
     * \throws seqan3_gpulcs::device_error
     */
    void wait(std::function<void()> const & on_turn);

    stream_context & context_;
    bool is_started_{}; // Derived classes set it before the first copy.

private:
    batch_times times_{};
};

} // namespace seqan3_gpulcs::cuda
