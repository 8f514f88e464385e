// SPDX-License-Identifier: BSD-3-Clause

#include "src/resume/saved_run.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "src/backend/rank_calls.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/plan/column_chunks.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/threshold.hpp"
#include "src/resume/run_store.hpp"
#include "src/resume/saved_computation.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/watched_execution.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::resume
{

namespace
{

// Limits of the time that a part should take.
constexpr double min_part_seconds{0.05};
constexpr double max_part_seconds{5};
constexpr double parts_per_save{8};

// In parts with fewer rows or columns, the lanes of vectors and the threads would wait for one another.
constexpr std::uint64_t min_part_size{1 << 16};

// Until the speed is known, a slab has at least this part of the columns: a device does not take less time for narrow ones.
constexpr std::uint64_t first_slabs{64};

// The cells of the first part, whose speed is not known.
constexpr double first_part_cells{4e9};

// The most that a part may grow beyond the one before: a measurement may be wrong, and the first one on a device includes its start.
constexpr double max_growth{8};

constexpr std::uint64_t round_up(std::uint64_t const value) noexcept
{
    return util::ceil_div(value, plan::part_alignment) * plan::part_alignment;
}

// Chooses the sizes of parts by the speed of those before.
class part_sizes
{
public:
    part_sizes(double const seconds, part_limits const & limits) noexcept : seconds_{seconds}, limits_{limits}
    {}

    // The end of the next slab: it has as many columns as leave the rows in one part.
    std::uint64_t
    slab_end(std::uint64_t const rows, plan::interval const & columns_left, std::uint64_t const spacing) const noexcept
    {
        std::uint64_t const min_columns =
            is_measured_ ? min_part_size : std::max(min_part_size, columns_left.size() / first_slabs);
        return end_of(rows, columns_left, spacing, {min_columns, limits_.columns});
    }

    // The end of the next part of a slab.
    std::uint64_t
    row_end(std::uint64_t const columns, plan::interval const & rows_left, std::uint64_t const spacing) const noexcept
    {
        return end_of(columns, rows_left, spacing, {min_part_size, limits_.rows});
    }

    // Measures the speed by a part that is done.
    void add(double const cells, double const seconds) noexcept
    {
        cells_ = std::min(cells / std::max(seconds, 1e-6) * seconds_, cells * max_growth);
        is_measured_ = true;
    }

private:
    struct size_limits
    {
        std::uint64_t min;
        std::uint64_t max;
    };

    // The end of a part, at a checkpoint where that is possible: otherwise, the next part would be cut there.
    std::uint64_t end_of(std::uint64_t const other_size,
                         plan::interval const & left,
                         std::uint64_t const spacing,
                         size_limits const & limits) const noexcept
    {
        double const wanted = std::max(cells_ / static_cast<double>(other_size), static_cast<double>(limits.min));
        // A part that is nearly long enough takes all the rest, so that no short part remains for the end.
        bool const takes_all = wanted * 1.5 >= static_cast<double>(left.size());
        std::uint64_t const size = takes_all ? left.size() : round_up(static_cast<std::uint64_t>(wanted));
        std::uint64_t const end = left.begin + std::min({size, left.size(), limits.max});
        std::uint64_t const at_checkpoint = spacing == 0 ? end : end / spacing * spacing;
        return end == left.end || at_checkpoint <= left.begin ? end : at_checkpoint;
    }

    double seconds_;
    part_limits limits_;
    double cells_{first_part_cells};
    bool is_measured_{};
};

// Computes slabs of columns with all of their rows while these are one part, and otherwise part by part.
class part_computation final : public plan::column_chunks
{
public:
    part_computation(backend::backend_interface const & backend,
                     alignment::sequence_pair const & pair,
                     plan::comparison const & wanted,
                     run_options const & options,
                     plan::execution const & execution) :
        backend_{backend},
        pair_{pair},
        sizes_{part_seconds(options.saved->interval), options.limits},
        run_{pair, wanted, options, execution}
    {}

    alignment::saved_run_result run()
    {
        while (!run_.is_settled())
            if (begin_step(); next_slab().size() != 0)
                compute_slabs();
            else
            {
                compute_next_part();
                save_if_due();
            }
        return run_.finish(statistics_);
    }

    plan::matrix_part outline() const override
    {
        return {.rows = pair_.first,
                .columns = pair_.second,
                .region = step_,
                .kept = run_.kept(),
                .metric = state().identity.wanted.metric};
    }

    double cells_done() const override
    {
        return state().cells_done() - cells_before_;
    }

    plan::matrix_part const * next(bool) override
    {
        plan::interval const columns = next_slab();
        if (columns.size() == 0)
            return nullptr;
        taken_slab & added = slabs_.emplace_back();
        added.horizontal = plan::upper_border(state().identity.wanted.metric, columns.size());
        added.part = outline();
        added.part.region.column_begin = columns.begin;
        added.part.region.column_end = columns.end;
        added.part.borders = {run_.state().vertical_of(step_), added.horizontal};
        return &added.part;
    }

    void finish(plan::source_statistics const & statistics) override
    {
        taken_slab const & first = slabs_.front();
        // A slab is taken before the one before it is done, so its time begins at the end of that one.
        clock::time_point const begun_at = std::max(first.taken_at, finished_at_);
        finished_at_ = clock::now();
        sizes_.add(first.part.cells(), std::chrono::duration<double>(finished_at_ - begun_at).count());
        statistics_.add(statistics);
        run_.state().slab = {first.part.region.column_end, first.part.region.column_end};
        slabs_.pop_front();
        save_if_due();
    }

    void rewind() noexcept override
    {
        slabs_.clear();
    }

private:
    using clock = std::chrono::steady_clock;

    // Columns that are being computed, or will be next.
    struct taken_slab
    {
        plan::matrix_part part{};
        std::vector<std::uint64_t> horizontal{};
        clock::time_point taken_at{clock::now()};
    };

    run_state const & state() const noexcept
    {
        return run_.state();
    }

    // The parts of a call have the same rows.
    void begin_step() noexcept
    {
        step_ = state().next_region();
    }

    // The columns of the next slab; empty if the step has none, or if its rows have to be cut.
    plan::interval next_slab() const noexcept
    {
        std::uint64_t const begin = slabs_.empty() ? state().slab.begin : slabs_.back().part.region.column_end;
        if (begin == step_.column_end || state().row != 0)
            return {};
        std::uint64_t const end = slab_end(begin);
        return row_end(end - begin) == step_.row_end ? plan::interval{begin, end} : plan::interval{};
    }

    std::uint64_t slab_end(std::uint64_t const begin) const noexcept
    {
        return sizes_.slab_end(step_.rows(), {begin, step_.column_end}, state().grid.column_spacing);
    }

    std::uint64_t row_end(std::uint64_t const columns) const noexcept
    {
        return sizes_.row_end(columns, {step_.row_begin, step_.row_end}, state().grid.row_spacing);
    }

    void compute_slabs()
    {
        cells_before_ = state().cells_done();
        backend_.compute_parts(*this, run_.next_execution());
    }

    void save_if_due()
    {
        if (run_.is_save_due())
            run_.save();
    }

    void compute_next_part()
    {
        run_state & state = run_.state();
        if (state.row == 0)
        {
            state.slab.end = slab_end(state.slab.begin);
            state.begin_slab();
        }
        plan::interval const & slab = state.slab;
        plan::matrix_part part = outline();
        part.region = {step_.row_begin, row_end(slab.size()), slab.begin, slab.end};
        part.borders = {state.vertical_of(part.region), state.horizontal};

        auto const start = clock::now();
        statistics_.add(backend::compute_part(backend_, part, run_.next_execution()));
        sizes_.add(part.cells(), std::chrono::duration<double>(clock::now() - start).count());

        state.row = part.region.row_end;
        if (state.row == step_.row_end)
        {
            state.row = 0;
            state.slab.begin = state.slab.end;
        }
    }

    backend::backend_interface const & backend_;
    alignment::sequence_pair const & pair_;
    part_sizes sizes_;
    saved_computation run_;
    plan::matrix_region step_{}; // What is left of the step that is computed.
    plan::source_statistics statistics_{};
    std::deque<taken_slab> slabs_{}; // The slabs that the backend has taken.
    double cells_before_{};
    clock::time_point finished_at_{};
};

} // namespace

void check(alignment::sequence_pair const & pair, plan::comparison const & wanted, alignment::saved_run const & saved)
{
    packing::check_same_kind(pair.first, pair.second);
    if (wanted.ends.any())
        throw invalid_option{"The state of a run can be saved for alignments of whole sequences only; omit the free "
                             "ends, or compute the pair without saving."};
    // The comparison is false for NaN, too.
    if (!(saved.interval.count() >= 0))
        throw invalid_option{
            "The interval between two saves is a number of seconds, and not negative; choose another one."};
}

double part_seconds(std::chrono::duration<double> const interval) noexcept
{
    return std::clamp(interval.count() / parts_per_save, min_part_seconds, max_part_seconds);
}

std::optional<alignment::saved_run_result> compute_at_once(backend::backend_interface const & backend,
                                                           alignment::sequence_pair const & pair,
                                                           plan::comparison const & wanted,
                                                           run_options const & options,
                                                           plan::execution const & execution)
{
    alignment::saved_run const & saved = *options.saved;
    if (saved.interval.count() == 0 || pair.first.empty() || pair.second.empty())
        return std::nullopt;
    // The store locks the directory: no other process may use it meanwhile.
    run_store store{saved.directory};
    if (store.has_state() && !saved.restart)
        return std::nullopt;
    if (execution.on_progress)
        execution.on_progress({0, pair.cells()});
    backend::similar_pair similar{.pair = pair,
                                  .wanted = wanted,
                                  .limits{.max_share = options.max_share, .max_seconds = saved.interval.count()}};
    std::optional<alignment::result> found = backend::compare_if_similar(backend, similar, execution);
    if (!found)
        return std::nullopt;
    if (saved.restart)
        store.restart();
    return alignment::saved_run_result{.result = std::move(*found)};
}

alignment::saved_run_result compute(backend::backend_interface const & backend,
                                    alignment::sequence_pair const & pair,
                                    plan::comparison const & wanted,
                                    run_options const & options,
                                    plan::execution const & execution)
{
    // Without letters, there is nothing to save; but the directory may have the state of another run.
    if (pair.first.empty() || pair.second.empty())
    {
        run_store store{options.saved->directory};
        if (options.saved->restart)
            store.restart();
        else if (store.has_state())
            store.load(identify(pair, wanted), execution.memory_limit);
        return {.result = std::move(backend::compare(backend, {&pair, 1}, wanted, execution).front())};
    }
    // The progress of an attempt that is given up has been reported, and must not be taken back.
    runtime::watched_execution watched{execution, pair.cells()};
    if (std::optional<alignment::saved_run_result> found =
            compute_at_once(backend, pair, wanted, options, watched.get()))
        return std::move(*found);
    return part_computation{backend, pair, wanted, options, watched.get()}.run();
}

alignment::saved_run_result compare(alignment::sequence_pair const & pair,
                                    plan::comparison const & wanted,
                                    alignment::saved_run const & saved,
                                    plan::execution const & execution)
{
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
        return ranks->compare_saved(pair, wanted, saved, backend::without_ranks(execution));
    check(pair, wanted, saved);
    alignment::saved_run_result found =
        compute(dispatch::find_backend(execution), pair, wanted, {.saved = saved}, execution);
    plan::drop_if_of_no_interest(pair, found.result, wanted.metric);
    runtime::task_control{execution, pair.cells()}.report_done();
    return found;
}

} // namespace seqan3_gpulcs::resume

namespace seqan3_gpulcs::alignment
{

void remove_saved_run(std::filesystem::path const & directory)
{
    std::error_code ignored{};
    if (std::filesystem::is_directory(directory, ignored))
        resume::run_store{directory}.remove();
}

} // namespace seqan3_gpulcs::alignment
