// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The buffers of walks.
 */

#pragma once

#include "cuda/runtime/stream_context.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The buffers of the walks through the matrices of a batch, kept in a stream_context.
struct walk_buffers final : stream_buffers
{
    explicit walk_buffers(cudaStream_t const stream) : batch{stream}, scratch{stream}, steps{stream}
    {}

    std::uint64_t bytes() const noexcept override
    {
        return batch.bytes() + scratch.bytes() + steps.bytes();
    }

    std::uint64_t host_bytes() const noexcept override
    {
        return staging.bytes() + found.bytes();
    }

    void release() noexcept override
    {
        staging.release();
        found.release();
        batch.release();
        scratch.release();
        steps.release();
    }

    // Of a tile_batch.
    mapped_buffer<std::uint64_t> staging{}; //!< The pairs on their way to the device.
    device_buffer<std::uint64_t> batch;     //!< The same on the device.

    // Of all walks.
    event begin{};                        //!< Before the kernel.
    device_buffer<std::uint32_t> scratch; //!< See walk_scratch_words().
    device_buffer<std::uint64_t> steps;   //!< The number of steps of each pair, then the steps.
    mapped_buffer<std::uint64_t> found{}; //!< The same on the host.
};

} // namespace seqan3_gpulcs::cuda
