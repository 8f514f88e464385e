// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/pair_parts.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <optional>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/mpi/parts_call.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/path_end.hpp"
#include "src/plan/threshold.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/watched_execution.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/traceback/checkpoint_store.hpp"
#include "src/traceback/traceback.hpp"
#include "src/util/border_words.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

using clock = std::chrono::steady_clock;

// All ranks compare smaller pairs in little more time than it takes to find out that they are similar.
constexpr double min_cells_if_similar{double{1ull << 34}};

std::uint64_t round_up(std::uint64_t const value) noexcept
{
    std::uint64_t const unit = plan::part_unit(value / 8);
    return util::ceil_div(value, unit) * unit;
}

// All rows and columns.
plan::matrix_region whole_matrix(alignment::sequence_pair const & pair) noexcept
{
    return {0, pair.first.size(), 0, pair.second.size()};
}

// Computes the pair on rank 0, if that takes less time than its share of the whole matrix. If devices were requested, all ranks
// must find out whether they have them, so the pair is theirs.
std::optional<alignment::result> compute_if_similar(rank_group & group,
                                                    alignment::sequence_pair const & pair,
                                                    plan::comparison const & wanted,
                                                    plan::execution const & execution)
{
    if (pair.cells() < min_cells_if_similar || asks_for_devices(execution))
        return std::nullopt;
    // The attempt on the CPU comes before a device is started.
    plan::execution on_cpu{execution};
    on_cpu.backend = plan::backend::cpu;
    backend::similar_pair similar{.pair = pair,
                                  .wanted = wanted,
                                  .limits{.max_share = 1.0 / static_cast<double>(group.size()),
                                          .max_seconds = plan::device_costs{}.attempt_seconds()}};
    plan::execution const silent = runtime::without_progress(on_cpu);
    if (std::optional<alignment::result> found =
            backend::compare_if_similar(dispatch::find_backend(on_cpu), similar, silent))
        return found;
    similar.limits.max_seconds = backend::similar_limits{}.max_seconds;
    plan::execution const own = group.share_host(execution);
    return backend::compare_if_similar(dispatch::find_backend(own), similar, own);
}

void add_statistics(alignment::result & result, plan::source_statistics const & done)
{
    result.backend = done.backends.contains(plan::backend::cuda) ? plan::backend::cuda : plan::backend::cpu;
    result.transfer_seconds = done.transfer_seconds;
    result.kernel_seconds = done.kernel_seconds;
    result.device_bytes = done.device_bytes;
}

// The value in the last cell of the matrix. For edit distances, only the differences down the last column are known.
std::uint64_t
last_value(found_borders const & found, alignment::sequence_pair const & pair, plan::metric const metric) noexcept
{
    if (metric == plan::metric::edit)
        return plan::find_path_end(plan::edit_distance, {pair.first.size(), pair.second.size()}, {found.vertical, {}})
            .value;
    std::uint64_t value = 0;
    for (std::uint64_t const word : found.horizontal)
        value += static_cast<std::uint64_t>(std::popcount(word));
    return value;
}

alignment::result find_value(rank_group & group,
                             alignment::sequence_pair pair,
                             plan::metric const metric,
                             plan::execution const & execution)
{
    auto const start = clock::now();
    alignment::result result{};
    if (metric == plan::metric::edit)
    {
        result.first.end = pair.first.size();
        result.second.end = pair.second.size();
    }
    // Ranks share the rows.
    if (pair.first.size() < pair.second.size())
        std::swap(pair.first, pair.second);
    parts_request const request{.pair = pair,
                                .metric = metric,
                                .region = whole_matrix(pair),
                                .wants_vertical = metric == plan::metric::edit};
    found_borders const found = parts_call{group, request, execution}.run();
    plan::value_of(result, metric) = last_value(found, pair, metric);
    add_statistics(result, found.statistics);
    result.forward_seconds = std::chrono::duration<double>(clock::now() - start).count();
    return result;
}

// A plan by which rank 0 finds a subsequence with checkpoints of all ranks.
struct gathered_plan
{
    plan::checkpoint_grid grid{};
    plan::subsequence_plan traceback{};
};

