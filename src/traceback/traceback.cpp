// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/traceback.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <thread>
#include <vector>

#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/traceback/path_predictor.hpp"
#include "src/traceback/path_steps.hpp"
#include "src/traceback/tile_columns.hpp"
#include "src/traceback/tile_prefetcher.hpp"
#include "src/traceback/tile_walk.hpp"

namespace seqan3_gpulcs::traceback
{

namespace
{

using words_t = std::vector<std::uint64_t>;
using clock = std::chrono::steady_clock;

// Memory that a pass fills before anybody reads it: setting it to zero would take time, all at once.
class uninitialised_words
{
public:
    uninitialised_words() = default;

    // What was in it may be lost.
    void resize(std::uint64_t const size)
    {
        if (size <= size_)
            return;
        // There is no memory for both.
        words_.reset();
        words_ = std::make_unique_for_overwrite<std::uint64_t[]>(size);
        size_ = size;
    }

    std::uint64_t * data() const noexcept
    {
        return words_.get();
    }

    // The index-th of parts of equal size.
    std::span<std::uint64_t const> part(std::uint64_t const index, std::uint64_t const part_size) const noexcept
    {
        return {words_.get() + index * part_size, part_size};
    }

private:
    std::uint64_t size_{};
    std::unique_ptr<std::uint64_t[]> words_{};
};

// The checkpoints that a pass over a part of the matrix keeps.
class kept_grid
{
public:
    // For a part. Memory that is new to the process costs as much as computing into it, so it is kept.
    void begin(plan::checkpoint_grid const & grid, cpu::matrix_region const & part)
    {
        grid_ = grid;
        row_words_ = part.row_words();
        column_words_ = part.column_words();
        columns_.resize((part.columns() - 1) / grid.column_spacing * row_words_);
        rows_.resize((part.rows() - 1) / grid.row_spacing * column_words_);
    }

    cpu::kept_increments target() const noexcept
    {
        return {grid_, columns_.data(), rows_.data()};
    }

    plan::checkpoint_grid const & grid() const noexcept
    {
        return grid_;
    }

    std::span<std::uint64_t const> column(std::uint64_t const index) const noexcept
    {
        return columns_.part(index, row_words_);
    }

    std::span<std::uint64_t const> row(std::uint64_t const index) const noexcept
    {
        return rows_.part(index, column_words_);
    }

private:
    plan::checkpoint_grid grid_{};
    std::uint64_t row_words_{};
    std::uint64_t column_words_{};
    uninitialised_words columns_{};
    uninitialised_words rows_{};
};

// Those of the whole matrix.
class kept_checkpoints : public checkpoint_source
{
public:
    explicit kept_checkpoints(kept_grid const & kept) noexcept : kept_{kept}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return kept_.grid();
    }

    void copy(kept_part const & column, kept_part const & row) override
    {
        if (!column.words.empty())
            copy_words(kept_.column(column.index), column);
        if (!row.words.empty())
            copy_words(kept_.row(row.index), row);
    }

private:
    static void copy_words(std::span<std::uint64_t const> const from, kept_part const & part)
    {
        std::ranges::copy(from.subspan(part.begin / 64, part.words.size()), part.words.begin());
    }

    kept_grid const & kept_;
};

} // namespace

// A tile of the outermost grid, and what the pass over it has kept: checkpoints of the next level, or all columns.
struct computed_tile
{
    cpu::matrix_region part{};
    words_t left{};
    words_t top{};
    kept_grid kept{};
    tile_columns columns{};
};

namespace
{

class subsequence_traceback
{
public:
    subsequence_traceback(lcs::sequence_pair const & pair,
                          plan::subsequence_plan const & plan,
                          runtime::task_control & control,
                          checkpoint_source * const checkpoints) :
        pair_{pair},
        codes_{pair.first, pair.second},
        plan_{plan},
        control_{control},
        checkpoints_{checkpoints},
        row_{pair.first.size()},
        column_{pair.second.size()},
        path_{row_ + column_},
        kept_(plan.levels.size())
    {}

