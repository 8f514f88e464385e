// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The stream and the buffers of a computation, kept from one computation to the next.
 */

#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/device_limits.hpp"
#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/host_signals.hpp"
#include "cuda/runtime/stream.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The buffers of one kind of computation.
class stream_buffers
{
public:
    stream_buffers() = default;
    stream_buffers(stream_buffers const &) = delete;
    stream_buffers & operator=(stream_buffers const &) = delete;
    virtual ~stream_buffers() = default;

    //!\brief The bytes of device memory that they take.
    virtual std::uint64_t bytes() const noexcept = 0;

    //!\brief The bytes of pinned host memory that they take.
    virtual std::uint64_t host_bytes() const noexcept = 0;

    //!\brief Frees all of them; nothing in the stream may use them any more.
    virtual void release() noexcept = 0;
};

/*!\brief The buffers of one kind of computation, as members of a type that is derived from this.
 * \tparam derived_t The derived type. Its `members(self)`, a static function, returns a `std::tie` of all buffers of an object.
 */
template <typename derived_t>
class buffer_set : public stream_buffers
{
public:
    //!\brief The buffers are allocated and freed in the order of a stream, which must live longer.
    explicit buffer_set(cudaStream_t const in) noexcept : stream{in}
    {}

    std::uint64_t bytes() const noexcept override
    {
        return sum(false);
    }

    std::uint64_t host_bytes() const noexcept override
    {
        return sum(true);
    }

    void release() noexcept override
    {
        std::apply(
            [](auto &... all)
            {
                (all.release(), ...);
            },
            derived_t::members(static_cast<derived_t &>(*this)));
    }

protected:
    cudaStream_t stream; //!< The stream in which memory of the device is allocated.

private:
    std::uint64_t sum(bool const on_host) const noexcept
    {
        return std::apply(
            [&](auto const &... all)
            {
                return ((all.is_on_host == on_host ? all.bytes() : 0) + ...);
            },
            derived_t::members(static_cast<derived_t const &>(*this)));
    }
};

//!\brief The time that a computation took.
struct batch_times
{
    double transfer_seconds{}; //!< The time of copies.
    double kernel_seconds{};   //!< The time of kernels; others may have run at the same time.
};

//!\brief Stream and memory of one computation at a time. Made and destroyed while its device is the current one.
class stream_context
{
public:
    //!\brief Creates a context of the current device. \throws seqan3_gpulcs::device_error
    explicit stream_context(unsigned const number) : device{number}, limits{limits_of(number)}
    {}

    stream_context(stream_context const &) = delete;
    stream_context & operator=(stream_context const &) = delete;

    ~stream_context()
    {
        release();
    }

    //!\brief The buffers of one kind of computation; made when first asked for, then kept. Constant time.
    template <std::derived_from<stream_buffers> buffers_t>
    buffers_t & get()
    {
        for (auto const & one : buffers_)
            if (auto * const found = dynamic_cast<buffers_t *>(one.get()))
                return *found;
        auto added = std::make_unique<buffers_t>(stream);
        buffers_t & buffers = *added;
        buffers_.push_back(std::move(added));
        return buffers;
    }

    //!\brief The bytes of device memory that all buffers take.
    std::uint64_t bytes() const noexcept;

    //!\brief The bytes of pinned host memory that all buffers take.
    std::uint64_t host_bytes() const noexcept;

    //!\brief Frees all buffers, so that others can use the memory; the stream must be idle.
    void release() noexcept;

    //!\brief The time between the events, all of which must have been reached. \throws seqan3_gpulcs::device_error
    batch_times times() const
    {
        return {copied.seconds_since(begin) + end.seconds_since(computed), computed.seconds_since(copied)};
    }

    //!\brief Frees all buffers but those of one kind; the stream must be idle.
    template <std::derived_from<stream_buffers> buffers_t>
    void release_others() noexcept
    {
        for (auto const & one : buffers_)
            if (dynamic_cast<buffers_t *>(one.get()) == nullptr)
                one->release();
    }

    //!\brief Asks the running kernel to end, and waits for the stream. Where that fails, is_broken is set.
    void stop() noexcept;

    unsigned device;                      //!< The number of the device.
    bool is_broken{};                     //!< Whether the device may still use the buffers: it must not be lent again.
    device_limits limits;                 //!< The limits of the device.
    cuda::stream stream{};                //!< Everything is done in this stream.
    event begin{};                        //!< Marks the time before the copies to the device.
    event copied{};                       //!< Marks the time after them.
    event computed{};                     //!< Marks the time after the kernel.
    event end{};                          //!< Marks the time after the copies to the host.
    mapped_value<host_signals> signals{}; //!< Shared with the running kernel.

private:
    std::vector<std::unique_ptr<stream_buffers>> buffers_{};
};

//!\brief The contexts of the devices that compute something together: of one device, or of several.
class context_team
{
public:
    //!\brief A team of one context.
    context_team(stream_context & one) : contexts_{&one}
    {}

    //!\brief A team of several contexts; at least one.
    explicit context_team(std::vector<stream_context *> contexts) noexcept : contexts_{std::move(contexts)}
    {}

    //!\brief The contexts of the team.
    std::vector<stream_context *> const & all() const noexcept
    {
        return contexts_;
    }

private:
    std::vector<stream_context *> contexts_;
};

/*!\brief Lends contexts: each to one computation at a time, and again to the next one.
 *
 * Thread safety: all member functions may be called concurrently.
 */
class stream_context_pool
{
public:
    //!\brief The maximum memory that is kept on a device for later computations; a sixteenth of its memory if that is less.
    static constexpr std::uint64_t max_kept_bytes{std::uint64_t{1} << 30};

    //!\brief The maximum memory of the host that is kept for later computations on all devices.
    static constexpr std::uint64_t max_kept_host_bytes{std::uint64_t{1} << 30};

    //!\brief Gives a context back at the end of its lease.
    struct give_back
    {
        stream_context_pool * pool;
        void operator()(stream_context * context) const noexcept;
    };

    //!\brief A context that is lent.
    using lease = std::unique_ptr<stream_context, give_back>;

    /*!\brief Lends a context of the current device.
     * \throws seqan3_gpulcs::device_error
     */
    lease lend(unsigned device);

    //!\brief Whether there was a context of a device before: then it has started.
    bool has_started(unsigned device) const;

    //!\brief Frees the buffers that are kept on a device for later computations.
    void release_idle(unsigned device) noexcept;

    //!\brief Frees those of all devices.
    void release_idle() noexcept;

private:
    // Frees kept buffers until the rest, and the buffers of this context, are within the limits. The mutex must be held.
    void limit_kept_buffers(stream_context & context) noexcept;

    mutable std::mutex mutex_{};
    std::vector<std::unique_ptr<stream_context>> idle_{};
    std::set<unsigned> started_{};
};

} // namespace seqan3_gpulcs::cuda
