// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair of sequences, of any length, on a whole device, or on several of them.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/free_ends.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/device_checkpoints.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "cuda/strip/strip_run.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The output wanted for a pair.
enum class pair_output : std::uint8_t
{
    only_value,  //!< The value of the last cell alone.
    border,      //!< The value and the last column.
    checkpoints, //!< Checkpoints of the matrix, too; they stay in the buffers of the context.
    part         //!< No value: the borders of a part of the matrix, and its checkpoints, go to its memory.
};

//!\brief A pair, and its wanted output.
struct strip_request
{
    packing::packed_sequence_view first{};            //!< The first sequence; not empty.
    packing::packed_sequence_view second{};           //!< The second sequence; not empty.
    pair_output wanted{pair_output::only_value};      //!< The wanted output.
    strip_recurrence const * recurrence{&lcs_strips}; //!< The recurrence.
    plan::matrix_part const * part{};                 //!< The part, if one is wanted; its sequences are those above.
    alignment::free_ends ends{};                      //!< The leading ends that cost nothing, for edit distances.
    bool with_last_column{};                          //!< Whether the last column is wanted beside checkpoints.
};

//!\brief The request for a part, which must outlive the computation.
inline strip_request part_request(plan::matrix_part const & part) noexcept
{
    return {.first = part.rows,
            .second = part.columns,
            .wanted = pair_output::part,
            .recurrence = &strips_of(part.metric),
            .part = &part};
}

//!\brief The result.
struct matrix_run_result
{
    std::uint64_t value{}; //!< The value of the last cell: the length of an LCS, or the edit distance.
    std::vector<std::uint32_t> last_column{}; //!< The state of the last column, if it is the wanted border.
    kept_strips checkpoints{};                //!< The places of the checkpoints, if wanted.
    double transfer_seconds{};                //!< The time of the copies.
    double kernel_seconds{};      //!< The time of the kernels; of several devices, of the one that takes longest.
    std::uint64_t device_bytes{}; //!< The memory of all devices.
    strip_plan plan{};            //!< The plan that was followed.
};

/*!\brief Computes a pair on a device, or on several, piece by piece.
 *
 * Thread safety: as for strip_run.
 */
class matrix_run
{
public:
    /*!\brief Reserves the memory that a plan needs.
     * \param request The pair; its sequences must outlive the computation.
     * \param plan    The plan, made for the request.
     * \param team    The contexts, as many as the plan is made for.
     * \throws seqan3_gpulcs::device_error
     */
    matrix_run(strip_request const & request, strip_plan const & plan, context_team const & team);

    matrix_run(matrix_run const &) = delete;
    matrix_run(matrix_run &&) = default; //!< Not after begin().
    matrix_run & operator=(matrix_run const &) = delete;

    //!\brief The plan that the run follows.
    strip_plan const & plan() const noexcept
    {
        return plan_;
    }

    /*!\brief Compares the pair; to be called once.
     * \param control Progress and stop.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress
     *         callback. Nothing runs on any of the devices any more then.
     */
    matrix_run_result compute(runtime::task_control & control);

    /*!\brief Whether this is a part of the matrix that one launch of each device computes: then it may overlap with another one.
     *
     * It is begun with begin() and ended with finish(). If anything throws in between, call request_stop() and then stop() for all
     * runs that have begun.
     */
    bool is_one_launch() const noexcept
    {
        return part_ && is_one_part() && is_one_chunk();
    }

    /*!\brief Launches the kernels that compute a part as a chunk.
     * \param before The run of the columns before, on other contexts of the same devices and with the same strips, see chunk_order;
     *               it must be at least half done. Null if none runs before: then the left border is taken from the memory of the
     *               part.
     * \throws seqan3_gpulcs::device_error
     */
    void begin(matrix_run const * before);

    /*!\brief Whether the launches are done; progress is counted. To be called often.
     * \throws seqan3_gpulcs::launch_failure
     */
    bool is_done(runtime::task_control & control);