    lcs::result run()
    {
        auto const start = clock::now();
        forward_end_ = start;

        if (row_ != 0 && column_ != 0)
            solve_whole();
        lcs::run const rest =
            row_ != 0 ? lcs::run{lcs::operation::first_only, row_} : lcs::run{lcs::operation::second_only, column_};
        path_.make_runs(result_, rest, plan_.threads, control_);

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
    struct finish_at_end
    {
        tile_prefetcher & ahead;

        ~finish_at_end()
        {
            ahead.finish();
        }
    };

    void solve_whole()
    {
        if (checkpoints_)
            return solve_outer_grid(0, *checkpoints_);

        cpu::matrix_region const whole{0, row_, 0, column_};
        words_t left(whole.row_words(), ~std::uint64_t{0});
        words_t top(whole.column_words(), 0);
        if (keeps_all_columns(0, whole))
        {
            compute_columns(own_.columns, whole, left, top);
            control_.add_cells(pair_.cells());
            forward_end_ = clock::now();
            return walk_columns(whole, own_.columns);
        }

        kept_[0].begin(plan_.levels[0], whole);
        pass(0, whole, left, top, kept_[0].target(), plan_.threads);
        left = words_t{};
        top = words_t{};
        kept_checkpoints checkpoints{kept_[0]};
        solve_outer_grid(1, checkpoints);
    }

    /* Takes the path from (row_, column_) up to row_begin or left to column_begin.
     * left and top are the increments of that border; the path starts at the lower right corner of the part.
     */
    void solve(std::size_t const level,
               std::uint64_t const row_begin,
               std::uint64_t const column_begin,
               std::span<std::uint64_t const> const left,
               std::span<std::uint64_t const> const top)
    {
        cpu::matrix_region const part{row_begin, row_, column_begin, column_};
        if (!keeps_all_columns(level, part))
        {
            kept_[level].begin(plan_.levels[level], part);
            pass(level, part, left, top, kept_[level].target(), part_threads());
            return walk_grid(level, part, left, top, kept_[level]);
        }

        compute_columns(own_.columns, part, left, top);
        walk_columns(part, own_.columns);
    }

    // The threads for one part: all of them, if they do not work on different ones.
    unsigned part_threads() const noexcept
    {
        return plan_.prefetched_tiles != 0 ? 1 : plan_.threads;
    }

    bool keeps_all_columns(std::size_t const level, cpu::matrix_region const & part) const noexcept
    {
        return level == plan_.levels.size() || plan_.is_tile(part.rows(), part.columns());
    }

    void pass(std::size_t const level,
              cpu::matrix_region const & part,
              std::span<std::uint64_t const> const left,
              std::span<std::uint64_t const> const top,
              cpu::kept_increments const & kept,
              unsigned const threads)
    {
        words_t vertical(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(part.row_words()));
        words_t horizontal(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(part.column_words()));
        // A part may end anywhere; columns behind its end must have no increments.
        if (part.columns() % 64 != 0)
            horizontal.back() &= ~(~std::uint64_t{0} >> part.columns() % 64);

        bool const is_whole_matrix = level == 0 && !checkpoints_;
        cpu::forward_pass(pair_.first,
                          pair_.second,
                          part,
                          {vertical, horizontal},
                          kept,
                          plan::useful_threads(part.rows(), part.columns(), threads),
                          control_,
                          is_whole_matrix);

        if (is_whole_matrix)
            forward_end_ = clock::now();
    }

    // The tiles of the outermost grid; those that come next are computed by other threads meanwhile.
    void solve_outer_grid(std::size_t const level, checkpoint_source & checkpoints)
    {
        plan::checkpoint_grid const grid = checkpoints.grid();
        std::mutex copying{};
        auto const compute = [&](computed_tile & tile, tile_place const & place, cpu::matrix_cell const & end)
        {
            tile.part = {place.row * grid.row_spacing, end.row, place.column * grid.column_spacing, end.column};
            tile.left.assign(tile.part.row_words(), ~std::uint64_t{0});
            tile.top.assign(tile.part.column_words(), 0);
            kept_part column{};
            kept_part row{};
            if (place.column != 0)
                column = {place.column - 1, tile.part.row_begin, tile.left};
            if (place.row != 0)
                row = {place.row - 1, tile.part.column_begin, tile.top};
            {
                std::scoped_lock const lock{copying};
                checkpoints.copy(column, row);
            }
            pass_tile(level, tile);
        };
        auto const compute_ahead = [&](expected_tile const & expected, std::shared_ptr<computed_tile> tile)
        {
            if (!tile)
                tile = std::make_shared<computed_tile>();
            compute(*tile, expected.place, expected.end);
            return tile;
        };

        path_predictor forecast{grid, {pair_.first.size(), pair_.second.size()}};
        tile_prefetcher ahead{compute_ahead, plan_.prefetched_tiles};
        auto const walk = [&]()
        {
            std::shared_ptr<computed_tile> tile{};
            while (row_ > 0 && column_ > 0)
            {
                cpu::matrix_cell const entry{row_, column_};
                tile_place const place = forecast.place_of(entry);
                if (plan_.prefetched_tiles != 0)
                {
                    make_room_for_runs(ahead);
                    tile = ahead.take(place,
                                      entry,
                                      forecast.next(entry, plan_.prefetched_tiles),
                                      std::move(tile),
                                      control_);
                }
                if (!tile)
                    compute(own_, place, entry);
                walk_tile(level, tile ? *tile : own_);
            }
        };

        if (plan_.prefetched_tiles == 0)
            return walk();

        auto const walker = std::this_thread::get_id();
        control_.run_team(plan_.threads,
                          [&]()
                          {
                              if (std::this_thread::get_id() != walker)
                                  return ahead.help(control_);
                              finish_at_end const end{ahead};
                              walk();
                          });
    }

    // Once, when there is half of the path: then it is no more than twice of what its runs take. The pages of this memory are
    // new to the process, and getting them takes longer than walking.
    void make_room_for_runs(tile_prefetcher & ahead)
    {
        double const letters = static_cast<double>(pair_.first.size()) + static_cast<double>(pair_.second.size());
        double const walked = 1 - (static_cast<double>(row_) + static_cast<double>(column_)) / letters;
        if (has_room_for_runs_ || walked < 1.0 / 2)
            return;

        has_room_for_runs_ = true;
        ahead.do_aside(
            [this, runs = path_.expected_runs(walked)]()
            {
                try
                {
                    touch_runs(result_.runs, runs, control_);
                }
                catch (std::bad_alloc const &)
                {
                    // Fewer may do.
                    result_.runs = std::vector<lcs::run>{};
                }
            });
    }

    void pass_tile(std::size_t const level, computed_tile & tile)
    {
        cpu::matrix_region const & part = tile.part;
        if (keeps_all_columns(level, part))
            return compute_columns(tile.columns, part, tile.left, tile.top);

        tile.kept.begin(plan_.levels[level], part);
        pass(level, part, tile.left, tile.top, tile.kept.target(), part_threads());
    }

    void walk_tile(std::size_t const level, computed_tile const & tile)
    {
        if (keeps_all_columns(level, tile.part))
            walk_columns(tile.part, tile.columns);
        else
            walk_grid(level, tile.part, tile.left, tile.top, tile.kept);
    }

    void walk_grid(std::size_t const level,
                   cpu::matrix_region const & part,
                   std::span<std::uint64_t const> const left,
                   std::span<std::uint64_t const> const top,
                   kept_grid const & kept)
    {
        auto const [row_spacing, column_spacing] = kept.grid();
        while (row_ > part.row_begin && column_ > part.column_begin)
        {
            std::uint64_t const tile_row = (row_ - 1 - part.row_begin) / row_spacing;
            std::uint64_t const tile_column = (column_ - 1 - part.column_begin) / column_spacing;

            auto const tile_left = tile_column == 0 ? left : kept.column(tile_column - 1);
            auto const tile_top = tile_row == 0 ? top : kept.row(tile_row - 1);

            solve(level + 1,
                  part.row_begin + tile_row * row_spacing,
                  part.column_begin + tile_column * column_spacing,
                  tile_left.subspan(tile_row * row_spacing / 64),
                  tile_top.subspan(tile_column * column_spacing / 64));
        }
    }

    void compute_columns(tile_columns & columns,
                         cpu::matrix_region const & part,
                         std::span<std::uint64_t const> const left,
                         std::span<std::uint64_t const> const top)
    {
        if (!columns)
            columns = tile_columns{plan_.tile_bytes};
        columns.compute(pair_, codes_, part, left, top, control_);
    }

    void walk_columns(cpu::matrix_region const & part, tile_columns const & columns)
    {
        cpu::matrix_cell const left =
            traceback::walk_columns(columns, {row_ - part.row_begin, column_ - part.column_begin}, path_);
        row_ = part.row_begin + left.row;
        column_ = part.column_begin + left.column;
    }

    lcs::sequence_pair pair_;
    packing::pair_codes codes_;
    plan::subsequence_plan const & plan_;
    runtime::task_control & control_;
    checkpoint_source * checkpoints_;
    std::uint64_t row_;
    std::uint64_t column_;
    lcs::result result_{};
    bool has_room_for_runs_{};
    path_steps path_;
    std::vector<kept_grid> kept_; // For each level, used again and again.
    clock::time_point forward_end_{};
    computed_tile own_{}; // The walker's. Its columns are those of inner tiles, too: a tile that keeps them has none.
};

} // namespace

lcs::result find_subsequence(lcs::sequence_pair const & pair,
                             plan::subsequence_plan const & plan,
                             runtime::task_control & control,
                             checkpoint_source * const checkpoints)
{
    return subsequence_traceback{pair, plan, control, checkpoints}.run();
}

} // namespace seqan3_gpulcs::traceback
