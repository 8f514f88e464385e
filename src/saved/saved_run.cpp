// SPDX-License-Identifier: BSD-3-Clause

#include "src/saved/saved_run.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/packing/letter_kinds.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/saved/run_store.hpp"
#include "src/saved/saved_computation.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::saved
{

namespace
{

// Limits of the time that a part should take.
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
    part_sizes(double const seconds, part_limits const & limits) noexcept : seconds_{seconds}, limits_{limits}
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

class part_computation
{
public:
    part_computation(backend::backend_interface const & backend,
                     lcs::sequence_pair const & pair,
                     lcs::output const wanted,
                     run_options const & options,
                     plan::execution const & execution) :
        backend_{backend},
        pair_{pair},
        sizes_{part_seconds(options.saved.interval), options.limits},
        run_{pair, wanted, options, execution}
    {}

    lcs::saved_run_result run()
    {
        while (!run_.state().is_complete())
        {
            compute_next_part();
            if (run_.is_save_due())
                run_.save();
        }
        return run_.finish(statistics_);
    }

private:
    void compute_next_part()
    {
        run_state & state = run_.state();
        auto const & [rows, columns, first, second, wanted] = state.identity;
        if (state.row == 0)
        {
            state.slab.end = sizes_.slab_end(rows, {state.slab.begin, columns}, state.grid.column_spacing);
            state.horizontal.assign(util::ceil_div(state.slab.size(), std::uint64_t{64}), 0);
        }
        plan::interval const & slab = state.slab;
        plan::matrix_region const region{state.row,
                                         sizes_.row_end(slab.size(), {state.row, rows}, state.grid.row_spacing),
                                         slab.begin,
                                         slab.end};
        plan::matrix_part part{.rows = pair_.first, .columns = pair_.second, .region = region, .kept = run_.kept()};
        part.borders = {std::span{state.vertical}.subspan(region.row_begin / 64, region.row_words()), state.horizontal};

        auto const start = std::chrono::steady_clock::now();
        statistics_.add(backend_.compute_part(part, run_.next_execution()));
        sizes_.add(part.cells(), std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());

        state.row = region.row_end;
        if (state.row == rows)
        {
            state.row = 0;
            state.slab.begin = state.slab.end;
        }
    }

    backend::backend_interface const & backend_;
    lcs::sequence_pair const & pair_;
    part_sizes sizes_;
    saved_computation run_;
    plan::source_statistics statistics_{};
};

} // namespace

void check(lcs::sequence_pair const & pair, lcs::saved_run const & saved)
{
    packing::check_same_kind(pair.first, pair.second);
    // NaN, too.
    if (!(saved.interval.count() >= 0))
        throw invalid_option{
            "The interval between two saves is a number of seconds, and not negative; choose another one."};
}

double part_seconds(std::chrono::duration<double> const interval) noexcept
{
    return std::clamp(interval.count() / parts_per_save, min_part_seconds, max_part_seconds);
}

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
    return part_computation{backend, pair, wanted, options, execution}.run();
}

} // namespace seqan3_gpulcs::saved
