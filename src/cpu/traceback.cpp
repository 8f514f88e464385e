// SPDX-License-Identifier: BSD-3-Clause

#include "traceback.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "forward_pass.hpp"
#include "tile_columns.hpp"
#include "tiles_ahead.hpp"

namespace seqan3_gpulcs::cpu
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

    explicit uninitialised_words(std::uint64_t const size) :
        words_{std::make_unique_for_overwrite<std::uint64_t[]>(size)}
    {}

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
    std::unique_ptr<std::uint64_t[]> words_{};
};

// The checkpoints that a pass over a part of the matrix keeps.
class kept_grid
{
public:
    kept_grid(plan::checkpoint_grid const & grid, matrix_part const & part) :
        grid_{grid},
        row_words_{part.row_words()},
        column_words_{part.column_words()},
        columns_{(part.columns() - 1) / grid.column_spacing * row_words_},
        rows_{(part.rows() - 1) / grid.row_spacing * column_words_}
    {}

    kept_increments target() const noexcept
    {
        return {grid_, columns_.data(), rows_.data(), nullptr};
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
    plan::checkpoint_grid grid_;
    std::uint64_t row_words_;
    std::uint64_t column_words_;
    uninitialised_words columns_;
    uninitialised_words rows_;
};

// Those of the whole matrix.
class kept_checkpoints : public lcs::checkpoints
{
public:
    explicit kept_checkpoints(kept_grid const & kept) noexcept : kept_{kept}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return kept_.grid();
    }

    void
    copy_column(std::uint64_t const index, std::uint64_t const row_begin, std::span<std::uint64_t> const to) override
    {
        std::ranges::copy(kept_.column(index).subspan(row_begin / 64, to.size()), to.begin());
    }

    void
    copy_row(std::uint64_t const index, std::uint64_t const column_begin, std::span<std::uint64_t> const to) override
    {
        std::ranges::copy(kept_.row(index).subspan(column_begin / 64, to.size()), to.begin());
    }

private:
    kept_grid const & kept_;
};

} // namespace

// A tile of the outermost grid, and what the pass over it has kept: checkpoints of the next level, or all columns.
struct computed_tile
{
    matrix_part part{};
    words_t left{};
    words_t top{};
    std::optional<kept_grid> grid{};
    tile_columns columns{};
};

namespace
{

class traceback
{
public:
    traceback(lcs::sequence_pair const & pair,
              plan::subsequence_plan const & plan,
              run_control & control,
              lcs::checkpoints * const checkpoints) :
        pair_{pair},
        plan_{plan},
        control_{control},
        checkpoints_{checkpoints},
        row_{pair.first.size()},
        column_{pair.second.size()}
    {}

    lcs::result run()
    {
        auto const start = clock::now();
        forward_end_ = start;

        if (row_ != 0 && column_ != 0)
            solve_whole();
        add(lcs::operation::first_only, row_);
        add(lcs::operation::second_only, column_);
        std::ranges::reverse(result_.runs);

        result_.backend = plan::backend::cpu;
        result_.memory_bytes = plan_.bytes;
        result_.forward_seconds = std::chrono::duration<double>(forward_end_ - start).count();
        result_.traceback_seconds = std::chrono::duration<double>(clock::now() - forward_end_).count();
        return std::move(result_);
    }

private:
    // A cell of the matrix.
    struct position
    {
        std::uint64_t row{};
        std::uint64_t column{};
    };

    struct finish_at_end
    {
        tiles_ahead & ahead;

        ~finish_at_end()
        {
            ahead.finish();
        }
    };

    void add(lcs::operation const operation, std::uint64_t const count)
    {
        if (count == 0)
            return;

        if (operation == lcs::operation::match)
            result_.length += count;

        if (!result_.runs.empty() && result_.runs.back().operation == operation)
            result_.runs.back().count += count;
        else
        {
            if (result_.runs.size() == result_.runs.capacity())
                reserve_runs();
            result_.runs.push_back({operation, count});
        }
    }

    // Makes room for as many runs as there will be if the rest of the way is like what is behind it. Doubling the room
    // again and again would touch twice the memory, and the system takes longer to give it than the walk to fill it.
    void reserve_runs()
    {
        double const letters = static_cast<double>(pair_.first.size()) + static_cast<double>(pair_.second.size());
        double const left = static_cast<double>(row_) + static_cast<double>(column_);
        double const growth = std::clamp(1.05 * letters / std::max(letters - left, 1.0), 1.25, 16.0);
        result_.runs.reserve(64 + static_cast<std::size_t>(growth * static_cast<double>(result_.runs.size())));
    }

