// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Launches of strips on a device, or on several that share them.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/device_checkpoints.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "cuda/strip/strip_waves.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

class strip_run;

//!\brief The state before the first column of a launch.
enum class left_state : std::uint8_t
{
    border, //!< The left border of the recurrence.
    zeros,  //!< No vertical differences.
    given,  //!< That of the piece.
    kept    //!< The state after the last column of the launch before.
};

//!\brief Some columns of some rows, which a launch computes, and what comes before them.
struct matrix_piece
{
    plan::interval rows{};                  //!< The rows; they begin with a word of codes.
    plan::interval columns{};               //!< The columns; they begin with a word of codes.
    std::span<tagged_carries> above{};      //!< The carries from the rows above; none for the upper border.
    left_state left{};                      //!< The state before the first column.
    std::span<std::uint32_t const> state{}; //!< That state, if it is given.
    bool overlaps{}; //!< Whether a launch for the columns before, or after, runs at the same time.
    strip_run const *
        before{}; //!< The launch for the columns before, if it still runs: on other contexts, see chunk_order.
};

/*!\brief Launches for a pair, one after the other: for pieces of its matrix, or for bands of it.
 *
 * Sequences stay on the devices from one launch to the next one.
 *
 * Thread safety: each thread needs an object and contexts of its own. With several devices, only one computation of the process
 * may use some of them at a time: of two, each could hold a device for which the other one waits.
 */
class strip_run
{
public:
    /*!\brief Nothing is done yet.
     * \param rows      The sequence of the rows; not empty. Must outlive the computation.
     * \param columns   The sequence of the columns; not empty. Must outlive the computation.
     * \param team      The streams and the buffers. A launch is on the first devices of the team, as many as its plan is for.
     * \param first_row The rows before this one match nothing.
     */
    strip_run(packing::packed_sequence_view const & rows,
              packing::packed_sequence_view const & columns,
              context_team const & team,
              std::uint64_t first_row = 0);

    strip_run(strip_run const &) = delete;
    strip_run(strip_run &&) = default;
    strip_run & operator=(strip_run const &) = delete;

    /*!\brief Reserves the memory that launches of a plan need.
     * \param plan         The plan.
     * \param keeps_column Whether a launch begins with some state, or keeps that of its last column.
     * \throws seqan3_gpulcs::device_error
     */
    void reserve(strip_plan const & plan, bool keeps_column);

    /*!\brief Launches the kernels that compute a piece.
     * \param plan  The plan, for which reserve() has been called. Must live as long as anything is asked about the launches.
     * \param piece No larger than the parts and chunks of the plan.
     * \throws seqan3_gpulcs::device_error
     *
     * If anything throws before all is done, call stop().
     */
    void begin(strip_plan const & plan, matrix_piece const & piece);

    //!\brief Reserves memory, and launches the kernels that compute a band. Exceptions and duties of the caller as above.
    void begin(strip_plan const & plan);

    /*!\brief Computes a band.
     * \param plan    Made for the pair; as for begin().
     * \param control Progress and stop.
     * \param cells   The cells of the matrix that count as done afterwards.
     * \returns The value of the best path in the band: see strip_columns. Checkpoints stay on the devices, see kept().
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback. Nothing runs
     *         on any of the devices any more then.
     */
    std::uint64_t compute(strip_plan const & plan, runtime::task_control & control, double cells = 0);

    //!\brief Whether the launches are done. To be called often. \throws seqan3_gpulcs::launch_failure
    bool is_done() const;

    //!\brief Whether all devices have begun.
    bool have_all_begun() const noexcept;

    //!\brief The cells that the launches compute.
    double cells() const noexcept
    {
        return cells_;
    }

    //!\brief The approximate number of cells that are done; less than all.
    double cells_done() const noexcept;

    //!\brief The time from the start of another computation's kernel to the end of this one's; both are done, on one device.
    double seconds_since(strip_run const & earlier) const;

    //!\brief Ends launches that are done. \returns The sum of all vertical differences in all strips, each at its last column.
    std::uint64_t finish();

    //!\brief Asks the launches to end early.
    void request_stop() noexcept;

    //!\brief Asks the launches to end early, and waits for them.
    void stop() noexcept;

    //!\brief Forgets the sequences on some contexts of the team, because another computation for the same pair uses them.
    void forget_sequences(context_team const & some) noexcept;

