// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Lengths of many pairs of short sequences at once, a pair a lane.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/lane/lane_buffers.hpp"
#include "cuda/lane/lane_codes.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/runtime/async_batch.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Short pairs, each in a lane.
 *
 * Thread safety: see async_batch.
 */
class lane_batch : public async_batch
{
public:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit lane_batch(stream_context & context) : async_batch{context}, buffers_{context.get<lane_buffers>()}
    {}

    /*!\brief Packs pairs together, copies them to the device and starts to compute them.
     * \param pairs The pairs, of sequences no longer than longest_in_lane, and of less than 2^32 words of codes in all. If
     *              they have the same first sequence, it is the query; that is faster. Needed during this call only.
     * \param min_lengths For each pair the length from which on it is reported; or empty: all are.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     *
     * Linear in the letters. No other batch may be in work.
     */
    void start(std::span<lcs::sequence_pair const> pairs, std::span<std::uint64_t const> min_lengths);

    /*!\brief Waits for the batch.
     * \param on_turn Called again and again meanwhile; after what it throws, the object can only be destroyed.
     * \returns The index of each pair that is reported, and its length, in any order; until the next call of start().
     * \throws seqan3_gpulcs::device_error
     */
    std::span<lane_hit const> finish(std::function<void()> const & on_turn = {});

    //!\brief What the last batch took of the memory of the device.
    std::uint64_t device_bytes() const noexcept
    {
        return words_ * sizeof(std::uint64_t);
    }

private:
    // One for each pair, as they are launched.
    struct member
    {
        std::uint32_t index;          // Of the pair.
        std::uint32_t rows;           // Letters.
        std::uint32_t columns;        // Likewise.
        std::uint32_t row_letters;    // The number of the list.
        std::uint32_t column_letters; // Likewise.
        std::uint16_t letters;        // Different ones that the columns may have for the kernel.
        std::uint8_t kernel;          // In lane_shapes.
        bool second_is_rows;
    };

    class stager;

    void add_members(std::span<lcs::sequence_pair const> pairs);
    void choose_kernels(std::span<lcs::sequence_pair const> pairs);
    void choose_kernel(member & one,
                       packing::packed_sequence_view const & rows,
                       packing::packed_sequence_view const & columns) const;
    void merge_small_launches();
    void stage(std::span<lcs::sequence_pair const> pairs, std::span<std::uint64_t const> min_lengths);
    void launch();

    lane_buffers & buffers_;
    bool is_one_query_{};
    letter_lists lists_{};
    frequent_letters letters_{}; // Of what is compared with one query.
    std::vector<member> members_{};
    std::uint64_t words_{}; // That are used of the staging buffer.
};

} // namespace seqan3_gpulcs::cuda
