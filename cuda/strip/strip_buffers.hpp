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

//!\brief The buffers of a pair that is cut into strips.
struct strip_buffers final : buffer_set<strip_buffers>
{
    using buffer_set::buffer_set;

    static auto members(auto & self) noexcept
    {
        return std::tie(self.counters,
                        self.row_codes,
                        self.text,
                        self.handed_over,
                        self.incoming,
                        self.incoming_on_host,
                        self.column_state,
                        self.chunks_done,
                        self.checkpoint_columns,
                        self.band_strips,
                        self.staging);
    }

    mapped_buffer<std::uint64_t> staging{}; //!< Staged checkpoints of a pair, or the border of a band.

    // The buffers for a pair.
    mapped_value<launch_counters> found{};             //!< The copy of the counters: no copy may wait for a kernel.
    device_buffer<launch_counters> counters{stream};   //!< See launch_counters.
    device_buffer<std::uint64_t> row_codes{stream};    //!< The codes of the rows.
    device_buffer<std::uint64_t> text{stream};         //!< The codes of the columns.
    device_buffer<tagged_carries> handed_over{stream}; //!< See strip_matrix.
    peer_buffer incoming{stream};                      //!< See strip_wave: what the device above writes.
    mapped_buffer<tagged_carries> incoming_on_host{};  //!< Its substitute where the device above cannot write there.
    device_buffer<std::uint32_t> column_state{stream}; //!< See strip_matrix.
    device_buffer<unsigned> chunks_done{stream};       //!< See chunk_order.
    device_buffer<std::uint32_t> checkpoint_columns{stream}; //!< See checkpoint_buffers.

    // The buffers for a band of a pair.
    device_buffer<band_strip> band_strips{stream}; //!< The strips of the band.
};

} // namespace seqan3_gpulcs::cuda
