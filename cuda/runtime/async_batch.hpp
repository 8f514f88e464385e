// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What all batches on their way through a device have in common.
 */

#pragma once

#include <functional>

#include "cuda/runtime/stream_context.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief What a batch took.
struct batch_times
{
    double transfer_seconds{}; //!< The time of copies.
    double kernel_seconds{};   //!< The time of kernels; other batches may have been computed at the same time.
};

/*!\brief A batch of pairs, or of patterns, on its way through a device.
 *
 * It is started, which returns while the batch is copied and computed, and then finished. So with two objects, the host
 * prepares one batch while the device computes the other one.
 *
 * Thread safety: each thread needs an object and a stream_context of its own; the device of the stream_context must be the current one.
 */
class async_batch
{
public:
    async_batch(async_batch const &) = delete;
    async_batch & operator=(async_batch const &) = delete;

    //!\brief Whether a batch was started that is not finished; it may be an empty one.
    bool is_started() const noexcept
    {
        return is_started_;
    }

    //!\brief What the last batch took, when it is finished.
    batch_times const & times() const noexcept
    {
        return times_;
    }

protected:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit async_batch(stream_context & context) noexcept : context_{context}
    {}

    //!\brief Waits until the device does not need the batch any more.
    ~async_batch();

    /*!\brief Waits for the batch; then its results are in the memory of the host.
     * \param on_turn Called again and again meanwhile; after what it throws, the object can only be destroyed.
     * \throws seqan3_gpulcs::device_error
     */
    void wait(std::function<void()> const & on_turn);

    stream_context & context_;
    bool is_started_{}; // To be set before the first copy.

private:
    batch_times times_{};
};

} // namespace seqan3_gpulcs::cuda
