// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The buffers of batches of lanes.
 */

#pragma once

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/runtime/stream_context.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The buffers of a batch of lanes, kept in a stream_context.
struct lane_buffers final : stream_buffers
{
    explicit lane_buffers(cudaStream_t const stream) : batch{stream}, carries{stream}
    {}

    std::uint64_t bytes() const noexcept override
    {
        return batch.bytes() + carries.bytes();
    }

    std::uint64_t host_bytes() const noexcept override
    {
        return staging.bytes() + hits.bytes() + values.bytes();
    }

    void release() noexcept override
    {
        staging.release();
        hits.release();
        values.release();
        batch.release();
        carries.release();
    }

    mapped_buffer<std::uint64_t> staging{}; //!< The number of hits, the pairs, filters and codes, on the host.
    device_buffer<std::uint64_t> batch;     //!< The same on the device.
    device_buffer<std::uint32_t> carries;   //!< See lane_arguments.
    mapped_buffer<lane_hit> hits{};         //!< The values that are reported.
    mapped_buffer<lane_value> values{};     //!< All values, where these are wanted.
};

} // namespace seqan3_gpulcs::cuda
