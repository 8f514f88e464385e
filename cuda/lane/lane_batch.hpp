// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many pairs of short sequences at once, one pair per lane.
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
#include "cuda/lane/lane_recurrence.hpp"
#include "cuda/runtime/async_batch.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Short pairs, each computed by one lane.
 *
 * Thread safety: see async_batch.
 */
class lane_batch : public async_batch
{
public:
    /*!\brief Does nothing yet.
     * \param context    Used until the object is destroyed.
     * \param recurrence What is computed.
     */
    explicit lane_batch(stream_context & context, lane_recurrence const & recurrence = lcs_lanes) :
        async_batch{context},
        recurrence_{recurrence},
        buffers_{context.get<lane_buffers>()}
    {}

    /*!\brief Packs pairs, copies them to the device and starts to compute them.
     * \param pairs      The pairs: sequences no longer than max_lane_size, fewer than 2^32 words of codes in all. If all
     *                   have the same first sequence, it is treated as the query, which is faster. Needed during this call
     *                   only.
     * \param thresholds For each pair, which values are reported: lengths of an LCS of at least this. If empty, all are.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     *
     * Linear in the letters. The context must not have another batch running.
     */
    void start(std::span<lcs::sequence_pair const> pairs, std::span<std::uint64_t const> thresholds);

    /*!\brief Waits for the batch.
     * \param on_turn Called repeatedly while waiting; if it throws, the object can only be destroyed.
     * \returns The index and the value of each reported pair, in any order; valid until the next call of start().
     * \throws seqan3_gpulcs::device_error
     */
    std::span<lane_hit const> finish(std::function<void()> const & on_turn = {});

    //!\brief The device memory that the last batch took.
    std::uint64_t device_bytes() const noexcept
    {
        return words_ * sizeof(std::uint64_t);
    }

private:
    // A pair, in the order in which pairs are launched.
    struct member
    {
        std::uint32_t index;          // Of the pair.
        std::uint32_t rows;           // Letters.
        std::uint32_t columns;        // Likewise.
        std::uint32_t row_letters;    // The number of the list of letters.
        std::uint32_t column_letters; // Likewise.
        std::uint16_t letters;        // The number of different letters of the columns.
        std::uint8_t kernel;          // The index in lane_shapes.
        bool second_is_rows;
    };

    // A kernel, its arguments, and its number of blocks.
    struct kernel_launch
    {
        lane_shape shape;
        lane_arguments arguments;
        unsigned blocks;
    };

    class stager;

    void add_members(std::span<lcs::sequence_pair const> pairs);
    void choose_kernels(std::span<lcs::sequence_pair const> pairs);
    void choose_kernel(member & one,
                       packing::packed_sequence_view const & rows,
                       packing::packed_sequence_view const & columns) const;
    void merge_small_launches();
    void stage(std::span<lcs::sequence_pair const> pairs, std::span<std::uint64_t const> thresholds);
    std::vector<kernel_launch> plan_launches(device_view<std::uint64_t> batch) const;
    void launch();

    lane_recurrence const & recurrence_;
    lane_buffers & buffers_;
    bool is_one_query_{};
    letter_lists lists_{};
    frequent_letters letters_{}; // Of the sequences that are compared with one query.
    std::vector<member> members_{};
    std::uint64_t words_{}; // The number of words in use of the staging buffer.
};

} // namespace seqan3_gpulcs::cuda
