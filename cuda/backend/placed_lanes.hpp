// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Short sequences of one device, which may never have been on the host.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/alignment/device_set.hpp>

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/runtime/ordered_memory.hpp"
#include "cuda/runtime/staging_layout.hpp"
#include "cuda/runtime/stream.hpp"
#include "src/backend/device_interface.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A call that is done when its event is reached.
class device_event final : public backend::started_call
{
public:
    /*!\brief Records nothing yet.
     * \param device The device, which must be the current one.
     * \throws seqan3_gpulcs::device_error
     */
    explicit device_event(unsigned const device) :
        device_{device},
        event_{std::make_unique<event>(cudaEventDisableTiming)}
    {}

    ~device_event() override;

    /*!\brief Is reached when a stream has done all its work so far.
     * \throws seqan3_gpulcs::invalid_option if the stream is not one of the device; seqan3_gpulcs::device_error.
     */
    void record(cudaStream_t in);

    //!\brief What follows in a stream waits for it.
    void hold(cudaStream_t const in) const
    {
        event_->hold(in);
    }

    bool is_done() const override;

    void wait() const override;

private:
    unsigned device_;
    std::unique_ptr<event> event_;
};

//!\brief See device_address().
void const * find_device_address(void const * pointer, std::size_t alignment, unsigned device);

/*!\brief The address by which a device accesses memory of the caller.
 * \param pointer The memory: that of the device, managed memory, or pinned memory of the host.
 * \param device  The device, which must be the current one.
 * \throws seqan3_gpulcs::invalid_option if it cannot access the memory, or a value does not lie at a multiple of its size.
 */
template <typename value_t>
value_t * device_address(value_t * const pointer, unsigned const device)
{
    return static_cast<value_t *>(const_cast<void *>(find_device_address(pointer, alignof(value_t), device)));
}

/*!\brief Sequences of a device, with their order by length.
 *
 * Thread safety: concurrent reads are safe, and so is in_use_until().
 */
class placed_lanes final : public backend::placed_sequences
{
public:
    /*!\brief Brings sequences to a device, which must be the current one.
     * \param source   The sequences.
     * \param alphabet Their letters, in ascending order.
     * \param stream   What is on the device is read in its order.
     * \throws The exceptions of seqan3_gpulcs::alignment::device_set.
     */
    placed_lanes(backend::sequence_source const & source,
                 std::string alphabet,
                 alignment::device_stream const & stream);
    ~placed_lanes() override;

    std::size_t size() const noexcept override
    {
        return sizes_.size();
    }

    unsigned device() const noexcept override
    {
        return device_;
    }

    std::uint64_t device_bytes() const noexcept override
    {
        return memory_->bytes();
    }

    std::string_view alphabet() const noexcept override
    {
        return alphabet_;
    }

    //!\brief The number of different codes, of which codes of the caller may have more than there are letters.
    std::uint16_t letters() const noexcept
    {
        return letters_;
    }

    //!\brief The width of the codes.
    unsigned bits() const noexcept
    {
        return bits_;
    }

    //!\brief The lengths, the largest one first.
    std::span<std::uint32_t const> sizes() const noexcept
    {
        return sizes_;
    }

    //!\brief The codes of all sequences.
    std::uint64_t const * codes() const noexcept
    {
        return codes_;
    }

    //!\brief The table that leaves codes as they are.
    std::uint64_t const * table() const noexcept
    {
        return memory_->view().data();
    }

    //!\brief The sequences in their own order.
    lane_column_codes const * sequences() const noexcept
    {
        return sequences_.in(memory_->view()).data();
    }

    //!\brief The sequences by their lengths.
    lane_column_codes const * by_size() const noexcept
    {
        return by_size_.in(memory_->view()).data();
    }

    //!\brief The numbers of the sequences by their lengths.
    std::uint32_t const * order() const noexcept
    {
        return order_.in(memory_->view()).data();
    }

    //!\brief The destructor waits for a call.
    void in_use_until(std::shared_ptr<backend::started_call const> call) const;

private:
    struct placement;

    placement place(std::vector<std::uint64_t> const & sizes, std::span<std::uint64_t const> first_words);
    void upload(placement const & placed, std::span<packing::packed_sequence_view const> sequences);
    void pack(placement const & placed, alignment::device_letters const & letters, cudaStream_t in);

    unsigned device_;
    std::string alphabet_;
    unsigned bits_;
    std::uint16_t letters_;
    std::vector<std::uint32_t> sizes_{};
    staged<lane_column_codes> sequences_{};
    staged<lane_column_codes> by_size_{};
    staged<std::uint32_t> order_{};
    staged<std::uint64_t> own_codes_{};
    std::unique_ptr<stream> own_stream_; // Null if the caller gives memory.
    alignment::device_stream memory_stream_;
    std::unique_ptr<ordered_memory> memory_{};
    std::uint64_t const * codes_{};
    mutable std::mutex mutex_{};
    mutable std::vector<std::shared_ptr<backend::started_call const>> users_{};
};

} // namespace seqan3_gpulcs::cuda
