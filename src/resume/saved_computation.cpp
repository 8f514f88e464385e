// SPDX-License-Identifier: BSD-3-Clause

#include "src/resume/saved_computation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/plan/matrix_border.hpp"
#include "src/plan/path_end.hpp"
#include "src/runtime/task_control.hpp"
#include "src/traceback/checkpoint_store.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::resume
{

namespace
{

template <typename time_t>
double seconds_since(time_t const start) noexcept
{
    return std::chrono::duration<double>(time_t::clock::now() - start).count();
}

} // namespace

saved_computation::saved_computation(alignment::sequence_pair const & pair,
                                     plan::comparison const & wanted,
                                     run_options const & options,
                                     plan::execution const & execution) :
    pair_{pair},
    execution_{execution},
    interval_{options.saved.interval},
    store_{options.saved.directory},
    state_{begin(wanted, options)},
    tiles_{plan_tiles()}
{
    found_.cells_resumed = state_.cells_done();
    if (execution_.on_progress)
        execution_.on_progress({found_.cells_resumed, pair_.cells()});
    begun_at_ = saved_at_ = clock::now();
}

run_state saved_computation::begin(plan::comparison const & wanted, run_options const & options)
{
    run_identity const identity = identify(pair_, wanted);
    if (!options.saved.restart && store_.has_state())
        return store_.load(identity, execution_.memory_limit);
    run_state first{identity,
                    wanted.with_path ? plan::plan_part_checkpoints(wanted,
                                                                   {identity.rows, identity.columns},
                                                                   execution_.memory_limit,
                                                                   options.limits.checkpoint_distance)
                                     : plan::checkpoint_grid{}};
    // The old state is removed only when it is known that this run can begin.
    if (options.saved.restart)
        store_.restart();
    return first;
}

// Plans the traceback before anything is computed, as the memory limit may not suffice.
std::optional<plan::subsequence_plan> saved_computation::plan_tiles() const
{
    auto const & [rows, columns, first, second, wanted] = state_.identity;
    if (!wanted.with_path)
        return std::nullopt;
    plan::matrix_cell const size{rows, columns};
    std::uint64_t const bytes = plan::check_part_checkpoints(wanted, state_.grid, size, execution_.memory_limit);
    plan::subsequence_plan plan = plan::plan_traceback(wanted,
                                                       state_.grid,
                                                       size,
                                                       execution_.memory_limit - bytes,
                                                       plan::available_threads(execution_));
    plan.bytes += bytes;
    return plan;
}

plan::execution saved_computation::next_execution() const
{
    plan::execution next{execution_};
    if (execution_.on_progress)
        next.on_progress = [this, before = state_.cells_done(), reported = 0.0](plan::progress const & progress) mutable
        {
            // Where a device has too little memory, some cells are computed again.
            reported = std::max(reported, before + progress.cells_done);
            execution_.on_progress({reported, pair_.cells()});
        };
    return next;
}

bool saved_computation::is_save_due() const noexcept
{
    return clock::now() - saved_at_ >= interval_;
}

void saved_computation::save()
{
    auto const start = clock::now();
    store_.save(state_);
    found_.saving_seconds += seconds_since(start);
    ++found_.saves;
    saved_at_ = clock::now();
}

alignment::saved_run_result saved_computation::finish(plan::source_statistics const & done)
{
    double const forward_seconds = seconds_since(begun_at_);
    found_.result = tiles_ ? trace_back() : read_value();
    alignment::result & result = found_.result;
    result.forward_seconds = forward_seconds;
    result.cells = pair_.cells();
    result.transfer_seconds = done.transfer_seconds;
    result.kernel_seconds = done.kernel_seconds;
    result.device_bytes = done.device_bytes;
    result.backend = done.backends.contains(plan::backend::cuda) ? plan::backend::cuda : plan::backend::cpu;
    return std::move(found_);
}

alignment::result saved_computation::trace_back()
{
    runtime::task_control control{execution_, pair_.cells()};
    control.add_cells(pair_.cells());
    traceback::stored_checkpoints checkpoints{state_.checkpoints};
    return traceback::find_alignment(pair_, state_.identity.wanted, *tiles_, control, &checkpoints);
}

// Reads the value from the last column of the matrix.
alignment::result saved_computation::read_value() const
{
    auto const & [rows, columns, first, second, wanted] = state_.identity;
    std::uint64_t const value =
        plan::find_path_end({.metric = wanted.metric}, {rows, columns}, {state_.vertical, {}}).value;
    alignment::result result{};
    if (wanted.metric == plan::metric::edit)
    {
        result.first.end = rows;
        result.second.end = columns;
        result.distance = value;
    }
    else
        result.length = value;
    return result;
}

} // namespace seqan3_gpulcs::resume
