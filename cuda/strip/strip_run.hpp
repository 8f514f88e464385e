// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair of sequences, of any length, on the whole device.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The output wanted for a pair.
enum class pair_output : std::uint8_t
{
    only_value,  //!< The value of the last cell alone.
    border,      //!< The last column too, or the last row: whichever has a cell for each prefix of the first sequence.
    checkpoints, //!< Checkpoints of the matrix, too; they stay in the buffers of the context.
    part         //!< No value: the borders of a part of the matrix, and its checkpoints, go to its memory.
};

//!\brief A pair, and its wanted output.
struct strip_request
{
    packing::packed_sequence_view first{};            //!< The first sequence; not empty.
    packing::packed_sequence_view second{};           //!< The second sequence; not empty.
    pair_output wanted{pair_output::only_value};      //!< The wanted output.
    strip_recurrence const * recurrence{&lcs_strips}; //!< What is computed.
    plan::matrix_part const * part{};                 //!< The part, if that is wanted; its sequences are those above.
};

//!\brief The result.
struct strip_run_result
{
    std::uint64_t value{};                    //!< That of the last cell: the length of an LCS.
    std::vector<std::uint32_t> last_column{}; //!< The state of the last column, if it is the wanted border.
    std::vector<tagged_carries> last_row{};   //!< The carries below the last row, if they are the wanted border.
    checkpoint_layout checkpoints{};          //!< Where checkpoints lie, if wanted.
    double transfer_seconds{};                //!< The time of the copies.
    double kernel_seconds{};                  //!< The time of the kernels.
    strip_plan plan{};                        //!< How it was computed.
};

/*!\brief Computes a pair on the device.
 *
 * Thread safety: each thread needs an object and a context of its own.
 */
class strip_run
{
public:
    /*!\brief Reserves the memory that a plan needs.
     * \param request The pair; its sequences must outlive the computation.
     * \param plan    Made for it.
     * \param context Its device must be the current one.
     * \throws seqan3_gpulcs::device_error
     */
    strip_run(strip_request const & request, strip_plan const & plan, stream_context & context);

    strip_run(strip_run const &) = delete;
    strip_run(strip_run &&) = default;
    strip_run & operator=(strip_run const &) = delete;

    //!\brief How the pair is computed.
    strip_plan const & plan() const noexcept
    {
        return plan_;
    }

    /*!\brief Compares the pair; to be called once.
     * \param control Progress and stop.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress
     *         callback. Nothing runs on the device any more then.
     */
    strip_run_result compute(runtime::task_control & control);

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
        return plan_.checkpoints.column_spacing != 0;
    }

    void load_borders();
    void store_borders() const;
    void compute_rows(interval const & rows, runtime::task_control & control);
    strip_arguments describe_rows(interval const & rows) const;
    void describe_kept(strip_arguments & arguments, interval const & columns);
    void copy_left_border(interval const & rows);
    void launch(strip_arguments const & arguments, interval const & rows, interval const & columns);
    void wait(strip_arguments const & arguments, runtime::task_control & control);
    void fetch(strip_arguments const & arguments, interval const & rows, interval const & columns);
    void fetch_checkpoints(interval const & rows, interval const & columns);
    void copy_column_state(std::uint64_t * to, std::uint64_t rows);
    void copy_text(interval const & columns);
    void copy_upper_border(interval const & rows, interval const & columns);
    std::span<tagged_carries> border_below(interval const & columns);
    void join_border(std::uint64_t * to) const;

    strip_plan const plan_;
    packing::packed_sequence_view const rows_;
    packing::packed_sequence_view const columns_;
    plan::matrix_part const * const part_; // Null for the whole matrix.
    plan::matrix_region const region_;
    std::vector<interval> const row_pieces_;
    std::vector<interval> const column_pieces_; // Of each of those.
    bool const wants_last_column_;
    bool const wants_last_row_;
    stream_context & context_;
    strip_buffers & buffers_;
    strip_run_result result_{};

    device_view<launch_counters> counters_{};
    device_view<std::uint64_t> row_codes_{};
    device_view<std::uint64_t> text_{};
    device_view<tagged_carries> handed_over_{};
    device_view<std::uint32_t> column_state_{};
    device_view<std::uint32_t> checkpoint_columns_{};
    device_view<tagged_carries> checkpoint_rows_{};
    std::vector<tagged_carries> border_{};  // Below the rows that were computed last.
    std::vector<std::uint64_t> vertical_{}; // Of a part: V at its left border, then at its right one.
};

//!\brief A sequence as plans see it.
sequence_size size_of(packing::packed_sequence_view sequence) noexcept;

/*!\brief Plans a pair for some memory of a device.
 * \throws seqan3_gpulcs::out_of_device_memory
 */
strip_plan plan_strip_run(strip_request const & request, device_limits const & limits, std::uint64_t memory);

/*!\brief Plans a pair for the memory that is free on a device now.
 * \throws seqan3_gpulcs::device_error
 */
strip_plan plan_strip_run(strip_request const & request, stream_context const & context);

/*!\brief Plans a pair and reserves its memory.
 * \param request   The pair; its sequences must outlive the computation.
 * \param context   Its device must be the current one.
 * \param make_room Called once if the memory does not suffice; may free memory that the caller does not need.
 * \throws seqan3_gpulcs::device_error
 *
 * If the device has less memory than the plan expected, less is used.
 */
strip_run prepare_strip_run(strip_request const & request,
                            stream_context & context,
                            std::function<void()> const & make_room = {});

} // namespace seqan3_gpulcs::cuda
