// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Several pairs in one launch: for those that are too small to keep a device busy, and too long for a lane.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/async_batch.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "cuda/traceback/path_walk.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A pair of longer sequences keeps a device busy alone.
inline constexpr std::uint64_t max_strip_batch_size{std::uint64_t{1} << 21};

//!\brief The same where alignments are wanted: one warp walks back through the matrix of a pair.
inline constexpr std::uint64_t max_walk_batch_size{std::uint64_t{1} << 17};

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
    explicit strip_batch(stream_context & context) :
        async_batch{context},
        buffers_{context.get<strip_buffers>()},
        walk_{context}
    {}

    /*!\brief Whether the second sequence of a pair is the rows: the shorter one, unless alignments are wanted.
     * \param pair       The pair.
     * \param with_paths Whether alignments are wanted.
     */
    static bool is_second_rows(alignment::sequence_pair const & pair, bool const with_paths) noexcept
    {
        return !with_paths && pair.second.size() < pair.first.size();
    }

    /*!\brief Plans a batch. Linear in the number of pairs.
     * \param pairs      See start().
     * \param with_paths See start().
     * \param limits     The limits of the device.
     * \param recurrence What is computed.
     */
    static strip_batch_plan plan(std::span<alignment::sequence_pair const> pairs,
                                 bool with_paths,
                                 device_limits const & limits,
                                 strip_recurrence const & recurrence = lcs_strips);

    /*!\brief Plans bands of a batch. Linear in the number of pairs.
     * \param pairs      See start().
     * \param bounds     See start().
     * \param limits     The limits of the device.
     * \param recurrence What is computed.
     */
    static strip_batch_plan plan(std::span<alignment::sequence_pair const> pairs,
                                 std::span<std::uint64_t const> bounds,
                                 device_limits const & limits,
                                 strip_recurrence const & recurrence = lcs_strips);

    /*!\brief Copies pairs to the device and starts to compute them.
     * \param pairs      The pairs, of sequences no longer than max_strip_batch_size; those that are the columns have codes of
     *                   one width. Needed during this call only.
     * \param plan       Made for them.
     * \param with_paths Whether alignments are wanted: of edit distances those with alignment::preference::gaps_first.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     */
    void start(std::span<alignment::sequence_pair const> pairs, strip_batch_plan const & plan, bool with_paths);

    /*!\brief The same for a band of each pair: for the values of paths in bands, see plan::matrix_band.
     * \param pairs  As above, but the columns have codes of 2 or 4 bits.
     * \param bounds For each pair a bound of the metric, see plan::max_indels().
     * \param plan   Made for them.
     */
    void start(std::span<alignment::sequence_pair const> pairs,
               std::span<std::uint64_t const> bounds,
               strip_batch_plan const & plan);

    //!\brief The cells of a pair that the last batch computed.
    double cells(std::size_t const index) const noexcept
    {
        return members_[index].cells;
    }

    /*!\brief Waits for the batch.
     * \param on_turn Called repeatedly while waiting; if it throws, the object can only be destroyed.
     * \returns For each pair the value of its last cell, the length of an LCS; valid until the next call of start().
     * \throws seqan3_gpulcs::device_error
     */
    std::span<std::uint64_t const> finish(std::function<void()> const & on_turn = {});

    //!\brief The steps of the alignments, if wanted; after finish(), until the next start().
    path_walk const & walk() const noexcept
    {
        return walk_;
    }

    //!\brief The device memory that the last batch took.
    std::uint64_t device_bytes() const noexcept
    {
        return words_ * sizeof(std::uint64_t) + (with_paths_ ? walk_.device_bytes() : 0);
    }

private:
    // Where in the batch, in words of 64 bits, something of a pair lies.
    struct member
    {
        packing::packed_sequence_view rows{};
        packing::packed_sequence_view columns{};
        checkpoint_layout checkpoints{};
        std::vector<band_strip> band{}; // The strips, if there is one.
        double cells{};
        std::uint64_t carry_words{};
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

    void add_members(std::span<alignment::sequence_pair const> pairs);
    void add_band(member & one, std::uint64_t bound);
    void compute();
    void order_strips();
    void stage_strips(std::uint64_t * staging) const;
    void place_members();
    void place_walk();
    void stage();
    walk_pair describe_walk(std::size_t index, std::uint64_t * device) const noexcept;
    void launch();

    strip_buffers & buffers_;
    path_walk walk_;
    strip_batch_plan plan_{};
    bool with_paths_{};
    bool is_banded_{};
    std::vector<member> members_{};
    std::vector<matrix_strip> strips_{};

    // The batch: counters, the value and the kernel arguments of each pair, the strips, and the codes, all copied
    // to the device; then the buffers for carries and kept rows, zeros at first; then kept columns.
    std::uint64_t matrices_at_{};
    std::uint64_t walks_at_{};
    std::uint64_t strips_at_{};
    std::uint64_t zeros_at_{};
    std::uint64_t checkpoint_columns_at_{};
    std::uint64_t words_{};
};

} // namespace seqan3_gpulcs::cuda
