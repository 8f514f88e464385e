// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Short sequences that stay on devices, to be compared with the queries of many calls.
 */

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/lane/lane_sequences.hpp"
#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/staging_layout.hpp"
#include "cuda/runtime/stream.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief An interval of the sequences of a set on devices. They are the columns of the matrices that lanes compute.
 *
 * Thread safety: concurrent reads are safe.
 */
class kept_lanes
{
public:
    /*!\brief Sorts sequences.
     * \param set   The set, which must outlive the object.
     * \param begin The first one.
     * \param end   The one after the last.
     * \throws std::bad_alloc
     */
    kept_lanes(std::span<packing::packed_sequence_view const> set, std::size_t begin, std::size_t end);

    /*!\brief Copies the sequences to a device, which must be the current one; returns when they are there.
     * \param context Packs them.
     * \param threads The number of threads that pack.
     * \param control Stops the threads.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, std::bad_alloc
     *
     * Linear in the letters.
     */
    void upload(stream_context & context, unsigned threads, runtime::task_control & control);

    //!\brief The sequences, with the width of their codes.
    lane_sequences const & sequences() const noexcept
    {
        return sequences_;
    }

    //!\brief The columns on a device.
    lane_column_codes const * columns(unsigned const device) const
    {
        return columns_.in(copies_.at(device)->memory.view()).data();
    }

    //!\brief The codes of all columns on a device.
    std::uint64_t const * codes(unsigned const device) const
    {
        return codes_.in(copies_.at(device)->memory.view()).data();
    }

    //!\brief The first sequence in the set.
    std::size_t begin() const noexcept
    {
        return begin_;
    }

    //!\brief The one after the last.
    std::size_t end() const noexcept
    {
        return end_;
    }

    //!\brief The memory that they take on all devices.
    std::uint64_t bytes() const noexcept;

private:
    // Freed while its device is the current one.
    struct device_copy
    {
        explicit device_copy(unsigned const number) : device{number}
        {}
        device_copy(device_copy const &) = delete;
        device_copy & operator=(device_copy const &) = delete;
        ~device_copy();

        unsigned device;
        std::unique_ptr<stream> own_stream{std::make_unique<stream>()};
        device_buffer<std::uint64_t> memory{*own_stream};
    };

    std::size_t begin_;
    std::size_t end_;
    lane_sequences sequences_;
    staged<lane_column_codes> columns_{};
    staged<std::uint64_t> codes_{};
    std::map<unsigned, std::unique_ptr<device_copy>> copies_{}; // By the number of the device.
};

} // namespace seqan3_gpulcs::cuda
