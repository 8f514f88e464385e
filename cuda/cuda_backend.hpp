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
#include "strip_batch.hpp"
#include "workspace.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Computes on a CUDA device.
 *
 * Host threads that call it at the same time have a stream and memory each. What a call needs of the device is kept for
 * the next one, up to workspace_pool::most_kept_bytes.
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

    lcs::batch_work find_long_enough(lcs::pair_source const & source, plan::execution const & execution) const override;

    bool is_for_batches(lcs::sequence_pair const & pair, lcs::output wanted) const noexcept override;

    std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view first,
                                                 packing::packed_sequence_view second,
                                                 plan::execution const & execution) const override;

    primer::work find_primers(primer::search const & search, plan::execution const & execution) const override;

    void find_matches(primer::match_search const & search, plan::execution const & execution) const override;

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

    // Runs shares of work on several host threads; each has one share on the device and one in hand. A slot is made of a
    // workspace; make(slot, number) prepares a share, start(slot) starts it, and once more where memory was missing, and
    // finish(slot, found) is told what its batch has found. Returns the shares for which there was not enough memory.
    template <typename slot_t, typename make_t, typename start_t, typename finish_t>
    std::vector<std::size_t> run_shares(unsigned device,
                                        std::size_t shares,
                                        unsigned threads,
                                        run_control & control,
                                        make_t const & make,
                                        start_t const & start,
                                        finish_t const & finish) const;

    // Short pairs, a pair a lane.
    lcs::batch_work
    run_lanes(unsigned device, lcs::pair_source const & source, unsigned threads, run_control & control) const;

    // Of the pairs those that are chosen; all are short.
    void find_in_lanes(std::span<lcs::sequence_pair const> pairs,
                       std::vector<std::size_t> const & chosen,
                       std::vector<lcs::result> & results,
                       unsigned device,
                       plan::execution const & execution,
                       run_control & control) const;

    // Of the pairs those that are chosen; none is too long for a batch of strips. Returns those that it leaves: where the
    // memory does not suffice for several pairs at a time.
    std::vector<std::size_t> find_in_strips(std::span<lcs::sequence_pair const> pairs,
                                            std::vector<std::size_t> chosen,
                                            lcs::output wanted,
                                            std::vector<lcs::result> & results,
                                            unsigned device,
                                            plan::execution const & execution,
                                            run_control & control) const;

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
