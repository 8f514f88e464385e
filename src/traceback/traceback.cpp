// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/traceback.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/path_end.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/traceback/checkpoint_store.hpp"
#include "src/traceback/path_predictor.hpp"
#include "src/traceback/path_steps.hpp"
#include "src/traceback/tile_columns.hpp"
#include "src/traceback/tile_prefetcher.hpp"
#include "src/traceback/tile_traceback.hpp"

namespace seqan3_gpulcs::traceback
{

namespace
{

using words_t = std::vector<std::uint64_t>;
using clock = std::chrono::steady_clock;

} // namespace

// A tile of the outermost grid, and what its forward pass kept: checkpoints of the next level, or all columns.
struct computed_tile
{
    plan::matrix_region part{};
    words_t left{};
    words_t top{};
    checkpoint_store store{};
    tile_columns columns{};

    tile_borders borders() const noexcept
    {
        return {left, top};
    }
};

namespace
{

template <cpu::recurrence recurrence_t>
class path_traceback
{
public:
    path_traceback(alignment::sequence_pair const & pair,
                   plan::comparison const & wanted,
                   plan::subsequence_plan const & plan,
                   runtime::task_control & control,
                   checkpoint_source * const checkpoints) :
        pair_{pair},
        wanted_{wanted},
        codes_{pair.first, pair.second},
        plan_{plan},
        control_{control},
        checkpoints_{checkpoints},
        row_{pair.first.size()},
        column_{pair.second.size()},
        path_{row_ + column_},
        stores_(plan.levels.size())
    {}

    alignment::result run()
    {
        auto const start = clock::now();
        forward_end_ = start;

        solve_whole();
        path_begin const begin{{row_, column_}, wanted_.ends};
        result_.path = path_.finish(begin.rest, control_);
        set_value(begin.cell);

        result_.backend = plan::backend::cpu;
        result_.memory_bytes = plan_.bytes;
        if (checkpoints_ || !plan_.levels.empty())
        {
            plan::checkpoint_grid const grid = checkpoints_ ? checkpoints_->grid() : plan_.levels.front();
            if (pair_.first.size() > grid.row_spacing)
                result_.checkpoint_rows = grid.row_spacing;
            if (pair_.second.size() > grid.column_spacing)
                result_.checkpoint_columns = grid.column_spacing;
        }
        result_.forward_seconds = std::chrono::duration<double>(forward_end_ - start).count();
        result_.traceback_seconds = std::chrono::duration<double>(clock::now() - forward_end_).count();
        return std::move(result_);
    }

private:
    // The outermost grid, and the threads that compute its tiles before the traceback reaches them.
    struct outer_grid
    {
        std::size_t level;
        checkpoint_source & checkpoints;
        path_predictor predictor;
        tile_prefetcher prefetcher;
        std::mutex copying{};
    };

    struct pass_resources
    {
        unsigned threads;
        bool is_progress;
    };

    struct finish_at_end
    {
        tile_prefetcher & prefetcher;

        ~finish_at_end()
        {
            prefetcher.finish();
        }
    };

    bool has_free_end() const noexcept
    {
        return wanted_.ends.first_trailing || wanted_.ends.second_trailing;
    }

    // The length or the distance, and the parts that are aligned.
    void set_value(plan::matrix_cell const & begin)
    {
        std::uint64_t const matches = result_.path.matches();
        std::uint64_t const value =
            plan::traits_of(wanted_.metric).is_maximum ? matches : result_.path.columns() - matches;
        plan::set_value(result_, wanted_.metric, {end_, value});
        if (!plan::traits_of(wanted_.metric).tells_parts)
            return;
        result_.first.begin = begin.row;
        result_.second.begin = begin.column;
    }

    void solve_whole()
    {
        if (checkpoints_)
        {
            begin_at(checkpoints_->end().value_or(end_));
            return solve_outer_grid(0, *checkpoints_);
        }

        plan::matrix_region const whole{0, row_, 0, column_};
        words_t left = plan::left_border(recurrence_t::metric, whole.rows(), wanted_.ends.first_leading);
        words_t top = plan::upper_border(recurrence_t::metric, whole.columns(), wanted_.ends.second_leading);
        if (keeps_all_columns(0, whole))
            return solve_tile(whole, left, top);

        stores_[0].begin(plan_.levels[0], whole, recurrence_t::metric);
        compute_part(whole, {left, top}, stores_[0].target(), {plan_.threads, true});
        forward_end_ = clock::now();
        begin_at_end({left, top});
        left = words_t{};
        top = words_t{};
        stored_checkpoints checkpoints{stores_[0]};
        solve_outer_grid(1, checkpoints);
    }

