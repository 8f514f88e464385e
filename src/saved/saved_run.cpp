// SPDX-License-Identifier: BSD-3-Clause

#include "src/saved/saved_run.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "src/plan/matrix_part.hpp"
#include "src/runtime/task_control.hpp"
#include "src/saved/run_store.hpp"
#include "src/traceback/checkpoint_store.hpp"
#include "src/traceback/traceback.hpp"
#include "src/util/border_words.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::saved
{

namespace
{

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point const start) noexcept
{
    return std::chrono::duration<double>(clock::now() - start).count();
}

// The time that a part should take. Long parts cost less: at their begin and end, not all threads or strips have work.
constexpr double min_part_seconds{0.05};
constexpr double max_part_seconds{5};
constexpr double parts_per_save{8};

// With fewer of either, the lanes of vectors and the threads would wait for one another.
constexpr std::uint64_t min_part_size{1 << 16};

// The cells of the first part, whose speed is not known.
constexpr double first_part_cells{4e9};

// A measurement may be wrong, and the first part on a device includes its start.
constexpr double max_growth{8};

constexpr std::uint64_t round_up(std::uint64_t const value) noexcept
{
    return util::ceil_div(value, plan::part_alignment) * plan::part_alignment;
}

// Chooses the sizes of parts by the speed of those before.
class part_sizes
{
public:
    part_sizes(double const interval, part_limits const & limits) noexcept :
        seconds_{std::clamp(interval / parts_per_save, min_part_seconds, max_part_seconds)},
        limits_{limits}
    {}

    // Where the next slab ends: it has as many columns as leave the rows in one piece.
    std::uint64_t
    slab_end(std::uint64_t const rows, plan::interval const & columns_left, std::uint64_t const spacing) const noexcept
    {
        return end_of(rows, columns_left, spacing, limits_.columns);
    }

    // Where the next part of a slab ends.
    std::uint64_t
    row_end(std::uint64_t const columns, plan::interval const & rows_left, std::uint64_t const spacing) const noexcept
    {
        return end_of(columns, rows_left, spacing, limits_.rows);
    }

    // Counts a part.
    void add(double const cells, double const seconds) noexcept
    {
        cells_ = std::min(cells / std::max(seconds, 1e-6) * seconds_, cells * max_growth);
    }

private:
    // At a checkpoint where that is possible: then the next part is not cut there.
    std::uint64_t end_of(std::uint64_t const other_size,
                         plan::interval const & left,
                         std::uint64_t const spacing,
                         std::uint64_t const limit) const noexcept
    {
        double const wanted = std::max(cells_ / static_cast<double>(other_size), static_cast<double>(min_part_size));
        // Nothing short is left for the end.
        bool const takes_all = wanted * 1.5 >= static_cast<double>(left.size());
        std::uint64_t const size = takes_all ? left.size() : round_up(static_cast<std::uint64_t>(wanted));
        std::uint64_t const end = left.begin + std::min({size, left.size(), limit});
        std::uint64_t const at_checkpoint = spacing == 0 ? end : end / spacing * spacing;
        return end == left.end || at_checkpoint <= left.begin ? end : at_checkpoint;
    }

    double seconds_;
    part_limits limits_;
    double cells_{first_part_cells};
};

// The same execution for a part: its progress comes after what is done already.
plan::execution
execution_of_part(plan::execution const & execution, double const & cells_done, double const cells_total)
{
    plan::execution part{execution};
    if (execution.on_progress)
        part.on_progress = [&, cells_total](plan::progress const & progress)
        {
            execution.on_progress({cells_done + progress.cells_done, cells_total});
        };
    return part;
}

class saved_computation
{
public:
    saved_computation(backend::backend_interface const & backend,
                      lcs::sequence_pair const & pair,
                      lcs::output const wanted,
                      run_options const & options,
                      plan::execution const & execution) :
        backend_{backend},
        pair_{pair},
        execution_{execution},
        interval_{options.saved.interval.count()},
        sizes_{interval_, options.limits},
        store_{options.saved.directory},
        state_{begin(wanted, options)},
        tiles_{plan_tiles()},
        cells_done_{state_.cells_done()}
    {
        found_.cells_resumed = cells_done_;
    }

    lcs::saved_run_result run()
    {
        if (execution_.on_progress)
            execution_.on_progress({cells_done_, pair_.cells()});
        auto const start = clock::now();
        compute_parts();
        double const forward_seconds = seconds_since(start);

        if (tiles_)
            trace_back();
        else
            found_.result.length = count_increments();
        lcs::result & result = found_.result;
        result.forward_seconds = forward_seconds;
        result.transfer_seconds = statistics_.transfer_seconds;
        result.kernel_seconds = statistics_.kernel_seconds;
        result.device_bytes = statistics_.device_bytes;
        result.backend = statistics_.backends.contains(plan::backend::cuda) ? plan::backend::cuda : plan::backend::cpu;
        return std::move(found_);
    }

private:
    run_state begin(lcs::output const wanted, run_options const & options)
    {
        run_identity const identity = identify(pair_, wanted);
        if (!options.saved.restart && store_.has_state())
            return store_.load(identity, execution_.memory_limit);
        run_state first{identity,
                        wanted == lcs::output::length
                            ? plan::checkpoint_grid{}
                            : plan::plan_part_checkpoints(identity.rows,
                                                          identity.columns,
                                                          execution_.memory_limit,
                                                          options.limits.checkpoint_distance)};
        // Not before it is known that this run can begin.
        if (options.saved.restart)
            store_.restart();
        return first;
    }

    // Before anything is computed: the limit may not suffice.
    std::optional<plan::subsequence_plan> plan_tiles() const
    {
        auto const & [rows, columns, first, second, wanted] = state_.identity;
        if (wanted == lcs::output::length)
            return std::nullopt;
        std::uint64_t const bytes = plan::check_part_checkpoints(state_.grid, rows, columns, execution_.memory_limit);
        plan::subsequence_plan plan = plan::plan_traceback(state_.grid,
                                                           rows,
                                                           columns,
                                                           execution_.memory_limit - bytes,
                                                           plan::available_threads(execution_));
        plan.bytes += bytes;
        return plan;
    }

    void compute_parts()
    {
        plan::execution const execution = execution_of_part(execution_, cells_done_, pair_.cells());
        for (auto saved_at = clock::now(); !state_.is_complete();)
        {
            compute_next_part(execution);
            if (seconds_since(saved_at) >= interval_)
            {
                save();
                saved_at = clock::now();
            }
        }
    }

    void compute_next_part(plan::execution const & execution)
    {
        auto const & [rows, columns, first, second, wanted] = state_.identity;
        if (state_.row == 0)
        {
            state_.slab.end = sizes_.slab_end(rows, {state_.slab.begin, columns}, state_.grid.column_spacing);
            state_.horizontal.assign(util::ceil_div(state_.slab.size(), std::uint64_t{64}), 0);
        }
        plan::interval const & slab = state_.slab;
        plan::matrix_region const region{state_.row,
                                         sizes_.row_end(slab.size(), {state_.row, rows}, state_.grid.row_spacing),
                                         slab.begin,
                                         slab.end};
        plan::matrix_part part{.rows = pair_.first, .columns = pair_.second, .region = region};
        part.borders = {std::span{state_.vertical}.subspan(region.row_begin / 64, region.row_words()),
                        state_.horizontal};
        if (tiles_)
            part.kept = state_.kept();

        auto const start = clock::now();
        statistics_.add(backend_.compute_part(part, execution));
        sizes_.add(part.cells(), seconds_since(start));

        state_.row = region.row_end;
        if (state_.row == rows)
        {
            state_.row = 0;
            state_.slab.begin = state_.slab.end;
        }
        cells_done_ = state_.cells_done();
    }

    void save()
    {
        auto const start = clock::now();
        store_.save(state_);
        found_.saving_seconds += seconds_since(start);
        ++found_.saves;
    }

    void trace_back()
    {
        runtime::task_control control{execution_, pair_.cells()};
        control.add_cells(pair_.cells());
        traceback::stored_checkpoints checkpoints{state_.checkpoints};
        found_.result = traceback::find_subsequence(pair_, *tiles_, control, &checkpoints);
    }

    std::uint64_t count_increments()
    {
        util::invert_vertical(state_.vertical, state_.identity.rows);
        std::uint64_t length = 0;
        for (std::uint64_t const word : state_.vertical)
            length += static_cast<std::uint64_t>(std::popcount(word));
        return length;
    }

    backend::backend_interface const & backend_;
    lcs::sequence_pair const & pair_;
    plan::execution const & execution_;
    double interval_;
    part_sizes sizes_;
    run_store store_;
    run_state state_;
    std::optional<plan::subsequence_plan> const tiles_; // For a subsequence.
    double cells_done_;
    plan::source_statistics statistics_{};
    lcs::saved_run_result found_{};
};

} // namespace

lcs::saved_run_result compute(backend::backend_interface const & backend,
                              lcs::sequence_pair const & pair,
                              lcs::output const wanted,
                              run_options const & options,
                              plan::execution const & execution)
{
    // There is nothing to save. But a state that is there belongs to another run.
    if (pair.first.empty() || pair.second.empty())
    {
        run_store store{options.saved.directory};
        if (options.saved.restart)
            store.restart();
        else if (store.has_state())
            store.load(identify(pair, wanted), execution.memory_limit);
        return {.result = std::move(backend.compute({&pair, 1}, wanted, execution).front())};
    }
    return saved_computation{backend, pair, wanted, options, execution}.run();
}

} // namespace seqan3_gpulcs::saved
