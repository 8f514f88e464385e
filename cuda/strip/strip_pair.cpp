// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_pair.hpp"

#include <cassert>
#include <chrono>
#include <functional>
#include <utility>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "cuda/strip/device_checkpoints.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// What is only kept for later computations makes room where memory is short.
strip_run_result compute_with_room(lcs::sequence_pair const & pair,
                                   pair_output const wanted,
                                   stream_context & space,
                                   stream_context_pool & contexts,
                                   runtime::task_control & control,
                                   std::function<void(strip_plan const &)> const & on_plan = {})
{
    return compute_strip_run(
        pair.first,
        pair.second,
        wanted,
        space,
        control,
        [&]()
        {
            contexts.release_idle(space.device);
        },
        on_plan);
}

// What the pass over a matrix took.
void add_work(lcs::result & result, strip_run_result const & found, std::chrono::duration<double> const time)
{
    result.device_bytes = found.plan.device_bytes;
    result.transfer_seconds = found.transfer_seconds;
    result.kernel_seconds = found.kernel_seconds;
    result.forward_seconds = time.count();
}

} // namespace

lcs::result find_length(lcs::sequence_pair const & pair,
                        stream_context & space,
                        stream_context_pool & contexts,
                        runtime::task_control & control)
{
    lcs::result result{};
    if (pair.first.empty() || pair.second.empty())
        return result;

    auto const start = std::chrono::steady_clock::now();
    strip_run_result const found = compute_with_room(pair, pair_output::only_length, space, contexts, control);
    result.length = found.length;
    add_work(result, found, std::chrono::steady_clock::now() - start);
    return result;
}

lcs::result find_subsequence(lcs::sequence_pair const & pair,
                             plan::execution const & execution,
                             stream_context & space,
                             stream_context_pool & contexts,
                             runtime::task_control & control)
{
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    auto const plan_tiles = [&](plan::checkpoint_grid const & grid)
    {
        return plan::plan_traceback(grid, rows, columns, execution.memory_limit, plan::available_threads(execution));
    };
    if (pair.first.empty() || pair.second.empty())
        return traceback::find_subsequence(pair, plan_tiles({rows, columns}), control);

    auto const start = std::chrono::steady_clock::now();
    plan::subsequence_plan tiles{};
    strip_run_result const found = compute_with_room(pair,
                                                     pair_output::checkpoints,
                                                     space,
                                                     contexts,
                                                     control,
                                                     [&](strip_plan const & plan)
                                                     {
                                                         tiles = plan_tiles(plan.kept);
                                                     });
    auto const time = std::chrono::steady_clock::now() - start;

    device_checkpoints checkpoints{found.plan, rows, columns, space};
    lcs::result result = traceback::find_subsequence(pair, tiles, control, &checkpoints);
    assert(result.length == found.length);
    add_work(result, found, time);
    return result;
}

std::vector<std::uint64_t> find_increments(lcs::sequence_pair const & pair,
                                           stream_context & space,
                                           stream_context_pool & contexts,
                                           runtime::task_control & control)
{
    if (pair.first.empty() || pair.second.empty())
        return std::vector<std::uint64_t>((pair.first.size() + 63) / 64);
    return std::move(compute_with_room(pair, pair_output::increments, space, contexts, control).increments);
}

} // namespace seqan3_gpulcs::cuda
