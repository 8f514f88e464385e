// SPDX-License-Identifier: BSD-3-Clause

#include "cuda_backend.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "../src/cpu/traceback.hpp"
#include "checkpoints.hpp"
#include "devices.hpp"
#include "scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// What the pass over a matrix took.
void add_work(lcs::result & result, long_pair_result const & found, std::chrono::duration<double> const time)
{
    result.device_bytes = found.plan.device_bytes;
    result.transfer_seconds = found.transfer_seconds;
    result.kernel_seconds = found.kernel_seconds;
    result.forward_seconds = time.count();
}

} // namespace

device_report const & cuda_backend::devices() const
{
    // Asking takes longer than a small comparison.
    std::call_once(looked_for_devices_,
                   [this]()
                   {
                       devices_ = cuda::find_devices(false);
                       has_started_.store(true, std::memory_order_release);
                   });
    return devices_;
}

bool cuda_backend::has_device() const
{
    return devices().chosen() != nullptr;
}

unsigned cuda_backend::device_of(plan::execution const & execution) const
{
    device_report const & report = devices();
    std::string const advice = " Choose the backend cpu, or leave the choice to the library.";

    if (report.devices.empty())
        throw no_device{report.problem + advice};

    if (!execution.device)
    {
        if (device const * const chosen = report.chosen())
            return chosen->number;
        throw no_device{report.devices.front().problem + advice};
    }

    unsigned const number = *execution.device;
    if (number >= report.devices.size())
        throw no_device{"There is no CUDA device " + std::to_string(number) + ", they are numbered from 0 to "
                        + std::to_string(report.devices.size() - 1) + "; choose one of them."};
    if (!report.devices[number].usable())
        throw no_device{"The CUDA device " + std::to_string(number) + " cannot be used. "
                        + report.devices[number].problem + " Choose another one."};
    return number;
}

long_pair_result cuda_backend::compute_with_room(lcs::sequence_pair const & pair,
                                                 pair_output const wanted,
                                                 workspace & space,
                                                 run_control & control,
                                                 std::function<void(strip_plan const &)> const & on_plan) const
{
    return compute_long_pair(
        pair.first,
        pair.second,
        wanted,
        space,
        control,
        [&]()
        {
            workspaces_.release_idle(space.device);
        },
        on_plan);
}

lcs::result cuda_backend::find_length(lcs::sequence_pair const & pair, workspace & space, run_control & control) const
{
    lcs::result result{};
    if (pair.first.empty() || pair.second.empty())
        return result;

    auto const start = std::chrono::steady_clock::now();
    long_pair_result const found = compute_with_room(pair, pair_output::only_length, space, control);
    result.length = found.length;
    add_work(result, found, std::chrono::steady_clock::now() - start);
    return result;
}

lcs::result cuda_backend::find_subsequence(lcs::sequence_pair const & pair,
                                           plan::execution const & execution,
                                           workspace & space,
                                           run_control & control) const
{
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    auto const plan_tiles = [&](plan::checkpoint_grid const & grid)
    {
        auto plan = plan::plan_subsequence(std::min(rows, grid.row_spacing),
                                           std::min(columns, grid.column_spacing),
                                           execution.memory_limit,
                                           1);
        plan.threads = plan::threads_at_hand(execution);
        plan::plan_tiles_ahead(plan, grid, 0, rows, columns, execution.memory_limit);
        return plan;
    };
    if (pair.first.empty() || pair.second.empty())
        return cpu::find_subsequence(pair, plan_tiles({rows, columns}), control);

    auto const start = std::chrono::steady_clock::now();
    plan::subsequence_plan tiles{};
    long_pair_result const found = compute_with_room(pair,
                                                     pair_output::checkpoints,
                                                     space,
                                                     control,
                                                     [&](strip_plan const & plan)
                                                     {
                                                         tiles = plan_tiles(plan.kept);
                                                     });
    auto const time = std::chrono::steady_clock::now() - start;

    device_checkpoints checkpoints{found.plan, rows, columns, space};
    lcs::result result = cpu::find_subsequence(pair, tiles, control, &checkpoints);
    assert(result.length == found.length);
    add_work(result, found, time);
    return result;
}

std::vector<lcs::result> cuda_backend::compute(std::span<lcs::sequence_pair const> const pairs,
                                               lcs::output const wanted,
                                               plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    scoped_device const current{device};
    auto const space = workspaces_.lend(device);

    double cells_total = 0;
    for (lcs::sequence_pair const & pair : pairs)
        cells_total += pair.cells();
    run_control control{execution, cells_total};

    std::vector<lcs::result> results(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        control.check();
        results[i] = wanted == lcs::output::length ? find_length(pairs[i], *space, control)
                                                   : find_subsequence(pairs[i], execution, *space, control);
        results[i].backend = plan::backend::cuda;
    }
    return results;
}

std::vector<std::uint64_t> cuda_backend::prefix_increments(packing::packed_sequence_view const first,
                                                           packing::packed_sequence_view const second,
                                                           plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    run_control control{execution, lcs::sequence_pair{first, second}.cells()};
    control.check();
    if (first.empty() || second.empty())
        return std::vector<std::uint64_t>((first.size() + 63) / 64);

    scoped_device const current{device};
    auto const space = workspaces_.lend(device);
    return std::move(compute_with_room({first, second}, pair_output::increments, *space, control).increments);
}

} // namespace seqan3_gpulcs::cuda
