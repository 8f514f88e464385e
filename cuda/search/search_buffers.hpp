// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The buffers of searches.
 */

#pragma once

#include "cuda/runtime/stream_context.hpp"
#include "cuda/search/search_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The buffers of a search, kept in a stream_context.
struct search_buffers final : stream_buffers
{
    explicit search_buffers(cudaStream_t const stream) : text{stream}, batch{stream}, carries{stream}
    {}

    std::uint64_t bytes() const noexcept override
    {
        return text.bytes() + batch.bytes() + carries.bytes();
    }

    std::uint64_t host_bytes() const noexcept override
    {
        return staging.bytes() + hits.bytes() + text_staging.bytes();
    }

    void release() noexcept override
    {
        staging.release();
        hits.release();
        text_staging.release();
        text.release();
        batch.release();
        carries.release();
    }

    device_buffer<std::uint64_t> text;           //!< The text that is searched, or a part of it.
    mapped_buffer<std::uint64_t> staging{};      //!< The number of hits and the patterns, on the host.
    device_buffer<std::uint64_t> batch;          //!< The same on the device.
    device_buffer<std::uint32_t> carries;        //!< See search_arguments.
    mapped_buffer<search_hit> hits{};            //!< Where patterns were found.
    mapped_buffer<std::uint64_t> text_staging{}; //!< A part of the text on its way to the device.
};

} // namespace seqan3_gpulcs::cuda