    //!\brief Whether more than half is done, and each device has begun; as of the last call of is_done().
    bool is_half_done() const noexcept;

    //!\brief Copies the borders and checkpoints of a part that is done to its memory. \throws seqan3_gpulcs::device_error
    matrix_run_result finish();

    //!\brief Asks the launches to end early.
    void request_stop() noexcept
    {
        run_.request_stop();
    }

    //!\brief Asks the launches to end early, and waits for them.
    void stop() noexcept
    {
        run_.stop();
    }

private:
    using interval = plan::interval;

    recurrence_traits const & traits() const noexcept
    {
        return plan_.recurrence->traits;
    }

    bool is_one_part() const noexcept
    {
        return row_pieces_.size() == 1;
    }

    bool is_one_chunk() const noexcept
    {
        return column_pieces_.size() == 1;
    }

    bool keeps_checkpoints() const noexcept
    {
        return plan_.checkpoints != plan::checkpoint_grid{};
    }

    // Whether it is not that of a matrix without free ends.
    bool has_left_border() const noexcept
    {
        return part_ || ends_.first_leading;
    }

    std::uint64_t state_word_count(std::uint64_t rows) const noexcept;
    std::span<std::uint64_t> vertical(interval const & rows) noexcept;
    void load_borders(bool follows);
    void store_borders() const;
    matrix_piece describe(interval const & rows, interval const & columns);
    matrix_run_result take_result();
    void count_cells(double done, runtime::task_control & control);
    void collect(interval const & rows, interval const & columns);
    void fetch(interval const & rows, interval const & columns);
    void fetch_checkpoints(interval const & rows, interval const & columns);
    void copy_vertical(std::uint64_t * to, interval const & rows) const;
    std::span<tagged_carries> border_below(interval const & columns);
    void join_border(std::uint64_t * to) const;

    strip_plan const plan_;
    packing::packed_sequence_view const rows_;
    packing::packed_sequence_view const columns_;
    plan::matrix_part const * const part_; // Null for the whole matrix.
    plan::matrix_region const region_;
    std::vector<interval> const row_pieces_;
    std::vector<interval> const column_pieces_; // The pieces of the columns, for each piece of rows.
    alignment::free_ends const ends_;
    bool const wants_last_column_;
    strip_run run_;
    matrix_run_result result_{};
    double counted_cells_{};                // The cells of a launch that count as done.
    std::vector<tagged_carries> border_{};  // The border below the rows that were computed last.
    std::vector<std::uint64_t> vertical_{}; // The state at the left border of a part, then that at its right one.
};

/*!\brief Plans a pair for some memory of one or several devices.
 * \throws seqan3_gpulcs::out_of_device_memory
 */
strip_plan plan_matrix_run(strip_request const & request, std::span<device_limits const> devices, std::uint64_t memory);

/*!\brief Plans a pair for the memory that is free on one or several devices now.
 * \throws seqan3_gpulcs::device_error
 */
strip_plan plan_matrix_run(strip_request const & request, context_team const & team);

/*!\brief Plans parts of a matrix that are computed by overlapping runs, in turns on two teams of contexts of the same devices.
 * \param request The request for all columns of the parts.
 * \param first   A team.
 * \param second  Another team.
 * \returns A plan for all columns; its `chunk_columns` are the maximum for a run. It fits into half of the memory.
 * \throws seqan3_gpulcs::device_error
 */
strip_plan
plan_overlapping_runs(strip_request const & request, context_team const & first, context_team const & second);

/*!\brief Plans a pair and reserves its memory.
 * \param request   The pair; its sequences must outlive the computation.
 * \param team      The contexts of the devices.
 * \param make_room Called once if the memory does not suffice; may free memory that the caller does not need.
 * \throws seqan3_gpulcs::device_error
 *
 * The run takes less memory if a device has less than the plan expected.
 */
matrix_run prepare_matrix_run(strip_request const & request,
                              context_team const & team,
                              std::function<void()> const & make_room = {});

} // namespace seqan3_gpulcs::cuda
