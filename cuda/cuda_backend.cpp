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

// The pairs that a host thread prepares at a time, and their letters.
constexpr std::size_t fewest_pairs_of_share{1024};
constexpr std::size_t most_pairs_of_share{8192};
constexpr std::uint64_t letters_of_share{std::uint64_t{1} << 24};

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

lcs::batch_work cuda_backend::run_batches(unsigned const device,
                                          lcs::pair_source const & source,
                                          unsigned const threads,
                                          run_control & control) const
{
    lcs::batch_work done{.backends = {plan::backend::cuda}};
    std::mutex done_mutex{};
    std::atomic<std::size_t> next_share{0};

    auto const work = [&]()
    {
        scoped_device const current{device};
        struct slot
        {
            workspace_pool::lease space;
            pair_batch batch{*space};
            std::size_t number{};
            lcs::pair_share share{};
        };
        slot slots[2]{{workspaces_.lend(device)}, {workspaces_.lend(device)}};

        std::vector<lcs::named_length> found{};
        auto const finish = [&](slot & one)
        {
            if (!one.batch.is_started())
                return;
            found.clear();
            for (lane_hit const & hit : one.batch.finish())
                found.push_back({one.share.names[hit.name], hit.length});
            {
                std::scoped_lock const lock{done_mutex};
                source.take(one.number, found);
                done.transfer_seconds += one.batch.times().transfer_seconds;
                done.kernel_seconds += one.batch.times().kernel_seconds;
            }
            control.add_cells(one.share.cells);
            control.check();
        };

        unsigned turn = 0;
        for (std::size_t number = next_share++; number < source.shares; number = next_share++)
        {
            control.check();
            slot & free = slots[turn++ % 2];
            finish(free);
            free.number = number;
            free.share.pairs.clear();
            free.share.names.clear();
            free.share.least.clear();
            source.make(number, free.share);
            start_with_room(free.batch, free.share, device);
        }
        for (unsigned i = 0; i < 2; ++i)
            finish(slots[turn++ % 2]);
    };
    control.run_team(static_cast<unsigned>(std::min<std::size_t>(threads, source.shares)), work);
    return done;
}

// What is only kept for later computations makes room where memory is short.
void cuda_backend::start_with_room(pair_batch & batch, lcs::pair_share const & share, unsigned const device) const
{
    try
    {
        return batch.start(share.pairs, share.least);
    }
    catch (out_of_device_memory const &)
    {
        if (batch.is_started())
            throw;
        workspaces_.release_idle(device);
    }
    batch.start(share.pairs, share.least);
}

// As one source, of which everything is reported.
void cuda_backend::find_lengths(std::span<lcs::sequence_pair const> const pairs,
                                std::vector<std::size_t> const & chosen,
                                std::vector<lcs::result> & results,
                                plan::execution const & execution,
                                run_control & control) const
{
    // The shares, each up to its border: some for each thread, if there are pairs enough.
    unsigned const threads = plan::threads_at_hand(execution);
    std::size_t const most_pairs = std::clamp(chosen.size() / threads, fewest_pairs_of_share, most_pairs_of_share);
    std::vector<std::size_t> borders{0};
    std::uint64_t letters = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        letters += pairs[chosen[i]].first.size() + pairs[chosen[i]].second.size();
        if (i + 1 == chosen.size() || i + 1 - borders.back() == most_pairs || letters > letters_of_share)
        {
            borders.push_back(i + 1);
            letters = 0;
        }
    }

    lcs::pair_source source{.shares = borders.size() - 1, .longest_size = longest_in_lane};
    source.make = [&](std::size_t const number, lcs::pair_share & share)
    {
        for (std::size_t i = borders[number]; i < borders[number + 1]; ++i)
        {
            share.pairs.push_back(pairs[chosen[i]]);
            share.names.push_back(chosen[i]);
        }
        share.least.resize(share.pairs.size());
        share.cells = lcs::cells_of(share.pairs);
    };
    source.take = [&](std::size_t, std::span<lcs::named_length const> const found)
    {
        for (lcs::named_length const & one : found)
            results[one.name].length = one.length;
    };

    auto const start = std::chrono::steady_clock::now();
    lcs::batch_work const done = run_batches(device_of(execution), source, threads, control);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    auto const count = static_cast<double>(chosen.size());
    for (std::size_t const i : chosen)
    {
        results[i].forward_seconds = seconds / count;
        results[i].transfer_seconds = done.transfer_seconds / count;
        results[i].kernel_seconds = done.kernel_seconds / count;
    }
}

std::vector<lcs::result> cuda_backend::compute(std::span<lcs::sequence_pair const> const pairs,
                                               lcs::output const wanted,
                                               plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    run_control control{execution, lcs::cells_of(pairs)};
    control.check();

    std::vector<lcs::result> results(pairs.size());
    std::vector<std::size_t> together{};
    std::vector<std::size_t> alone{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        results[i].backend = plan::backend::cuda;
        std::uint64_t const longest = std::max(pairs[i].first.size(), pairs[i].second.size());
        (wanted == lcs::output::length && is_for_batches(longest) ? together : alone).push_back(i);
    }
    // Too few to be worth a kernel that takes a warp of them.
    if (together.size() < warp_threads)
        alone.insert(alone.end(), together.begin(), together.end());
    else
        find_lengths(pairs, together, results, execution, control);

    if (!alone.empty())
    {
        scoped_device const current{device};
        auto const space = workspaces_.lend(device);
        for (std::size_t const i : alone)
        {
            control.check();
            results[i] = wanted == lcs::output::length ? find_length(pairs[i], *space, control)
                                                       : find_subsequence(pairs[i], execution, *space, control);
            results[i].backend = plan::backend::cuda;
        }
    }
    return results;
}

lcs::batch_work cuda_backend::find_long_enough(lcs::pair_source const & source, plan::execution const & execution) const
{
    if (!is_for_batches(source.longest_size))
        return backend::find_long_enough(source, execution);

    unsigned const device = device_of(execution);
    run_control control{execution, source.cells};
    control.check();
    return run_batches(device, source, plan::threads_at_hand(execution), control);
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
