// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a computation needs of a device, kept from one to the next.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/device_limits.hpp"
#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/stream.hpp"
#include "cuda/search/search_arguments.hpp"
#include "cuda/strip/strip_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Stream and memory of one computation at a time. Made and destroyed while its device is the current one.
struct stream_context
{
    //!\brief For the current device. \throws seqan3_gpulcs::device_error
    explicit stream_context(unsigned const number) : device{number}, limits{limits_of(number)}
    {}

    stream_context(stream_context const &) = delete;
    stream_context & operator=(stream_context const &) = delete;

    ~stream_context()
    {
        release();
    }

    //!\brief The bytes of the device that the buffers take.
    std::uint64_t bytes() const noexcept
    {
        return row_codes.bytes() + text.bytes() + hand_over.bytes() + vertical.bytes() + counters.bytes()
             + kept_columns.bytes() + kept_rows.bytes() + batch.bytes();
    }

    //!\brief The bytes of the host that the larger buffers take, which stay where they are.
    std::uint64_t host_bytes() const noexcept
    {
        return staging.bytes() + hits.bytes() + kept.bytes() + finds.bytes();
    }

    //!\brief Frees the buffers, for everybody; nothing may be in work.
    void release() noexcept
    {
        staging.release();
        hits.release();
        kept.release();
        finds.release();
        counters.release();
        row_codes.release();
        text.release();
        hand_over.release();
        vertical.release();
        kept_columns.release();
        kept_rows.release();
        batch.release();
        SEQAN3_GPULCS_CUDA_TRY_NO_THROW(cudaStreamSynchronize(work));
    }

    unsigned device;                               //!< The number of the device.
    bool is_broken{};                              //!< Whether something may still use it, though nothing should.
    device_limits limits;                          //!< What it can do.
    stream work{};                                 //!< Everything is done in this stream.
    event begin{};                                 //!< Before the copies to the device.
    event copied{};                                //!< Behind them.
    event computed{};                              //!< Behind the kernel.
    event end{};                                   //!< Behind the copies to the host.
    mapped_value<mailbox> box{};                   //!< Shared with the kernel that runs.
    mapped_value<launch_counters> found{};         //!< Where the counters are copied to: no copy may wait for a kernel.
    device_buffer<launch_counters> counters{work}; //!< See there.
    device_buffer<std::uint64_t> row_codes{work};  //!< The codes of the rows.
    device_buffer<std::uint64_t> text{work};       //!< The codes of the columns, or of what is searched.
    device_buffer<hand_over_word> hand_over{work}; //!< See strip_arguments.
    device_buffer<std::uint32_t> vertical{work};   //!< V, or carries.
    device_buffer<std::uint32_t> kept_columns{work}; //!< See kept_checkpoints.
    device_buffer<hand_over_word> kept_rows{work};   //!< Likewise.
    mapped_buffer<std::uint64_t> staging{};          //!< What a batch needs, on its way to the device.
    device_buffer<std::uint64_t> batch{work};        //!< The same on the device, and what else a batch needs there.
    mapped_buffer<lane_hit> hits{};                  //!< What a batch of short pairs has found.
    mapped_buffer<std::uint64_t> kept{};             //!< The checkpoints of a batch, on the host.
    mapped_buffer<search_hit> finds{};               //!< Where patterns were found.
};

/*!\brief Lends contexts: each to one computation at a time, and again to the next one.
 *
 * Thread safety: all member functions may be called concurrently.
 */
class stream_context_pool
{
public:
    //!\brief What is kept on a device for the next computations is no more than this, and than a sixteenth of its memory.
    static constexpr std::uint64_t most_kept_bytes{std::uint64_t{1} << 30};

    //!\brief The same on the host, for all devices.
    static constexpr std::uint64_t most_kept_host_bytes{std::uint64_t{1} << 30};

    //!\brief Gives the stream_context back at its end.
    struct give_back
    {
        stream_context_pool * pool;
        void operator()(stream_context * space) const noexcept;
    };

    //!\brief A stream_context that is lent.
    using lease = std::unique_ptr<stream_context, give_back>;

    /*!\brief Lends a stream_context of the current device.
     * \throws seqan3_gpulcs::device_error
     */
    lease lend(unsigned device);

    //!\brief Frees what is kept for the next computations on a device.
    void release_idle(unsigned device) noexcept;

private:
    // Frees buffers until what is kept with those of this stream_context is no more than it may be. The mutex must be held.
    void make_room_for(stream_context & space) noexcept;

    std::mutex mutex_{};
    std::vector<std::unique_ptr<stream_context>> idle_{};
};

} // namespace seqan3_gpulcs::cuda
