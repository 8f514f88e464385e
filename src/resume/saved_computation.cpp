// SPDX-License-Identifier: BSD-3-Clause

#include "src/resume/saved_computation.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "src/plan/matrix_band.hpp"
#include "src/plan/path_end.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/similar/band_prover.hpp"
#include "src/similar/similar_pair.hpp"
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
    options_{options},
    state_{begin(wanted)},
    tiles_{plan_tiles()},
    cells_{state_.band.cells()}
{
    found_.cells_resumed = state_.cells_done();
    if (execution_.on_progress)
        execution_.on_progress({found_.cells_resumed, pair_.cells()});
    begun_at_ = saved_at_ = clock::now();
}

run_state saved_computation::begin(plan::comparison const & wanted)
{
    run_identity identity{.rows = pair_.first.size(), .columns = pair_.second.size(), .wanted = wanted};
    if (options_.saved)
    {
        store_.emplace(options_.saved->directory);
        identity = identify(pair_, wanted);
        if (!options_.saved->restart && store_->has_state())
            return store_->load(identity, execution_.memory_limit);
    }
    run_state first{identity,
                    wanted.with_path ? plan::plan_part_checkpoints(wanted,
                                                                   {identity.rows, identity.columns},
                                                                   execution_.memory_limit,
                                                                   options_.limits.checkpoint_distance)
                                     : plan::checkpoint_grid{}};
    first.band = find_band(first);
    // The old state is removed only when it is known that this run can begin.
    if (options_.saved && options_.saved->restart)
        store_->restart();
    return first;
}

// A bound is found by the host, whatever computes the band: that takes as long as reading the sequences some times.
plan::stepped_band saved_computation::find_band(run_state const & first) const
{
    plan::execution const silent = runtime::without_progress(execution_);
    runtime::task_control control{silent, pair_.cells()};
    similar::pair_limits const limits{.threads = plan::available_threads(execution_),
                                      .memory_limit = first.identity.wanted.with_path
                                                        ? execution_.memory_limit
                                                        : std::numeric_limits<std::uint64_t>::max()};
    std::optional<std::uint64_t> const bound = similar::find_bound(pair_, first.identity.wanted, limits, control);
    return bound ? make_band(first, *bound) : first.band;
}

// The band, or the whole matrix if that has not many cells more.
plan::stepped_band saved_computation::make_band(run_state const & of, std::uint64_t const bound) const
{
    constexpr double max_band_share{0.7};
    auto const & [rows, columns, first, second, wanted] = of.identity;
    std::uint64_t const step_columns = plan::choose_step_columns(plan::max_indels(rows, columns, bound, wanted.metric),
                                                                 of.grid.column_spacing,
                                                                 options_.limits.step_columns);
    plan::stepped_band const band{{rows, columns}, wanted.metric, bound, of.grid, step_columns};
    return band.cells() <= max_band_share * pair_.cells() ? band : plan::stepped_band{plan::matrix_cell{rows, columns}};
}

bool saved_computation::is_settled()
{
    if (!state_.is_complete())
        return false;
    if (!state_.band.bound())
        return true;
    similar::band_prover prover{pair_, state_.identity.wanted.metric, *state_.band.bound()};
    if (prover.settles(read_value()))
        return true;
    state_.begin_again(make_band(state_, prover.bound()));
    cells_ += state_.band.cells();
    return false;
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
    return options_.saved && clock::now() - saved_at_ >= options_.saved->interval;
}

void saved_computation::save()
{
    auto const start = clock::now();
    store_->save(state_);
    found_.saving_seconds += seconds_since(start);
    ++found_.saves;
    saved_at_ = clock::now();
}

alignment::saved_run_result saved_computation::finish(plan::source_statistics const & done)
{
    double const forward_seconds = seconds_since(begun_at_);
    plan::metric const metric = state_.identity.wanted.metric;
    std::uint64_t const value = read_value();
    alignment::result & result = found_.result;
    // Only alignments of interest lie in a band.
    if (tiles_ && plan::is_of_interest(pair_, value, metric))
        result = trace_back();
    plan::set_value(result, metric, {{pair_.first.size(), pair_.second.size()}, value});
    result.forward_seconds = forward_seconds;
    result.cells = cells_;
    if (state_.band.bound())
        result.method = alignment::method::band;
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
    traceback::stored_checkpoints checkpoints{state_.checkpoints, &state_.band};
    return traceback::find_alignment(pair_, state_.identity.wanted, *tiles_, control, &checkpoints);
}

// Reads the value from the last column of the matrix.
std::uint64_t saved_computation::read_value() const
{
    auto const & [rows, columns, first, second, wanted] = state_.identity;
    return plan::find_path_end({.metric = wanted.metric}, {rows, columns}, {state_.vertical, {}}).value;
}

} // namespace seqan3_gpulcs::resume