    // A whole matrix that is one tile.
    void solve_tile(plan::matrix_region const & whole, words_t & left, words_t & top)
    {
        bool const is_empty = row_ == 0 || column_ == 0;
        if (!is_empty)
            compute_columns(own_.columns, whole, {left, top});
        control_.add_cells(pair_.cells());
        forward_end_ = clock::now();

        if (!is_empty && !own_.columns.vertical().empty())
            begin_at_end({own_.columns.vertical(), own_.columns.horizontal()});
        else if (has_free_end())
        {
            compute_part(whole, {left, top}, {}, {plan_.threads, false});
            begin_at_end({left, top});
        }
        if (row_ != 0 && column_ != 0)
            trace_columns(whole, own_.columns);
    }

    void begin_at_end(plan::final_border_words const & borders) noexcept
    {
        if (has_free_end())
            begin_at(plan::find_path_end(wanted_, end_, borders).cell);
    }

    void begin_at(plan::matrix_cell const & cell) noexcept
    {
        end_ = cell;
        row_ = cell.row;
        column_ = cell.column;
    }

    // Follows the path from the lower right corner of a part to its upper or left border.
    void solve(std::size_t const level, plan::matrix_region const & part, tile_borders const & borders)
    {
        if (!keeps_all_columns(level, part))
        {
            stores_[level].begin(plan_.levels[level], part, recurrence_t::metric);
            pass(part, borders, stores_[level].target());
            return trace_grid(level, part, borders, stores_[level]);
        }

        compute_columns(own_.columns, part, borders);
        trace_columns(part, own_.columns);
    }

    // The threads for one part: all of them, unless they work on different parts.
    unsigned part_threads() const noexcept
    {
        return plan_.prefetched_tiles != 0 ? 1 : plan_.threads;
    }

    bool keeps_all_columns(std::size_t const level, plan::matrix_region const & part) const noexcept
    {
        return level == plan_.levels.size() || plan_.is_tile(part.rows(), part.columns());
    }

    void pass(plan::matrix_region const & part, tile_borders const & borders, plan::region_checkpoints const & kept)
    {
        auto const left = borders.left.first(part.row_words() * recurrence_t::state_words);
        auto const top = borders.top.first(part.column_words() * recurrence_t::carry_words);
        words_t vertical(left.begin(), left.end());
        words_t horizontal(top.begin(), top.end());
        // A part may end anywhere.
        plan::clear_after_last_column(horizontal, part.columns(), recurrence_t::carry_words);
        compute_part(part, {vertical, horizontal}, kept, {part_threads(), false});
    }

    void compute_part(plan::matrix_region const & part,
                      plan::matrix_borders const & borders,
                      plan::region_checkpoints const & kept,
                      pass_resources const & resources)
    {
        // Checkpoints do not depend on what is kept of columns.
        cpu::forward_pass({pair_.first, pair_.second, part, borders, kept, recurrence_t::metric},
                          plan::useful_threads(part.rows(), part.columns(), resources.threads),
                          control_,
                          resources.is_progress);
    }

    // Meanwhile, other threads compute the next tiles.
    void solve_outer_grid(std::size_t const level, checkpoint_source & checkpoints)
    {
        outer_grid grid{.level = level,
                        .checkpoints = checkpoints,
                        .predictor{checkpoints.grid(), end_},
                        .prefetcher{[&](expected_tile const & expected, std::shared_ptr<computed_tile> tile)
                                    {
                                        if (!tile)
                                            tile = std::make_shared<computed_tile>();
                                        compute_tile(grid, *tile, expected.place, expected.end);
                                        return tile;
                                    },
                                    plan_.prefetched_tiles}};
        if (plan_.prefetched_tiles == 0)
            return trace_outer_grid(grid);

        // The first thread follows the path, whichever it is.
        std::atomic<bool> is_traced{false};
        control_.run_team(plan_.threads,
                          [&]()
                          {
                              if (is_traced.exchange(true))
                                  return grid.prefetcher.help(control_);
                              finish_at_end const end{grid.prefetcher};
                              trace_outer_grid(grid);
                          });
    }

    void trace_outer_grid(outer_grid & grid)
    {
        std::shared_ptr<computed_tile> tile{};
        while (row_ > 0 && column_ > 0)
        {
            plan::matrix_cell const entry{row_, column_};
            tile_place const place = grid.predictor.place_of(entry);
            if (plan_.prefetched_tiles != 0)
            {
                tile = grid.prefetcher.take(place,
                                            entry,
                                            grid.predictor.next(entry, plan_.prefetched_tiles),
                                            std::move(tile),
                                            control_);
            }
            if (!tile)
                compute_tile(grid, own_, place, entry);
            trace_tile(grid.level, tile ? *tile : own_);
        }
    }

