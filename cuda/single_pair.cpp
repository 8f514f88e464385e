// SPDX-License-Identifier: BSD-3-Clause

#include "single_pair.hpp"

#include <cassert>
#include <chrono>
#include <functional>
#include <utility>

#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "../src/cpu/traceback.hpp"
#include "checkpoints.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// What is only kept for later computations makes room where memory is short.
long_pair_result compute_with_room(lcs::sequence_pair const & pair,
                                   pair_output const wanted,
                                   workspace & space,
                                   workspace_pool & workspaces,
                                   run_control & control,
                                   std::function<void(strip_plan const &)> const & on_plan = {})
{
    return compute_long_pair(
        pair.first,
        pair.second,
        wanted,
        space,
        control,
        [&]()
        {
            workspaces.release_idle(space.device);
        },
        on_plan);
}

// What the pass over a matrix took.
void add_work(lcs::result & result, long_pair_result const & found, std::chrono::duration<double> const time)
{
    result.device_bytes = found.plan.device_bytes;
    result.transfer_seconds = found.transfer_seconds;
    result.kernel_seconds = found.kernel_seconds;
    result.forward_seconds = time.count();
}

} // namespace

lcs::result
find_length(lcs::sequence_pair const & pair, workspace & space, workspace_pool & workspaces, run_control & control)
{
    lcs::result result{};
    if (pair.first.empty() || pair.second.empty())
        return result;

    auto const start = std::chrono::steady_clock::now();
    long_pair_result const found = compute_with_room(pair, pair_output::only_length, space, workspaces, control);
    result.length = found.length;
    add_work(result, found, std::chrono::steady_clock::now() - start);
    return result;
}

lcs::result find_subsequence(lcs::sequence_pair const & pair,
                             plan::execution const & execution,
                             workspace & space,
                             workspace_pool & workspaces,
                             run_control & control)
{
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    auto const plan_tiles = [&](plan::checkpoint_grid const & grid)
    {
        return plan::plan_way_back(grid, rows, columns, execution.memory_limit, plan::threads_at_hand(execution));
    };
    if (pair.first.empty() || pair.second.empty())
        return cpu::find_subsequence(pair, plan_tiles({rows, columns}), control);

    auto const start = std::chrono::steady_clock::now();
    plan::subsequence_plan tiles{};
    long_pair_result const found = compute_with_room(pair,
                                                     pair_output::checkpoints,
                                                     space,
                                                     workspaces,
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

std::vector<std::uint64_t>
find_increments(lcs::sequence_pair const & pair, workspace & space, workspace_pool & workspaces, run_control & control)
{
    if (pair.first.empty() || pair.second.empty())
        return std::vector<std::uint64_t>((pair.first.size() + 63) / 64);
    return std::move(compute_with_room(pair, pair_output::increments, space, workspaces, control).increments);
}

} // namespace seqan3_gpulcs::cuda
