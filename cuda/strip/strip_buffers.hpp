// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The buffers of strips.
 */

#pragma once

#include "cuda/runtime/peer_buffer.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/strip_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The buffers of a pair, or of a batch of pairs, that is cut into strips.
struct strip_buffers final : stream_buffers
{
    explicit strip_buffers(cudaStream_t const stream) :
        counters{stream},
        row_codes{stream},
        text{stream},
        handed_over{stream},
        incoming{stream},
        column_state{stream},
        chunks_done{stream},
        checkpoint_columns{stream},
        checkpoint_rows{stream},
        band_strips{stream},
        batch{stream}
    {}

    std::uint64_t bytes() const noexcept override
    {
        return counters.bytes() + row_codes.bytes() + text.bytes() + handed_over.bytes() + incoming.bytes()
             + column_state.bytes() + chunks_done.bytes() + checkpoint_columns.bytes() + checkpoint_rows.bytes()
             + band_strips.bytes() + batch.bytes();
    }

    std::uint64_t host_bytes() const noexcept override
    {
        return staging.bytes() + incoming_on_host.bytes();
    }

    void release() noexcept override
    {
        staging.release();
        counters.release();
        row_codes.release();
        text.release();
        handed_over.release();
        incoming.release();
        incoming_on_host.release();
        column_state.release();
        chunks_done.release();
        checkpoint_columns.release();
        checkpoint_rows.release();
        band_strips.release();
        batch.release();
    }

    // Of a pair.
    mapped_value<launch_counters> found{};     //!< Where the counters are copied to: no copy may wait for a kernel.
    device_buffer<launch_counters> counters;   //!< See launch_counters.
    device_buffer<std::uint64_t> row_codes;    //!< The codes of the rows.
    device_buffer<std::uint64_t> text;         //!< The codes of the columns.
    device_buffer<tagged_carries> handed_over; //!< See strip_matrix.
    peer_buffer incoming;                      //!< See strip_wave: what the device above writes.
    mapped_buffer<tagged_carries> incoming_on_host{}; //!< The same if it cannot write there.
    device_buffer<std::uint32_t> column_state;        //!< See strip_matrix.
    device_buffer<unsigned> chunks_done;              //!< See chunk_order.
    device_buffer<std::uint32_t> checkpoint_columns;  //!< See checkpoint_buffers.
    device_buffer<tagged_carries> checkpoint_rows;    //!< See checkpoint_buffers.

    // Of a band of a pair.
    device_buffer<band_strip> band_strips; //!< See there.

    // Of a batch, and where checkpoints of a pair pass the host.
    mapped_buffer<std::uint64_t> staging{}; //!< On its way to the device.
    device_buffer<std::uint64_t> batch;     //!< The same on the device, followed by buffers that only the device needs.
};

} // namespace seqan3_gpulcs::cuda