    // Any thread.
    void compute_tile(outer_grid & grid, computed_tile & tile, tile_place const & place, plan::matrix_cell const & end)
    {
        auto const [row_spacing, column_spacing] = grid.checkpoints.grid();
        plan::interval const computed = grid.checkpoints.columns_of(place.row * row_spacing);
        std::uint64_t const first_column = place.column * column_spacing;
        tile.part = {place.row * row_spacing, end.row, first_column, std::min(end.column, computed.end)};
        // A wrong guess of where the path will go.
        if (first_column < computed.begin || first_column >= computed.end)
            return;
        tile.left = plan::left_border(recurrence_t::metric, tile.part.rows(), wanted_.ends.first_leading);
        tile.top = plan::upper_border(recurrence_t::metric, tile.part.columns(), wanted_.ends.second_leading);
        kept_part column{};
        kept_part row{};
        if (first_column != computed.begin)
            column = {place.column - 1, tile.part.row_begin, tile.left};
        if (place.row != 0)
            row = {place.row - 1, tile.part.column_begin, tile.top};
        {
            std::scoped_lock const lock{grid.copying};
            grid.checkpoints.copy(column, row);
        }
        pass_tile(grid.level, tile);
    }

    void pass_tile(std::size_t const level, computed_tile & tile)
    {
        plan::matrix_region const & part = tile.part;
        if (keeps_all_columns(level, part))
            return compute_columns(tile.columns, part, tile.borders());

        tile.store.begin(plan_.levels[level], part, recurrence_t::metric);
        pass(part, tile.borders(), tile.store.target());
    }

    void trace_tile(std::size_t const level, computed_tile const & tile)
    {
        if (keeps_all_columns(level, tile.part))
            trace_columns(tile.part, tile.columns);
        else
            trace_grid(level, tile.part, tile.borders(), tile.store);
    }

    void trace_grid(std::size_t const level,
                    plan::matrix_region const & part,
                    tile_borders const & borders,
                    checkpoint_store const & store)
    {
        auto const [row_spacing, column_spacing] = store.grid();
        while (row_ > part.row_begin && column_ > part.column_begin)
        {
            std::uint64_t const tile_row = (row_ - 1 - part.row_begin) / row_spacing;
            std::uint64_t const tile_column = (column_ - 1 - part.column_begin) / column_spacing;

            auto const left = tile_column == 0 ? borders.left : store.column(tile_column - 1);
            auto const top = tile_row == 0 ? borders.top : store.row(tile_row - 1);

            plan::matrix_region const tile{part.row_begin + tile_row * row_spacing,
                                           row_,
                                           part.column_begin + tile_column * column_spacing,
                                           column_};
            solve(level + 1,
                  tile,
                  {left.subspan(tile_row * row_spacing / 64 * recurrence_t::state_words),
                   top.subspan(tile_column * column_spacing / 64 * recurrence_t::carry_words)});
        }
    }

    void compute_columns(tile_columns & columns, plan::matrix_region const & part, tile_borders const & borders)
    {
        if (!columns)
            columns = tile_columns{plan_.tile_bytes};
        columns.compute<recurrence_t>(pair_, codes_, part, borders, control_);
    }

    void trace_columns(plan::matrix_region const & part, tile_columns const & columns)
    {
        plan::matrix_cell const border_cell =
            traceback::trace_columns<recurrence_t>(columns.kept(),
                                                   {row_ - part.row_begin, column_ - part.column_begin},
                                                   path_);
        row_ = part.row_begin + border_cell.row;
        column_ = part.column_begin + border_cell.column;
    }

    alignment::sequence_pair pair_;
    plan::comparison wanted_;
    packing::pair_codes codes_;
    plan::subsequence_plan const & plan_;
    runtime::task_control & control_;
    checkpoint_source * checkpoints_;
    plan::matrix_cell end_{pair_.first.size(), pair_.second.size()};
    std::uint64_t row_;
    std::uint64_t column_;
    alignment::result result_{};
    path_steps path_;
    std::vector<checkpoint_store> stores_; // The stores of each level, reused for all its parts.
    clock::time_point forward_end_{};
    computed_tile own_{}; // The tile of this thread. Inner tiles use its columns, as a tile that keeps them has none.
};

} // namespace

alignment::result find_alignment(alignment::sequence_pair const & pair,
                                 plan::comparison const & wanted,
                                 plan::subsequence_plan const & plan,
                                 runtime::task_control & control,
                                 checkpoint_source * const checkpoints)
{
    auto const find = [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
    {
        return path_traceback<recurrence_t>{pair, wanted, plan, control, checkpoints}.run();
    };
    return cpu::with_recurrence(wanted, find);
}

} // namespace seqan3_gpulcs::traceback