    void solve_whole()
    {
        if (checkpoints_)
            return solve_outer_grid(0, *checkpoints_);

        matrix_part const whole{0, row_, 0, column_};
        words_t left(whole.row_words(), ~std::uint64_t{0});
        words_t top(whole.column_words(), 0);
        if (keeps_all_columns(0, whole))
        {
            compute_tile(whole, left, top);
            control_.add_cells(pair_.cells());
            forward_end_ = clock::now();
            return walk_columns(whole, tile_columns_);
        }

        kept_grid const kept{plan_.levels[0], whole};
        pass(0, whole, left, top, kept.target(), plan_.threads);
        left = {};
        top = {};
        kept_checkpoints checkpoints{kept};
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
        matrix_part const part{row_begin, row_, column_begin, column_};
        if (!keeps_all_columns(level, part))
            return solve_grid(level, part, left, top);

        compute_tile(part, left, top);
        walk_columns(part, tile_columns_);
    }

    // The threads for one part: all of them, if they do not work on different ones.
    unsigned part_threads() const noexcept
    {
        return plan_.tiles_ahead != 0 ? 1 : plan_.threads;
    }

    bool keeps_all_columns(std::size_t const level, matrix_part const & part) const noexcept
    {
        return level == plan_.levels.size() || plan_.is_tile(part.rows(), part.columns());
    }