    /*!\brief Copies the state at the last column of a piece that is done.
     * \param words Receives the state of all rows, or of all strips.
     * \throws seqan3_gpulcs::device_error
     *
     * The copy is done after wait_for_copies().
     */
    void copy_column(std::span<std::uint32_t> words) const;

    //!\brief The blocks of carries below the last strip.
    std::uint64_t blocks_below() const noexcept;

    //!\brief Copies the carries below the last strip of launches that are done, as above.
    void copy_carries_below(std::span<tagged_carries> words) const;

    //!\brief Waits for copies. \throws seqan3_gpulcs::device_error
    void wait_for_copies() const;

    //!\brief The state of all strips, each at its last column, of a band that keeps its border on one device and is done.
    std::span<std::uint64_t const> vertical() const noexcept;

    /*!\brief The carries below the even strips or the odd ones, see tagged_carries, of a band that keeps its border on one device and is
     *        done. Carries that no later strip has overwritten are there.
     *
     * They begin with the 64 columns where the last strip ends.
     */
    std::span<tagged_carries const> horizontal(bool is_odd) const noexcept;

    //!\brief The checkpoints that the last launches leave on the devices, until the contexts are used again.
    kept_strips kept() const;

    //!\brief The sequence of the rows.
    packing::packed_sequence_view const & rows() const noexcept
    {
        return rows_;
    }

    //!\brief The sequence of the columns.
    packing::packed_sequence_view const & columns() const noexcept
    {
        return columns_;
    }

    //!\brief The limits of all devices.
    std::span<device_limits const> limits() const noexcept
    {
        return limits_;
    }

    //!\brief The time of the copies of all launches so far.
    double transfer_seconds() const noexcept
    {
        return transfer_seconds_;
    }

    //!\brief The time of all kernels so far; of several devices, of the one that takes longest.
    double kernel_seconds() const noexcept
    {
        return kernel_seconds_;
    }

    //!\brief The memory of the devices that have computed something.
    std::uint64_t device_bytes() const noexcept;

private:
    // A device, its buffers, and what it has of the launch.
    struct strip_share
    {
        stream_context * context;
        strip_buffers * buffers;
        tagged_carries * incoming{}; // The address as this device sees it.
        bool is_used{};              // Whether this computation, or another one for the same pair, uses the device.
        plan::interval rows{};       // The rows whose codes are there.
        plan::interval columns{};    // The columns whose codes are there.
        device_view<unsigned> chunks_done{};
        device_view<std::uint32_t> column_state{};
        strip_arguments arguments{};
    };

    std::span<strip_share> active() noexcept
    {
        return std::span{shares_}.first(active_);
    }

    std::span<strip_share const> active() const noexcept
    {
        return std::span{shares_}.first(active_);
    }

    strip_waves waves() const;
    void reserve_incoming(strip_plan const & plan, std::size_t device);
    void describe(std::size_t device, matrix_piece const & piece);
    void describe_order(strip_share & share, strip_share const * before) const;
    void upload(std::size_t device, matrix_piece const & piece);
    void copy_codes(strip_share & share, matrix_piece const & piece) const;
    void copy_left(strip_share const & share, matrix_piece const & piece) const;
    void copy_above(strip_share const & share, std::span<tagged_carries> above) const;
    void launch(strip_share & share) const;
    void fetch_border() const;

    packing::packed_sequence_view rows_;
    packing::packed_sequence_view columns_;
    std::uint64_t first_row_;
    std::vector<device_limits> limits_{};
    std::vector<strip_share> shares_{};
    std::size_t active_{};       // The shares that have strips of the launch: these come first.
    strip_plan const * plan_{};  // The plan of the launch.
    matrix_size size_{};         // The rows and columns of the launch.
    checkpoint_layout layout_{}; // The layout of the launch.
    double cells_{};
    double transfer_seconds_{};
    double kernel_seconds_{};
};

/*!\brief Waits for launches.
 * \param runs    Have begun. All are asked each time: where one fails, the others must not be waited for.
 * \param cells   The cells of the matrix that count as done afterwards.
 * \param control Progress and stop.
 * \throws seqan3_gpulcs::launch_failure, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 */
void wait_for_runs(std::span<strip_run const * const> runs, double cells, runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
