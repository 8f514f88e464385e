// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sets of short sequences on a device, every pair of which is computed.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "cuda/lane/kept_lanes.hpp"
#include "cuda/lane/lane_arguments.hpp"
#include "cuda/lane/lane_recurrence.hpp"
#include "cuda/lane/lane_sequences.hpp"
#include "cuda/runtime/async_batch.hpp"
#include "cuda/runtime/device_codes.hpp"
#include "cuda/runtime/pair_batches.hpp"
#include "src/plan/sequence_sets.hpp"
#include "src/plan/value_span.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

struct lane_buffers;

//!\brief Consecutive queries that one launch compares with their subjects.
struct lane_set_block
{
    std::size_t begin{};  //!< The first query.
    std::size_t end{};    //!< The one after the last.
    std::uint8_t shape{}; //!< The kernel, in lane_shapes.
    double cells{};       //!< The cells of all pairs.
};

/*!\brief Sequences of two sets, or of one, each of which is packed and uploaded once; or those of one set, compared with sequences that
 *        devices keep.
 *
 * All sequences get codes of one width for one list of letters. The smaller set has the queries, the other one the subjects; both are
 * sorted by length. If there is one set, a sequence is compared with those after it in that order.
 */
class lane_set
{
public:
    /*!\brief Sorts sequences and decides how they are computed.
     * \param sets       The sets, which must outlive the object.
     * \param part       The intervals of sequences to compare; those longer than max_lane_size are left out. If there is one set, both
     *                   intervals must be the same, or have no sequence in common, the first one before the second.
     * \param recurrence The recurrence.
     * \throws std::bad_alloc
     *
     * O(n log n) in the number of sequences.
     */
    lane_set(plan::sequence_sets const & sets, set_part const & part, lane_recurrence const & recurrence = lcs_lanes);

    /*!\brief Decides how queries are compared with sequences that devices keep.
     * \param sets       The sets: the first one has the queries, and the second one is kept. Must outlive the object.
     * \param part       The intervals; that of the second set is the kept one.
     * \param recurrence The recurrence.
     * \param kept       The kept sequences of that interval. Must outlive the object.
     * \throws std::bad_alloc
     */
    lane_set(plan::sequence_sets const & sets,
             set_part const & part,
             lane_recurrence const & recurrence,
             kept_lanes const & kept);

    //!\brief Whether there is a kernel for each query, given the maximum of shared memory per block.
    bool is_computable(std::uint64_t shared_bytes) const noexcept;

    /*!\brief Copies the sequences to a device; returns when they are there. The first call packs them.
     * \param context Holds the sequences until the object is destroyed, and must run no batch until then. That of the first
     *                call also holds the packed sequences on the host.
     * \param threads The number of threads that pack.
     * \param control Stops the threads.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, std::bad_alloc
     *
     * Linear in the letters. Called for each device that is to compute blocks.
     */
    void upload(stream_context & context, unsigned threads, runtime::task_control & control);

    //!\brief Frees what a context holds, after an upload() that failed.
    void release(stream_context & context) noexcept;

    //!\brief The time of all copies to devices.
    double transfer_seconds() const noexcept
    {
        return transfer_seconds_;
    }

    //!\brief The blocks of which all pairs consist, once uploaded.
    std::span<lane_set_block const> blocks() const noexcept
    {
        return blocks_;
    }

    //!\brief The recurrence.
    lane_recurrence const & recurrence() const noexcept
    {
        return recurrence_;
    }

    //!\brief The arguments of the launch for a block on a device, but for its values and carries.
    lane_arguments arguments(lane_set_block const & block, unsigned device) const noexcept;

    //!\brief The number of pairs of a block.
    std::size_t pair_count(lane_set_block const & block) const noexcept
    {
        return value_at(block.end) - value_at(block.begin);
    }

    /*!\brief Writes the values of a block to their places in the result of the whole sets.
     * \param block  The block.
     * \param found  The values of the block.
     * \param values The result.
     */
    void store_values(lane_set_block const & block,
                      std::span<lane_value const> found,
                      plan::value_span const & values) const noexcept;

private:
    template <typename value_t>
    void
    store(lane_set_block const & block, std::span<lane_value const> found, std::span<value_t> values) const noexcept;

    void plan_blocks();
    void pack(stream_context & context, unsigned threads, runtime::task_control & control);
    void describe(std::span<std::uint64_t> staging) const noexcept;

    // The index of the first value of a query, if that of the first query is 0.
    std::uint64_t value_at(std::size_t const query) const noexcept
    {
        return is_triangle_ ? query * subjects().size() - query * (query + 1) / 2 : query * subjects().size();
    }

    // The first subject of a query.
    std::size_t first_subject(std::size_t const query) const noexcept
    {
        return is_triangle_ ? query + 1 : 0;
    }

    lane_sequences const & subjects() const noexcept
    {
        return kept_ != nullptr ? kept_->sequences() : is_triangle_ ? queries_ : other_;
    }

    plan::sequence_sets const & sets_;
    lane_recurrence const & recurrence_;
    kept_lanes const * kept_{}; // The subjects, if devices keep them.
    bool is_triangle_{};
    bool second_is_query_{}; // Whether the second set has the queries.
    bool is_in_order_{};     // Whether the subjects of a query are neighbours in the result.
    lane_sequences queries_{};
    lane_sequences other_{};              // The subjects, unless they are the queries or kept.
    std::vector<std::uint8_t> letters_{}; // The letters of the subjects, and of queries that are packed with them.
    unsigned bits_{2};
    unsigned query_bits_{2}; // There is one code more if queries have letters that kept subjects lack.
    std::size_t query_letters_{};
    std::vector<lane_set_block> blocks_{};
    staged<lane_query> staged_queries_{};
    staged<lane_column_codes> staged_subjects_{};
    staged<std::uint64_t> codes_{};      // The table, then the codes of all sequences.
    stream_context const * packed_in_{}; // It holds the packed sequences.
    std::span<std::uint64_t const> packed_{};
    std::map<unsigned, device_view<std::uint64_t>> copies_{}; // The copy on each device, by its number.
    double transfer_seconds_{};
};

/*!\brief A block of a set, computed by a device.
 *
 * Thread safety: see async_batch.
 */
class lane_set_batch : public async_batch
{
public:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit lane_set_batch(stream_context & context);

    /*!\brief Starts to compute a block.
     * \param set   The set, which must be on the device of the context.
     * \param block One of its blocks.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     */
    void start(lane_set const & set, lane_set_block const & block);

    //!\brief Waits for the block, as lane_batch does, and returns its values.
    std::span<lane_value const> finish(std::function<void()> const & on_turn = {});

private:
    lane_buffers & buffers_;
    std::size_t pair_count_{};
};

} // namespace seqan3_gpulcs::cuda
