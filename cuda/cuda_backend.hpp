// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The CUDA backend.
 */

#pragma once

#include <atomic>
#include <functional>
#include <mutex>

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/lcs/backend.hpp>

#include "long_pair.hpp"
#include "pair_batch.hpp"
#include "workspace.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Computes on a CUDA device.
 *
 * Host threads that call it at the same time have a stream and memory each. What a call needs of the device is kept for
 * the next one, up to workspace_pool::most_kept_bytes for each thread.
 */
class cuda_backend final : public lcs::backend
{
public:
    plan::backend kind() const noexcept override
    {
        return plan::backend::cuda;
    }

    std::vector<lcs::result> compute(std::span<lcs::sequence_pair const> pairs,
                                     lcs::output wanted,
                                     plan::execution const & execution) const override;

    lcs::found_pairs find_pairs(std::span<lcs::sequence_pair const> pairs,
                                std::span<std::uint64_t const> least,
                                plan::execution const & execution) const override;

    bool is_for_batches(lcs::sequence_pair const & pair) const noexcept override;

    std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view first,
                                                 packing::packed_sequence_view second,
                                                 plan::execution const & execution) const override;

    bool has_started() const noexcept override
    {
        return has_started_.load(std::memory_order_acquire);
    }

    bool has_device() const override;

    /*!\brief The number of the device that is used.
     * \throws seqan3_gpulcs::no_device
     */
    unsigned device_of(plan::execution const & execution) const;

private:
    device_report const & devices() const;

    // Called with each batch that is done: the index of its first pair, what it has found, and its times.
    using on_batch_t = std::function<void(std::size_t, std::span<lane_hit const>, batch_times const &)>;

    // Shares short pairs out among host threads in batches, of which each thread has one on the device and one in hand.
    void run_batches(unsigned device,
                     std::span<lcs::sequence_pair const> pairs,
                     std::span<std::uint64_t const> least,
                     unsigned threads,
                     run_control & control,
                     on_batch_t const & on_batch) const;

    std::size_t start_with_room(pair_batch & batch,
                                std::span<lcs::sequence_pair const> pairs,
                                std::span<std::uint64_t const> least,
                                unsigned device) const;

    lcs::result find_length(lcs::sequence_pair const & pair, workspace & space, run_control & control) const;

    // The device makes checkpoints, and the CPU goes back from one to the next: the tiles on the way depend on one another,
    // and each of them is too small for a device.
    lcs::result find_subsequence(lcs::sequence_pair const & pair,
                                 plan::execution const & execution,
                                 workspace & space,
                                 run_control & control) const;

    // What is only kept for later computations makes room where memory is short.
    long_pair_result compute_with_room(lcs::sequence_pair const & pair,
                                       pair_output wanted,
                                       workspace & space,
                                       run_control & control,
                                       std::function<void(strip_plan const &)> const & on_plan = {}) const;

    mutable std::once_flag looked_for_devices_{};
    mutable std::atomic<bool> has_started_{false};
    mutable device_report devices_{};
    mutable workspace_pool workspaces_{};
};

} // namespace seqan3_gpulcs::cuda
