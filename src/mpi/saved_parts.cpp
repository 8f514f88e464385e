// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/saved_parts.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <span>
#include <system_error>
#include <utility>

#include "src/dispatch/find_backend.hpp"
#include "src/mpi/pair_parts.hpp"
#include "src/mpi/parts_call.hpp"
#include "src/plan/threshold.hpp"
#include "src/resume/run_store.hpp"
#include "src/resume/saved_computation.hpp"
#include "src/resume/saved_run.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/watched_execution.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

class saved_parts final : public column_watcher
{
public:
    saved_parts(rank_group & group,
                alignment::sequence_pair const & pair,
                plan::comparison const & wanted,
                resume::run_options const & options,
                plan::execution const & execution) :
        group_{group},
        pair_{pair},
        execution_{execution},
        own_{group.share_host(execution)},
        part_seconds_{resume::part_seconds(options.saved.interval)},
        run_{pair, wanted, options, own_}
    {}

    alignment::saved_run_result run()
    {
        while (!run_.state().is_complete())
            compute_region();
        return run_.finish(statistics_);
    }

    bool wants_next() override
    {
        return is_saved() && run_.is_save_due();
    }

    // No other save is under way here: V is wanted only when the last save is done.
    void take(std::uint64_t const column, words && vertical) override
    {
        resume::run_state & state = run_.state();
        state.vertical = std::move(vertical);
        state.slab = {column, column};
        // Writing may take long, and the other ranks must not wait for messages.
        try
        {
            saving_ = std::async(std::launch::async,
                                 [this]()
                                 {
                                     run_.save();
                                 });
        }
        catch (std::system_error const &)
        {
            // The system allows no further thread, so this one saves.
            run_.save();
        }
    }

    double max_chunk_cells(double const cells_per_second) const noexcept override
    {
        return part_seconds_ * cells_per_second;
    }

private:
    // Computes the remaining rows of a slab that a single process has begun, or else all remaining columns.
    void compute_region()
    {
        resume::run_state & state = run_.state();
        auto const & [rows, columns, first, second, wanted] = state.identity;
        bool const is_slab_open = state.row != 0;
        plan::matrix_region const region{state.row, rows, state.slab.begin, is_slab_open ? state.slab.end : columns};
        parts_request request{.pair = pair_,
                              .metric = wanted.metric,
                              .region = region,
                              .wants_vertical = true,
                              .kept = run_.kept()};
        if (region.column_begin != 0)
            request.vertical = state.vertical_of(region);
        if (is_slab_open)
            request.horizontal = state.horizontal;
        // An open slab is not saved in between: its upper rows are done up to its end, so before that there is no V of all rows.
        plan::execution execution{execution_};
        execution.on_progress = run_.next_execution().on_progress;
        found_borders found = parts_call{group_, request, execution, is_slab_open ? nullptr : this}.run();

        if (saving_.valid())
            saving_.get();
        std::ranges::copy(found.vertical, state.vertical_of(region).begin());
        state.slab = {region.column_end, region.column_end};
        state.row = 0;
        statistics_.add(found.statistics);
        if (run_.is_save_due())
            run_.save();
    }

    // Whether the last save is done; throws what it has thrown.
    bool is_saved()
    {
        if (!saving_.valid())
            return true;
        if (saving_.wait_for(std::chrono::seconds{0}) != std::future_status::ready)
            return false;
        saving_.get();
        return true;
    }

    rank_group & group_;
    alignment::sequence_pair const & pair_;
    plan::execution const & execution_; // The execution of all ranks: each takes its share of it.
    plan::execution const own_;         // The share of rank 0, for the traceback.
    double part_seconds_;
    resume::saved_computation run_;
    plan::source_statistics statistics_{};
    std::future<void> saving_{}; // The last member: its destructor waits for a save, which uses the others.
};

// Computes a pair that is for all ranks. It does not use the limits of parts.
alignment::saved_run_result compute_saved_parts(rank_group & group,
                                                alignment::sequence_pair const & pair,
                                                plan::comparison const & wanted,
                                                resume::run_options const & options,
                                                plan::execution const & execution)
{
    // The progress of an attempt that is given up has been reported, and must not be taken back.
    runtime::watched_execution watched{execution, pair.cells()};
    if (!asks_for_devices(execution))
    {
        // Rank 0 computes the pair if that takes less time than its share of the whole matrix.
        resume::run_options at_once{options};
        at_once.max_share = 1.0 / static_cast<double>(group.size());
        plan::execution const own = group.share_host(watched.get());
        if (auto found = resume::compute_at_once(dispatch::find_backend(own), pair, wanted, at_once, own))
            return std::move(*found);
    }
    return saved_parts{group, pair, wanted, options, watched.get()}.run();
}

} // namespace

alignment::saved_run_result compare_saved(rank_group & group,
                                          alignment::sequence_pair const & pair,
                                          plan::comparison const & wanted,
                                          alignment::saved_run const & saved,
                                          plan::execution const & execution)
{
    if (!is_for_all_ranks(group, pair, wanted))
        return resume::compare(pair, wanted, saved, execution);
    resume::check(pair, wanted, saved);
    alignment::saved_run_result found = compute_saved_parts(group, pair, wanted, {.saved = saved}, execution);
    plan::drop_if_of_no_interest(pair, found.result, wanted.metric);
    runtime::task_control{execution, pair.cells()}.report_done();
    return found;
}

} // namespace seqan3_gpulcs::mpi
