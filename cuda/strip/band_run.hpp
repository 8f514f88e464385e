// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A band of the matrix of a pair, on a device.
 */

#pragma once

#include <cstdint>
#include <span>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Whether band_run can compute a pair: the second sequence has codes of 2 or 4 bits, and the columns of a launch suffice.
 *
 * Both must not be empty.
 */
bool has_band_kernel(lcs::sequence_pair const & pair) noexcept;

/*!\brief Computes bands of a pair's matrix, one after the other.
 *
 * Thread safety: each thread needs an object and a context of its own, and the device of the context must be the current one.
 */
class band_run
{
public:
    /*!\brief Copies the sequences to the device.
     * \param pair      See has_band_kernel(); its sequences must outlive the computation.
     * \param context   The stream and the buffers.
     * \param first_row The rows before this one match nothing.
     * \throws seqan3_gpulcs::device_error
     */
    band_run(lcs::sequence_pair const & pair, stream_context & context, std::uint64_t first_row = 0);

    band_run(band_run const &) = delete;
    band_run & operator=(band_run const &) = delete;

    /*!\brief Computes a band.
     * \param plan    Made for the pair.
     * \param control Progress and stop.
     * \param cells   The cells of the matrix that count as done afterwards.
     * \returns The number of matches of the best path in the band: see strip_columns. Checkpoints stay on the device, see kept_band.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
     */
    std::uint64_t compute(band_plan const & plan, runtime::task_control & control, double cells = 0);

    /*!\brief Launches what computes a band, for callers that compute another one meanwhile.
     * \param plan Made for the pair; must outlive the computation.
     * \throws seqan3_gpulcs::device_error
     *
     * If anything throws before it is done, call stop().
     */
    void begin(band_plan const & plan);

    //!\brief Whether it is done. \throws seqan3_gpulcs::launch_failure
    bool is_done() const;

    //!\brief About the part of the cells that are done; less than 1.
    double progress() const noexcept;

    //!\brief The time from the start of another computation's kernel to the end of this one's; both are done.
    double seconds_since(band_run const & earlier) const;

    //!\brief Ends a computation that is done. \returns The sum of what grows in all strips, each at its last column.
    std::uint64_t finish();

    //!\brief Asks the launch to end early, and waits for it.
    void stop() noexcept;

    //!\brief Of a band that keeps its border and is done: V of all strips, each at its last column.
    std::span<std::uint64_t const> vertical() const noexcept;

    //!\brief Likewise: two buffers of carries, see tagged_carries. What no later strip has overwritten is there.
    std::span<tagged_carries const> horizontal() const noexcept;

    //!\brief The pair.
    lcs::sequence_pair const & pair() const noexcept
    {
        return pair_;
    }

    //!\brief The limits of the device.
    device_limits const & limits() const noexcept
    {
        return context_.limits;
    }

    //!\brief Has the buffers.
    stream_context & context() const noexcept
    {
        return context_;
    }

    //!\brief The time of all copies so far.
    double transfer_seconds() const noexcept
    {
        return transfer_seconds_;
    }

    //!\brief The time of all kernels so far.
    double kernel_seconds() const noexcept
    {
        return kernel_seconds_;
    }

    //!\brief The memory of the device.
    std::uint64_t device_bytes() const noexcept
    {
        return context_.bytes();
    }

private:
    void upload(band_plan const & plan);
    band_arguments describe(band_plan const & plan) const;
    void fetch_border(band_plan const & plan);

    lcs::sequence_pair pair_;
    std::uint64_t first_row_;
    stream_context & context_;
    strip_buffers & buffers_;
    band_plan const * plan_{}; // That of the last launch.
    device_view<launch_counters> counters_{};
    device_view<std::uint64_t> row_codes_{};
    device_view<std::uint64_t> text_{};
    bool has_sequences_{};
    double transfer_seconds_{};
    double kernel_seconds_{};
};

} // namespace seqan3_gpulcs::cuda
