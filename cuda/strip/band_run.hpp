// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A band of the matrix of a pair, on a device or on several.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Whether band_run can compute a pair: the columns of a launch suffice.
 *
 * Neither sequence may be empty.
 */
bool has_band_kernel(alignment::sequence_pair const & pair) noexcept;

/*!\brief Computes bands of a pair's matrix, one after the other.
 *
 * Thread safety: as for strip_run.
 */
class band_run
{
public:
    /*!\brief Nothing is done yet.
     * \param pair      See has_band_kernel(); its sequences must outlive the computation.
     * \param team      The streams and the buffers.
     * \param first_row The rows before this one match nothing.
     */
    band_run(alignment::sequence_pair const & pair, context_team const & team, std::uint64_t first_row = 0);

    band_run(band_run const &) = delete;
    band_run & operator=(band_run const &) = delete;

    /*!\brief Computes a band on the first devices of the team.
     * \param plan    Made for the pair, and for these devices.
     * \param control Progress and stop.
     * \param cells   The cells of the matrix that count as done afterwards.
     * \returns The value of the best path in the band: see strip_columns. Checkpoints stay on the devices, see kept_band.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback. Nothing runs
     *         on any of the devices any more then.
     */
    std::uint64_t compute(band_plan const & plan, runtime::task_control & control, double cells = 0);

    /*!\brief Launches the kernels that compute a band, for callers that compute another one meanwhile.
     * \param plan The plan, as for compute(); must outlive the computation.
     * \throws seqan3_gpulcs::device_error
     *
     * If anything throws before the band is done, call stop().
     */
    void begin(band_plan const & plan);

    //!\brief Whether it is done. To be called often. \throws seqan3_gpulcs::launch_failure
    bool is_done() const;

    //!\brief The cells that it computes.
    double cells() const noexcept
    {
        return plan_->cells;
    }

    //!\brief The approximate number of cells that are done; less than all.
    double cells_done() const noexcept;

    //!\brief The time from the start of another computation's kernel to the end of this one's; both are done, on one device.
    double seconds_since(band_run const & earlier) const;

    //!\brief Ends a computation that is done. \returns The sum of all vertical differences in all strips, each at its last column.
    std::uint64_t finish();

    //!\brief Asks the launches to end early, and waits for them.
    void stop() noexcept;

    //!\brief Forgets the sequences on some contexts of the team, because another computation for the same pair uses them.
    void forget_sequences(context_team const & some) noexcept;

    //!\brief The state of all strips, each at its last column, of a band that keeps its border on one device and is done.
    std::span<std::uint64_t const> vertical() const noexcept;

    /*!\brief The carries below the even strips or the odd ones, see tagged_carries, of a band that keeps its border on one device and is
     *        done. Carries that no later strip has overwritten are there.
     *
     * They begin with the 64 columns where the last strip ends.
     */
    std::span<tagged_carries const> horizontal(bool is_odd) const noexcept;

    //!\brief The carries below the last strip of any band that is done. \throws seqan3_gpulcs::device_error
    std::vector<tagged_carries> carries_below() const;

    //!\brief The pair.
    alignment::sequence_pair const & pair() const noexcept
    {
        return pair_;
    }

    //!\brief The contexts of the devices.
    context_team const & team() const noexcept
    {
        return team_;
    }

    //!\brief The limits of all devices.
    std::span<device_limits const> limits() const noexcept
    {
        return limits_;
    }

    //!\brief The time of all copies so far.
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
    // A device, with its memory.
    struct band_share
    {
        stream_context * context;
        strip_buffers * buffers;
        tagged_carries * incoming{}; // The address as this device sees it.
        bool has_sequences{};
        bool is_used{}; // Whether this computation, or another one for the same pair, uses the device.
        device_view<launch_counters> counters{};
        device_view<std::uint64_t> row_codes{};
        device_view<std::uint64_t> text{};
        band_arguments arguments{};
    };

    template <typename task_t>
    void on_each(task_t && task) const;
    void launch(band_plan const & plan);
    void upload(band_share & share, band_plan const & plan);
    void copy_sequences(band_share & share) const;
    void reserve_incoming(std::size_t device, band_plan const & plan);
    void describe(std::size_t device, band_plan const & plan);
    void fetch_border(band_plan const & plan);

    alignment::sequence_pair pair_;
    std::uint64_t first_row_;
    context_team team_;
    std::vector<device_limits> limits_{};
    std::vector<band_share> shares_{};
    std::size_t active_{1};    // The shares that compute the current band: these come first.
    band_plan const * plan_{}; // The plan of the last launch.
    double transfer_seconds_{};
    double kernel_seconds_{};
};

/*!\brief Waits for computations that have begun.
 * \param runs    The computations. All are asked each time: where one fails, the others must not be waited for.
 * \param cells   The cells of the matrix that count as done afterwards.
 * \param control Progress and stop.
 * \throws seqan3_gpulcs::launch_failure, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 */
void wait_for_runs(std::span<band_run const * const> runs, double cells, runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
