// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/pair_parts.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/mpi/parts_call.hpp"
#include "src/plan/path_end.hpp"
#include "src/plan/threshold.hpp"
#include "src/resume/run_store.hpp"
#include "src/resume/saved_computation.hpp"
#include "src/resume/saved_run.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/watched_execution.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/util/border_words.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// All ranks compare smaller pairs in little more time than it takes to find out that they are similar.
constexpr double min_cells_if_similar{double{1ull << 34}};

// Whether devices are requested, so that all ranks have to find out whether they have them.
bool asks_for_devices(plan::execution const & execution) noexcept
{
    return execution.backend == plan::backend::cuda || !execution.devices.empty();
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

/* A pair that all ranks compute, and rank 0 has the state of it, which may be saved. A band is computed step by step, each by all ranks.
 *
 * The state is in the format of one process. Rank 0 asks for V after a chunk of columns when the time has come, and saves it in a thread of
 * its own while all ranks go on.
 */
class pair_computation final : public column_watcher
{
public:
    pair_computation(rank_group & group,
                     alignment::sequence_pair const & pair,
                     plan::comparison const & wanted,
                     resume::run_options const & options,
                     plan::execution const & execution) :
        group_{group},
        pair_{pair},
        execution_{execution},
        own_{group.share_host(execution)},
        part_seconds_{options.saved ? resume::part_seconds(options.saved->interval)
                                    : std::numeric_limits<double>::infinity()},
        run_{pair, wanted, options, own_}
    {}

    alignment::saved_run_result run()
    {
        while (!run_.is_settled())
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
        adopt(column, vertical);
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
    // Computes the remaining rows of a slab that a single process has begun, or else all remaining columns of a step.
    void compute_region()
    {
        resume::run_state & state = run_.state();
        bool const is_slab_open = state.row != 0;
        region_ = state.next_region();
        parts_request request{.pair = pair_,
                              .metric = state.identity.wanted.metric,
                              .region = region_,
                              .wants_vertical = true,
                              .kept = run_.kept()};
        if (region_.column_begin != 0)
            request.vertical = state.vertical_of(region_);
        if (is_slab_open)
            request.horizontal = state.horizontal;
        // An open slab is not saved in between: its upper rows are done up to its end, so before that there is no V of all rows.
        plan::execution execution{execution_};
        execution.on_progress = run_.next_execution().on_progress;
        found_borders const found = parts_call{group_, request, execution, is_slab_open ? nullptr : this}.run();

        if (saving_.valid())
            saving_.get();
        adopt(region_.column_end, found.vertical);
        statistics_.add(found.statistics);
        if (run_.is_save_due())
            run_.save();
    }

    // Takes V of the region at a column.
    void adopt(std::uint64_t const column, words const & vertical)
    {
        resume::run_state & state = run_.state();
        std::ranges::copy(vertical, state.vertical_of(region_).begin());
        state.slab = {column, column};
        state.row = 0;
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
    plan::matrix_region region_{}; // What is computed now.
    plan::source_statistics statistics_{};
    std::future<void> saving_{}; // The last member: its destructor waits for a save, which uses the others.
};

// The result of all ranks; where memory does not suffice for checkpoints of the whole matrix, that of rank 0.
alignment::result compute_together(rank_group & group,
                                   alignment::sequence_pair pair,
                                   plan::comparison const & wanted,
                                   plan::execution const & execution)
{
    // Ranks share the rows. A value does not depend on which sequence has them.
    plan::matrix_cell const end{pair.first.size(), pair.second.size()};
    if (!wanted.with_path && end.row < end.column)
        std::swap(pair.first, pair.second);
    std::optional<pair_computation> computation{};
    try
    {
        computation.emplace(group, pair, wanted, resume::run_options{}, execution);
    }
    catch (memory_limit_too_small const &)
    {
        return api::compare(pair, wanted, execution);
    }
    alignment::result result = std::move(computation->run().result);
    plan::set_value(result, wanted.metric, {end, plan::value_of(result, wanted.metric)});
    return result;
}

} // namespace

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
        result = compute_together(group, pair, wanted, watched.get());
    if (result->method == alignment::method::whole_matrix)
        result->cells = pair.cells();
    runtime::task_control{execution, pair.cells()}.report_done();
    return std::move(*result);
}

alignment::saved_run_result compute_saved_parts(rank_group & group,
                                                alignment::sequence_pair const & pair,
                                                plan::comparison const & wanted,
                                                alignment::saved_run const & saved,
                                                plan::execution const & execution)
{
    // The progress of an attempt that is given up has been reported, and must not be taken back.
    runtime::watched_execution watched{execution, pair.cells()};
    resume::run_options options{.saved = saved, .max_share = 1.0 / static_cast<double>(group.size())};
    if (!asks_for_devices(execution))
    {
        // Rank 0 computes the pair if that takes less time than its share of the whole matrix.
        plan::execution const own = group.share_host(watched.get());
        if (auto found = resume::compute_at_once(dispatch::find_backend(own), pair, wanted, options, own))
            return std::move(*found);
    }
    return pair_computation{group, pair, wanted, options, watched.get()}.run();
}

std::vector<std::uint64_t>
compute_part_increments(rank_group & group, alignment::sequence_pair const & pair, plan::execution const & execution)
{
    // Ranks share the rows.
    bool const is_swapped = pair.first.size() < pair.second.size();
    alignment::sequence_pair const longer_first{is_swapped ? pair.second : pair.first,
                                                is_swapped ? pair.first : pair.second};
    parts_request const request{.pair = longer_first,
                                .region = {0, longer_first.first.size(), 0, longer_first.second.size()},
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