    void pass(std::size_t const level,
              matrix_part const & part,
              std::span<std::uint64_t const> const left,
              std::span<std::uint64_t const> const top,
              kept_increments const & kept,
              unsigned const threads)
    {
        words_t vertical(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(part.row_words()));
        words_t horizontal(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(part.column_words()));
        // A part may end anywhere; columns behind its end must have no increments.
        if (part.columns() % 64 != 0)
            horizontal.back() &= ~(~std::uint64_t{0} >> part.columns() % 64);

        bool const is_whole_matrix = level == 0 && !checkpoints_;
        forward_pass(pair_.first,
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
    void solve_outer_grid(std::size_t const level, lcs::checkpoints & checkpoints)
    {
        std::uint64_t const row_spacing = checkpoints.grid().row_spacing;
        std::uint64_t const column_spacing = checkpoints.grid().column_spacing;
        std::uint64_t const rows = pair_.first.size();
        std::uint64_t const columns = pair_.second.size();
        std::mutex copying{};

        auto const begin_tile =
            [&](tile_place const & place, std::uint64_t const row_end, std::uint64_t const column_end)
        {
            auto tile = std::make_shared<computed_tile>();
            tile->part = {place.row * row_spacing, row_end, place.column * column_spacing, column_end};
            tile->left.assign(tile->part.row_words(), ~std::uint64_t{0});
            tile->top.assign(tile->part.column_words(), 0);
            {
                std::scoped_lock const lock{copying};
                if (place.column != 0)
                    checkpoints.copy_column(place.column - 1, tile->part.row_begin, tile->left);
                if (place.row != 0)
                    checkpoints.copy_row(place.row - 1, tile->part.column_begin, tile->top);
            }
            return tile;
        };
        auto const compute_ahead = [&](tile_place const & place) -> std::shared_ptr<computed_tile const>
        {
            auto tile = begin_tile(place,
                                   std::min((place.row + 1) * row_spacing, rows),
                                   std::min((place.column + 1) * column_spacing, columns));
            pass_tile(level, *tile);
            return tile;
        };

        tiles_ahead ahead{compute_ahead, plan_.tiles_ahead};
        auto const walk = [&]()
        {
            while (row_ > 0 && column_ > 0)
            {
                tile_place const place{(row_ - 1) / row_spacing, (column_ - 1) / column_spacing};
                if (plan_.tiles_ahead != 0)
                {
                    if (auto const tile = ahead.take(place, next_places(row_spacing, column_spacing), control_))
                    {
                        walk_tile(level, *tile);
                        continue;
                    }
                }
                auto const tile = begin_tile(place, row_, column_);
                solve(level, tile->part.row_begin, tile->part.column_begin, tile->left, tile->top);
            }
        };

        if (plan_.tiles_ahead == 0)
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

    // The places on the line on which the path has come, and those beside it.
    std::vector<tile_place> next_places(std::uint64_t const row_spacing, std::uint64_t const column_spacing)
    {
        // Some tiles ago.
        came_from_.push_back({row_, column_});
        if (came_from_.size() > 8)
            came_from_.erase(came_from_.begin());
        double const up = static_cast<double>(came_from_.front().row - row_) + 1;
        double const to_left = static_cast<double>(came_from_.front().column - column_) + 1;

        std::vector<tile_place> places{};
        auto const add_place = [&](tile_place const & place)
        {
            if (std::ranges::find(places, place) == places.end())
                places.push_back(place);
        };

        double row = static_cast<double>(row_ - 1) / static_cast<double>(row_spacing);
        double column = static_cast<double>(column_ - 1) / static_cast<double>(column_spacing);
        double const row_step = up / static_cast<double>(row_spacing);
        double const column_step = to_left / static_cast<double>(column_spacing);
        tile_place place{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)};
        while (places.size() < plan_.tiles_ahead)
        {
            // To the border that the line meets first; the tile behind the other one is the next best guess.
            double const to_top = (row - static_cast<double>(place.row)) / row_step;
            double const to_side = (column - static_cast<double>(place.column)) / column_step;
            bool const goes_up = to_top <= to_side;
            if ((goes_up ? place.row : place.column) == 0)
                break;
            double const way = goes_up ? to_top : to_side;
            row -= way * row_step;
            column -= way * column_step;
            tile_place beside{place};
            std::uint64_t & other = goes_up ? beside.column : beside.row;
            bool const has_other = other != 0;
            other -= has_other;
            goes_up ? --place.row : --place.column;
            add_place(place);
            if (has_other)
                add_place(beside);
        }
        return places;
    }

    void pass_tile(std::size_t const level, computed_tile & tile)
    {
        matrix_part const & part = tile.part;
        if (keeps_all_columns(level, part))
        {
            tile.columns = tile_columns{plan_.tile_bytes};
            tile.columns.compute(pair_, part, tile.left, tile.top, control_);
            return;
        }

        tile.grid.emplace(plan_.levels[level], part);
        pass(level, part, tile.left, tile.top, tile.grid->target(), 1);
    }

    void walk_tile(std::size_t const level, computed_tile const & tile)
    {
        if (tile.grid)
            walk_grid(level, tile.part, tile.left, tile.top, *tile.grid);
        else
            walk_columns(tile.part, tile.columns);
    }

    void solve_grid(std::size_t const level,
                    matrix_part const & part,
                    std::span<std::uint64_t const> const left,
                    std::span<std::uint64_t const> const top)
    {
        kept_grid const kept{plan_.levels[level], part};
        pass(level, part, left, top, kept.target(), part_threads());
        walk_grid(level, part, left, top, kept);
    }

    void walk_grid(std::size_t const level,
                   matrix_part const & part,
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

    void compute_tile(matrix_part const & part,
                      std::span<std::uint64_t const> const left,
                      std::span<std::uint64_t const> const top)
    {
        if (!tile_columns_)
            tile_columns_ = tile_columns{plan_.tile_bytes};
        tile_columns_.compute(pair_, part, left, top, control_);
    }

    void walk_columns(matrix_part const & part, tile_columns const & columns)
    {
        // Of the tile.
        std::uint64_t row = row_ - part.row_begin;
        std::uint64_t column = column_ - part.column_begin;
        while (row > 0 && column > 0)
        {
            // Up as long as the matrix does not shrink: to the last increment of the column.
            std::uint64_t const up = count_last_ones(columns, column, row);
            add(lcs::operation::first_only, up);
            row -= up;

            // Left as long as the column before has this increment, too: then the cell before is as large.
            std::uint64_t const begin = column;
            while (row > 0 && column > 0 && !columns.bit(column - 1, row - 1))
                --column;
            add(lcs::operation::second_only, begin - column);

            // Neither the cell above nor the one before is as large: the letters match.
            std::uint64_t matches = 0;
            while (row > matches && column > matches && !columns.bit(column - matches, row - matches - 1)
                   && columns.bit(column - matches - 1, row - matches - 1))
                ++matches;
            add(lcs::operation::match, matches);
            row -= matches;
            column -= matches;

            row_ = part.row_begin + row;
            column_ = part.column_begin + column;
        }
    }

    // The number of ones at the end of the first `size` bits of V behind so many columns.
    static std::uint64_t
    count_last_ones(tile_columns const & columns, std::uint64_t const column, std::uint64_t const size) noexcept
    {
        std::uint64_t count = 0;
        while (count < size)
        {
            std::uint64_t const last = size - count - 1;
            auto const in_word = static_cast<unsigned>(last % 64 + 1);
            std::uint64_t const word = columns.left_word(last / 64)[column * columns.distance()];
            auto const ones = static_cast<unsigned>(std::countl_zero(~(word << (64 - in_word))));
            if (ones < in_word)
                return count + ones;
            count += in_word;
        }
        return count;
    }

    lcs::sequence_pair pair_;
    plan::subsequence_plan const & plan_;
    run_control & control_;
    lcs::checkpoints * checkpoints_;
    std::uint64_t row_;
    std::uint64_t column_;
    lcs::result result_{};
    clock::time_point forward_end_{};
    std::vector<position> came_from_{}; // The last rows and columns at which the path came to a tile.
    tile_columns tile_columns_{};       // Of one tile after the other; large enough for all.
};

} // namespace

lcs::result find_subsequence(lcs::sequence_pair const & pair,
                             plan::subsequence_plan const & plan,
                             run_control & control,
                             lcs::checkpoints * const checkpoints)
{
    return traceback{pair, plan, control, checkpoints}.run();
}

} // namespace seqan3_gpulcs::cpu
