// SPDX-License-Identifier: BSD-3-Clause

#include "cuda_backend.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <numeric>
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

// Fewer pairs are computed one after the other, each with more than a lane.
constexpr std::size_t least_pairs_of_batch{32};

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

void cuda_backend::run_batches(unsigned const device,
                               std::span<lcs::sequence_pair const> const pairs,
                               std::span<std::uint64_t const> const least,
                               unsigned const threads,
                               run_control & control,
                               on_batch_t const & on_batch) const
{
    std::size_t const pairs_of_share =
        std::clamp(pairs.size() / threads, fewest_pairs_of_batch, most_pairs_of_batch);
    std::size_t const shares = (pairs.size() + pairs_of_share - 1) / pairs_of_share;
    std::atomic<std::size_t> next_share{0};
    std::mutex on_batch_mutex{};

    auto const work = [&]()
    {
        scoped_device const current{device};
        struct slot
        {
            workspace_pool::lease space;
            pair_batch batch{*space};
            std::size_t begin{};
            std::size_t size{};
        };
        slot slots[2]{{workspaces_.lend(device)}, {workspaces_.lend(device)}};

        auto const finish = [&](slot & done)
        {
            if (!done.batch.is_in_work())
                return;
            std::span<lane_hit const> const hits = done.batch.finish();
            {
                std::scoped_lock const lock{on_batch_mutex};
                on_batch(done.begin, hits, done.batch.times());
            }
            control.add_cells(lcs::cells_of(pairs.subspan(done.begin, done.size)));
            control.check();
        };

        unsigned turn = 0;
        for (std::size_t share = next_share++; share < shares; share = next_share++)
        {
            std::size_t const end = std::min((share + 1) * pairs_of_share, pairs.size());
            for (std::size_t begin = share * pairs_of_share; begin < end;)
            {
                control.check();
                slot & free = slots[turn++ % 2];
                finish(free);
                free.begin = begin;
                free.size = start_with_room(free.batch,
                                            pairs.subspan(begin, end - begin),
                                            least.empty() ? least : least.subspan(begin, end - begin),
                                            device);
                begin += free.size;
            }
        }
        for (unsigned i = 0; i < 2; ++i)
            finish(slots[turn++ % 2]);
    };
    control.run_team(static_cast<unsigned>(std::min<std::size_t>(threads, shares)), work);
}

// What is only kept for later computations makes room where memory is short.
std::size_t cuda_backend::start_with_room(pair_batch & batch,
                                          std::span<lcs::sequence_pair const> const pairs,
                                          std::span<std::uint64_t const> const least,
                                          unsigned const device) const
{
    try
    {
        return batch.start(pairs, least);
    }
    catch (out_of_device_memory const &)
    {
        workspaces_.release_idle(device);
    }
    return batch.start(pairs, least);
}

bool cuda_backend::is_for_batches(lcs::sequence_pair const & pair) const noexcept
{
    return std::max(pair.first.size(), pair.second.size()) <= longest_in_lane;
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
        (wanted == lcs::output::length && is_for_batches(pairs[i]) ? together : alone).push_back(i);
    }
    // Too few to be worth a kernel that takes a warp of them.
    if (together.size() < least_pairs_of_batch)
    {
        alone.resize(pairs.size());
        std::iota(alone.begin(), alone.end(), std::size_t{0});
        together.clear();
    }

    if (!together.empty())
    {
        std::vector<lcs::sequence_pair> shorts{};
        for (std::size_t const i : together)
            shorts.push_back(pairs[i]);
        auto const start = std::chrono::steady_clock::now();
        run_batches(device,
                    shorts,
                    {},
                    plan::threads_at_hand(execution),
                    control,
                    [&](std::size_t const begin, std::span<lane_hit const> const hits, batch_times const & times)
                    {
                        auto const count = static_cast<double>(hits.size());
                        for (lane_hit const & hit : hits)
                        {
                            lcs::result & result = results[together[begin + hit.name]];
                            result.length = hit.length;
                            result.transfer_seconds = times.transfer_seconds / count;
                            result.kernel_seconds = times.kernel_seconds / count;
                        }
                    });
        double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        for (std::size_t const i : together)
            results[i].forward_seconds = seconds / static_cast<double>(together.size());
    }

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

lcs::found_pairs cuda_backend::find_pairs(std::span<lcs::sequence_pair const> const pairs,
                                          std::span<std::uint64_t const> const least,
                                          plan::execution const & execution) const
{
    bool const are_short = std::ranges::all_of(pairs,
                                               [this](lcs::sequence_pair const & pair)
                                               {
                                                   return is_for_batches(pair);
                                               });
    if (!are_short || pairs.size() < least_pairs_of_batch)
        return backend::find_pairs(pairs, least, execution);

    run_control control{execution, lcs::cells_of(pairs)};
    control.check();
    lcs::found_pairs found{};
    found.backends.insert(plan::backend::cuda);
    run_batches(device_of(execution),
                pairs,
                least,
                plan::threads_at_hand(execution),
                control,
                [&](std::size_t const begin, std::span<lane_hit const> const hits, batch_times const & times)
                {
                    found.transfer_seconds += times.transfer_seconds;
                    found.kernel_seconds += times.kernel_seconds;
                    for (lane_hit const & hit : hits)
                        found.pairs.push_back({begin + hit.name, hit.length});
                });
    return found;
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
