// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Several pairs in one launch: for those that are too small to keep a device busy, and too long for a lane.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/async_batch.hpp"
#include "cuda/strip/device_checkpoints.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "cuda/strip/strip_plan.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A pair of longer sequences keeps a device busy alone.
inline constexpr std::uint64_t max_strip_batch_size{std::uint64_t{1} << 21};

//!\brief The same where checkpoints are wanted: all of them are copied to the host, so there must not be too many.
inline constexpr std::uint64_t max_checkpoint_batch_size{std::uint64_t{1} << 17};

/*!\brief Pairs that are cut into strips.
 *
 * The strips of all pairs are taken round by round: the first strip of each pair, then the second one of each, and so on. So
 * a strip seldom waits for the one above it.
 *
 * Thread safety: see async_batch.
 */
class strip_batch : public async_batch
{
public:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit strip_batch(stream_context & context) : async_batch{context}, buffers_{context.get<strip_buffers>()}
    {}

    /*!\brief Whether the second sequence of a pair is the rows: the shorter one, unless checkpoints are wanted.
     * \param pair              The pair.
     * \param keeps_checkpoints Whether checkpoints are wanted.
     */
    static bool is_second_rows(lcs::sequence_pair const & pair, bool const keeps_checkpoints) noexcept
    {
        return !keeps_checkpoints && pair.second.size() < pair.first.size();
    }

    /*!\brief Plans a batch. Linear in the number of pairs.
     * \param pairs             See start().
     * \param keeps_checkpoints See start().
     * \param limits            The limits of the device.
     * \param recurrence        What is computed.
     */
    static strip_batch_plan plan(std::span<lcs::sequence_pair const> pairs,
                                 bool keeps_checkpoints,
                                 device_limits const & limits,
                                 strip_recurrence const & recurrence = lcs_strips);

    //!\brief The bytes of all checkpoints of a batch, on the device and on the host. The parameters of start().
    static std::uint64_t checkpoint_bytes(std::span<lcs::sequence_pair const> pairs,
                                          strip_batch_plan const & plan) noexcept;

    /*!\brief Copies pairs to the device and starts to compute them.
     * \param pairs             The pairs, of sequences no longer than max_strip_batch_size; those that are the columns have
     *                          codes of one width. Needed during this call only.
     * \param plan              Made for them.
     * \param keeps_checkpoints Whether checkpoints are wanted.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     */
    void start(std::span<lcs::sequence_pair const> pairs, strip_batch_plan const & plan, bool keeps_checkpoints);

    /*!\brief Waits for the batch.
     * \param on_turn Called repeatedly while waiting; if it throws, the object can only be destroyed.
     * \returns For each pair the value of its last cell, the length of an LCS; valid until the next call of start().
     * \throws seqan3_gpulcs::device_error
     */
    std::span<std::uint64_t const> finish(std::function<void()> const & on_turn = {});

    //!\brief The checkpoints of a pair, if wanted and if both sequences have letters; after finish(), until the next start().
    host_checkpoints checkpoints(std::size_t index) const noexcept;

    //!\brief The device memory that the last batch took.
    std::uint64_t device_bytes() const noexcept
    {
        return words_ * sizeof(std::uint64_t);
    }

private:
    // Where in the batch, in words of 64 bits, something of a pair lies.
    struct member
    {
        packing::packed_sequence_view rows{};
        packing::packed_sequence_view columns{};
        checkpoint_layout checkpoints{};
        std::uint64_t strips{};
        std::uint64_t rows_at{};
        std::uint64_t text_at{};
        std::uint64_t handed_over_at{};
        std::uint64_t checkpoint_rows_at{};
        std::uint64_t checkpoint_columns_at{};
    };

    recurrence_traits const & traits() const noexcept
    {
        return plan_.recurrence->traits;
    }

    void add_members(std::span<lcs::sequence_pair const> pairs);
    void order_strips();
    void place_members();
    void stage();
    void launch();

    strip_buffers & buffers_;
    strip_batch_plan plan_{};
    bool keeps_checkpoints_{};
    std::vector<member> members_{};
    std::vector<matrix_strip> strips_{};

    // The batch: counters, the value and the kernel arguments of each pair, the strips, and the codes, all copied
    // to the device; then the buffers for carries and kept rows, zeros at first; then kept columns.
    std::uint64_t matrices_at_{};
    std::uint64_t strips_at_{};
    std::uint64_t zeros_at_{};
    std::uint64_t checkpoints_at_{};
    std::uint64_t checkpoint_columns_at_{};
    std::uint64_t checkpoints_end_{};
    std::uint64_t words_{};
};

} // namespace seqan3_gpulcs::cuda
