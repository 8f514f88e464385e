// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A batch of pairs in one launch, for pairs that are too small to keep a device busy, and too long for a lane.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/async_batch.hpp"
#include "cuda/strip/strip_arguments.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "cuda/traceback/batch_tracebacks.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A pair of longer sequences keeps a device busy alone.
inline constexpr std::uint64_t max_strip_batch_size{std::uint64_t{1} << 21};

//!\brief The maximum length where alignments are wanted: one warp computes the traceback of a pair.
inline constexpr std::uint64_t max_walk_batch_size{std::uint64_t{1} << 17};

//!\brief The pairs of a batch, and what is wanted of them.
struct strip_batch_input
{
    //!\brief The pairs, of sequences no longer than max_strip_batch_size; all sequences that are the columns have codes of one width.
    std::span<alignment::sequence_pair const> pairs{};

    //!\brief Whether alignments are wanted; for edit distances those with alignment::preference::gaps_first.
    bool with_paths{};

    //!\brief A bound of the metric for each pair, see plan::max_indels(), if only the values of paths in bands are wanted, see
    //!       plan::matrix_band; then codes have 2 or 4 bits.
    std::span<std::uint64_t const> bounds{};
};

/*!\brief Pairs that are cut into strips.
 *
 * The strips of all pairs are taken round by round: the first strip of each pair, then the second one of each, and so on. So
 * a strip seldom waits for the one above it.
 *
 * Thread safety: see async_batch.
 */
class strip_batch : public staged_batch
{
public:
    //!\brief Does nothing yet. The context is used until the object is destroyed.
    explicit strip_batch(stream_context & context) : staged_batch{context}, tracebacks_{context}
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
     * \param input      See start().
     * \param limits     The limits of the device.
     * \param recurrence The recurrence.
     */
    static strip_batch_plan plan(strip_batch_input const & input,
                                 device_limits const & limits,
                                 strip_recurrence const & recurrence = lcs_strips);

    /*!\brief Copies pairs to the device and starts to compute them.
     * \param input Needed during this call only.
     * \param plan  Made for it.
     * \throws seqan3_gpulcs::device_error, std::bad_alloc; if is_started() then, the object can only be destroyed.
     */
    void start(strip_batch_input const & input, strip_batch_plan const & plan);

    //!\brief The cells of a pair that the last batch computed.
    double cells(std::size_t const index) const noexcept
    {
        return members_[index].cells;
    }

    /*!\brief Waits as async_batch::wait() does.
     * \returns The value of the last cell of each pair, for example the length of an LCS; valid until the next call of start().
     */
    std::span<std::uint64_t const> finish(std::function<void()> const & on_turn = {});

    //!\brief The steps of the alignments, if wanted; after finish(), until the next start().
    batch_tracebacks const & tracebacks() const noexcept
    {
        return tracebacks_;
    }

    //!\brief The device memory that the last batch took.
    std::uint64_t device_bytes() const noexcept
    {
        return staged_batch::device_bytes() + (with_paths_ ? tracebacks_.device_bytes() : 0);
    }

private:
    // A pair, and where in the batch it lies.
    struct member
    {
        packing::packed_sequence_view rows{};
        packing::packed_sequence_view columns{};
        checkpoint_layout layout{};
        std::vector<band_strip> band{}; // The strips, if there is one.
        double cells{};
        std::uint64_t strips{};
        staged<std::uint64_t> row_codes{};
        staged<std::uint64_t> text{};
        staged<tagged_carries> handed_over{};
        staged<std::uint32_t> kept_columns{};
    };

    recurrence_traits const & traits() const noexcept
    {
        return plan_.recurrence->traits;
    }

    void add_members(std::span<alignment::sequence_pair const> pairs);
    void add_band(member & one, std::uint64_t bound);
    void order_strips();
    void stage_strips() const;
    void place_members();
    void place_tracebacks(std::span<alignment::sequence_pair const> pairs);
    void stage();
    strip_matrix describe(std::size_t index) const;
    traceback_pair describe_traceback(std::size_t index) const noexcept;
    void launch();

    batch_tracebacks tracebacks_;
    strip_batch_plan plan_{};
    bool with_paths_{};
    bool is_banded_{};
    std::vector<member> members_{};
    std::vector<matrix_strip> strips_{};

    // The batch: these and the codes are copied to the device; then the buffers for carries, zeros at first;
    // then kept columns.
    staged<launch_counters> counters_{};
    staged<traceback_counters> traceback_counters_{};
    staged<unsigned long long> sums_{}; // One sum of vertical differences a pair; finish() makes them values.
    staged<strip_matrix> matrices_{};
    staged<traceback_pair> traced_pairs_{};
    staged<matrix_strip> all_strips_{};
    staged<band_strip> band_strips_{};
    std::uint64_t staged_words_{};
    staged<std::uint64_t> zeros_{};
};

} // namespace seqan3_gpulcs::cuda
