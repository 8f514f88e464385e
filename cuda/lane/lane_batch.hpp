// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many pairs of short sequences at once, one pair per lane.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/lane/lane_recurrence.hpp"
#include "cuda/runtime/async_batch.hpp"
#include "cuda/runtime/device_codes.hpp"
#include "cuda/runtime/pair_batches.hpp"
#include "src/plan/value_span.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The buffers of a batch of lanes, kept in a stream_context.
struct lane_buffers final : buffer_set<lane_buffers>
{
    using buffer_set::buffer_set;

    static auto members(auto & self) noexcept
    {
        return std::tie(self.carries, self.hits, self.values);
    }

    device_buffer<std::uint32_t> carries{stream}; //!< See lane_arguments.
    mapped_buffer<lane_hit> hits{};               //!< The values that are reported.
    mapped_buffer<lane_value> values{};           //!< All values, where these are wanted.
};

/*!\brief Short pairs, each computed by one lane.
 *
 * Thread safety: see async_batch.
 */
class lane_batch : public staged_batch
{
public:
    /*!\brief Does nothing yet.
     * \param context    Used until the object is destroyed.
     * \param recurrence The recurrence.
     */
    explicit lane_batch(stream_context & context, lane_recurrence const & recurrence = lcs_lanes) :
        staged_batch{context},
        recurrence_{&recurrence},
        buffers_{context.get<lane_buffers>()}
    {}

    //!\brief Sets the recurrence for the next start() and all after it.
    void use(lane_recurrence const & recurrence) noexcept
    {
        recurrence_ = &recurrence;
    }

    /*!\brief Packs pairs, copies them to the device and starts to compute them; values that reach a threshold are hits.
     * \param pairs      The pairs: sequences no longer than max_lane_size, fewer than 2^32 words of codes in all. If all
     *                   have the same first sequence, it is treated as the query, which is faster. Needed during this call
     *                   only.
     * \param thresholds A filter for each pair: only lengths of an LCS of at least this, or edit distances of at most this, are reported.
     *                   If empty, all values are reported.
     * \param subjects   The number of the second sequence of each pair, if several queries have the same ones: each first
     *                   sequence is treated as a query for the pairs that follow each other, and sequences with the same
     *                   number are packed and copied once.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     *
     * Linear in the letters, and in the largest number of a sequence. The context must not have another batch running.
     */
    void start(std::span<alignment::sequence_pair const> pairs,
               std::span<std::uint64_t const> thresholds,
               std::span<std::uint32_t const> subjects = {});

    /*!\brief Starts a batch that stores all values: see store_values().
     * \param pairs The pairs, as for the other function.
     * \param ends  The free ends of edit distances; not the trailing ones of both sequences.
     */
    void start(plan::pair_list const & pairs, alignment::free_ends const & ends = {});

    /*!\brief Waits as async_batch::wait() does.
     * \returns The index and the value of each reported pair, in any order; valid until the next call of start().
     */
    std::span<lane_hit const> finish(std::function<void()> const & on_turn = {});

    //!\brief Writes the value of each pair of a finished batch that stores all values.
    void store_values(plan::value_span const & values) const noexcept;

private:
    // Everything that decides how a pair is computed; row_letters and column_letters are numbers of lists of letters.
    struct member
    {
        std::uint32_t row_letters;
        std::uint32_t column_letters;
        std::uint32_t query;        // The number of the query, or no_query.
        std::uint16_t rows;         // The letters of the rows.
        std::uint16_t columns;      // The letters of the columns.
        std::uint16_t row_codes;    // The number of different letters of the rows.
        std::uint16_t column_codes; // The number of different letters of the columns.
        std::uint8_t row_bits;      // The width of the codes of the rows.
        std::uint8_t column_bits;   // The width of the codes of the columns.
        bool second_is_rows;
        std::uint8_t kernel; // The index in lane_shapes.
    };

    // Consecutive pairs of order_ that one kernel computes.
    struct kernel_launch
    {
        std::size_t begin{};
        std::size_t end{};
        lane_shape shape{};
        staged<lane_query> query{};           // Its query and the subjects,
        staged<lane_column_codes> subjects{}; // or
        staged<lane_pair> pairs{};            // its pairs.
        std::uint32_t max_columns{};
        unsigned letters{1};
        lane_arguments arguments{};
        unsigned blocks{};

        bool is_one_query() const noexcept
        {
            return shape.rows == lane_rows::one_query;
        }
    };

    class stager;

    static constexpr std::uint32_t no_query{~std::uint32_t{0}};

    void prepare(plan::pair_list const & pairs, std::span<std::uint32_t const> subjects);
    bool has_queries(plan::pair_list const & pairs) const noexcept;
    void add_members(plan::pair_list const & pairs);
    void choose_kernels();
    std::uint8_t choose_kernel(member const & one) const;
    bool are_short_codes(member const & one) const;
    void merge_small_launches();
    void sort_members();
    std::uint64_t plan_launches();
    void place(std::uint64_t max_words);
    void stage(plan::pair_list const & pairs);
    void stage_filters(std::span<std::uint64_t const> thresholds) const noexcept;
    void set_arguments();
    lane_ends ends_of_matrix() const noexcept;
    void launch();

    lane_recurrence const * recurrence_;
    lane_buffers & buffers_;
    bool stores_values_{};
    alignment::free_ends ends_{};
    std::span<std::uint32_t const> subjects_{}; // Valid while a batch is prepared.
    letter_lists lists_{};
    frequent_letters letters_{}; // The letters of the sequences that are compared with one query.
    std::vector<member> members_{};
    std::vector<std::uint64_t> order_{}; // The order of launches; the lower halves are indices of pairs.
    std::vector<kernel_launch> launches_{};
    std::vector<lane_column_codes> subject_codes_{}; // The codes of each subject of several queries, once packed.
    staged<unsigned> hit_count_{};
    staged<lane_filter> filters_{};
    staged<std::uint64_t> codes_{}; // The codes of all sequences, and the tables, come last.
};

} // namespace seqan3_gpulcs::cuda
