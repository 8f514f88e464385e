// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a backend offers for sequences that are on a device.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <seqan3_gpulcs/alignment/device_set.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::backend
{

/*!\brief Sequences on a device.
 *
 * The destructor waits for the calls that use them. Thread safety: concurrent reads are safe.
 */
class placed_sequences
{
public:
    placed_sequences() = default;
    placed_sequences(placed_sequences const &) = delete;
    placed_sequences & operator=(placed_sequences const &) = delete;
    virtual ~placed_sequences() = default;

    //!\brief The number of sequences.
    virtual std::size_t size() const noexcept = 0;

    //!\brief The number of the device.
    virtual unsigned device() const noexcept = 0;

    //!\brief The memory of the device that belongs to them.
    virtual std::uint64_t device_bytes() const noexcept = 0;

    //!\brief The letters of the codes, in ascending order.
    virtual std::string_view alphabet() const noexcept = 0;
};

//!\brief Work in a stream. Thread safety: all functions may be called concurrently.
class started_call
{
public:
    started_call() = default;
    started_call(started_call const &) = delete;
    started_call & operator=(started_call const &) = delete;
    virtual ~started_call() = default;

    //!\brief Whether it is done. \throws seqan3_gpulcs::device_error
    virtual bool is_done() const = 0;

    //!\brief Waits until it is done. \throws seqan3_gpulcs::device_error
    virtual void wait() const = 0;
};

//!\brief Where sequences come from.
using sequence_source =
    std::variant<std::span<packing::packed_sequence_view const>, alignment::device_letters, alignment::device_codes>;

//!\brief Comparisons of sequences on a device.
struct device_request
{
    placed_sequences const & first;  //!< The first sequences.
    placed_sequences const & second; //!< The second ones, on the same device, with the same alphabet.
    plan::metric metric{};           //!< What is compared.
    bool is_all_pairs{};     //!< Whether every sequence is compared with every other one, instead of pair by pair.
    std::uint32_t * found{}; //!< Where the values go.
    alignment::device_stream stream{}; //!< The stream, of that device.
};

//!\brief Compares sequences on devices. Thread safety: the member functions may be called concurrently.
class device_interface
{
public:
    device_interface() = default;
    device_interface(device_interface const &) = delete;
    device_interface & operator=(device_interface const &) = delete;
    virtual ~device_interface() = default;

    /*!\brief Brings sequences to a device.
     * \param source   The sequences.
     * \param alphabet Their letters, in ascending order.
     * \param stream   Names the device; what is there is read in the order of the stream.
     * \throws The exceptions of seqan3_gpulcs::alignment::device_set.
     */
    virtual std::unique_ptr<placed_sequences const>
    place(sequence_source const & source, std::string alphabet, alignment::device_stream const & stream) const = 0;

    /*!\brief Has sequences compared.
     * \throws The exceptions of seqan3_gpulcs::lcs::enqueue_lengths.
     */
    virtual std::shared_ptr<started_call const> start(device_request const & request) const = 0;

    //!\brief Frees the memory of all devices that is kept for later calls.
    virtual void release_memory() const noexcept = 0;

    //!\brief Limits the memory that this library has of each device, and frees what is kept for later calls.
    virtual void limit_memory(std::uint64_t bytes) const noexcept = 0;
};

} // namespace seqan3_gpulcs::backend