// Plans a traceback with checkpoints of all ranks. Returns nothing if the memory does not suffice for the checkpoints and the tiles,
// or if no checkpoints are needed.
std::optional<gathered_plan> plan_gathering(alignment::sequence_pair const & pair,
                                            plan::comparison const & wanted,
                                            plan::execution const & execution)
{
    unsigned const threads = plan::available_threads(execution);
    std::uint64_t const limit = execution.memory_limit / 2;
    plan::matrix_cell const size{pair.first.size(), pair.second.size()};
    try
    {
        plan::subsequence_plan const whole = plan::plan_alignment(wanted, size, limit, threads);
        if (whole.levels.empty())
            return {};
        plan::checkpoint_grid const grid{round_up(whole.levels.front().row_spacing),
                                         round_up(whole.levels.front().column_spacing)};
        return gathered_plan{grid, plan::plan_traceback(wanted, grid, size, limit, threads)};
    }
    catch (memory_limit_too_small const &)
    {
        return {};
    }
}

alignment::result find_alignment(rank_group & group,
                                 alignment::sequence_pair const & pair,
                                 plan::comparison const & wanted,
                                 plan::execution const & execution)
{
    plan::execution const own = group.share_host(execution);
    std::optional<gathered_plan> const plan = plan_gathering(pair, wanted, own);
    if (!plan)
        return api::compare(pair, wanted, execution);

    auto const start = clock::now();
    plan::matrix_region const whole = whole_matrix(pair);
    traceback::checkpoint_store store{};
    store.begin(plan->grid, whole, plan::border_words(wanted.metric));
    parts_request const request{
        .pair = pair,
        .metric = wanted.metric,
        .region = whole,
        .kept = {plan->grid, whole, store.target().columns, store.target().rows, wanted.metric}};
    found_borders const found = parts_call{group, request, execution}.run();
    double const forward_seconds = std::chrono::duration<double>(clock::now() - start).count();

    plan::execution const silent = runtime::without_progress(own);
    runtime::task_control control{silent, 0};
    traceback::stored_checkpoints checkpoints{store};
    alignment::result result = traceback::find_alignment(pair, wanted, plan->traceback, control, &checkpoints);
    add_statistics(result, found.statistics);
    result.forward_seconds = forward_seconds;
    return result;
}

} // namespace

bool asks_for_devices(plan::execution const & execution) noexcept
{
    return execution.backend == plan::backend::cuda || !execution.devices.empty();
}

bool is_for_all_ranks(rank_group const & group,
                      alignment::sequence_pair const & pair,
                      plan::comparison const & wanted) noexcept
{
    return group.size() > 1 && !pair.first.empty() && !pair.second.empty() && !wanted.ends.any()
        && !plan::is_ruled_out(pair, wanted, std::min(pair.first.size(), pair.second.size()))
        && pair.cells() >= group.tuning().min_cells_for_all;
}

alignment::result compute_parts(rank_group & group,
                                alignment::sequence_pair const & pair,
                                plan::comparison const & wanted,
                                plan::execution const & execution)
{
    // The progress of an attempt that is given up has been reported, and must not be taken back.
    runtime::watched_execution watched{execution, pair.cells()};
    std::optional<alignment::result> result = compute_if_similar(group, pair, wanted, watched.get());
    if (!result)
        result = wanted.with_path ? find_alignment(group, pair, wanted, watched.get())
                                  : find_value(group, pair, wanted.metric, watched.get());
    if (result->method == alignment::method::whole_matrix)
        result->cells = pair.cells();
    runtime::task_control{execution, pair.cells()}.report_done();
    return std::move(*result);
}

std::vector<std::uint64_t>
compute_part_increments(rank_group & group, alignment::sequence_pair const & pair, plan::execution const & execution)
{
    // Ranks share the rows.
    bool const is_swapped = pair.first.size() < pair.second.size();
    alignment::sequence_pair const longer_first{is_swapped ? pair.second : pair.first,
                                                is_swapped ? pair.first : pair.second};
    parts_request const request{.pair = longer_first,
                                .region = whole_matrix(longer_first),
                                .wants_vertical = !is_swapped};
    found_borders found = parts_call{group, request, execution}.run();
    runtime::task_control{execution, pair.cells()}.report_done();
    if (!is_swapped)
    {
        util::invert_vertical(found.vertical, pair.first.size());
        return std::move(found.vertical);
    }
    for (std::uint64_t & word : found.horizontal)
        word = util::reverse_bits(word);
    return std::move(found.horizontal);
}

} // namespace seqan3_gpulcs::mpi
