// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The base of all batches that a device computes.
 */

#pragma once

#include <functional>

#include "cuda/runtime/staging_layout.hpp"
#include "cuda/runtime/stream_context.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief A batch of pairs, or of patterns, that a device computes.
 *
 * A derived class has `start()`, which returns while the batch is copied and computed, and `finish()`, which waits. With two
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

    /*!\brief Starts a batch: its three steps go to the stream, one after the other.
     * \param copy      Copies its input to the device.
     * \param compute   Launches its kernels.
     * \param copy_back Copies its results to the host.
     *
     * If a step throws, the batch is started, and the object can only be destroyed.
     */
    template <typename copy_t, typename compute_t, typename copy_back_t>
    void enqueue(copy_t && copy, compute_t && compute, copy_back_t && copy_back)
    {
        is_started_ = true;
        context_.signals.host().stop = 0;
        context_.begin.record(context_.stream);
        copy();
        context_.copied.record(context_.stream);
        compute();
        context_.computed.record(context_.stream);
        copy_back();
        context_.end.record(context_.stream);
    }

    //!\brief A step in which there is nothing to do.
    static void no_step() noexcept
    {}

    /*!\brief Waits for the batch; then its results are in the memory of the host.
     * \param on_turn Called repeatedly while waiting; if it throws, the object can only be destroyed.
     * \throws seqan3_gpulcs::device_error
     */
    void wait(std::function<void()> const & on_turn);

    stream_context & context_;

private:
    bool is_started_{};
    batch_times times_{};
};

//!\brief The memory of what the host writes for the device.
struct staging_buffers final : buffer_set<staging_buffers>
{
    using buffer_set::buffer_set;

    static auto members(auto & self) noexcept
    {
        return std::tie(self.host, self.device);
    }

    mapped_buffer<std::uint64_t> host{};         //!< The memory in which the host writes values.
    device_buffer<std::uint64_t> device{stream}; //!< Their copy on the device, and other values of the batch.
};

//!\brief A batch whose input lies in staging_buffers: where, a staging_layout has decided.
class staged_batch : public async_batch
{
public:
    //!\brief The device memory that the last batch took.
    std::uint64_t device_bytes() const noexcept
    {
        return words_ * sizeof(std::uint64_t);
    }

protected:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit staged_batch(stream_context & context) : async_batch{context}, memory_{context.get<staging_buffers>()}
    {}

    //!\brief Makes room for words on the host. \throws seqan3_gpulcs::device_error
    void reserve_on_host(std::uint64_t const words)
    {
        memory_.host.reserve(with_room<std::uint64_t>(words));
    }

    //!\brief Values on the host.
    template <typename value_t>
    std::span<value_t> on_host(staged<value_t> const & values) const noexcept
    {
        return values.in(memory_.host.view());
    }

    //!\brief Values on the device.
    template <typename value_t>
    device_view<value_t> on_device(staged<value_t> const & values) const noexcept
    {
        return values.in(memory_.device.view());
    }

    //!\brief Copies the first words to the device.
    void copy_staged(std::uint64_t const words)
    {
        copy_to_device(memory_.device.view(), memory_.host.view().first(words), context_.stream);
    }

    staging_buffers & memory_;
    std::uint64_t words_{}; //!< The words of the last batch on the device.
};

} // namespace seqan3_gpulcs::cuda
