// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/traceback_plan.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/plan/thread_plan.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::plan
{

namespace
{

using util::ceil_div;

// Below this size dividing a tile costs more than it saves.
constexpr checkpoint_grid finest_grid{256, 256};

// The finest grid for vectors. This number of row words can be divided among lanes in many ways.
constexpr checkpoint_grid finest_vector_grid{3072, 1024};

// The grid that needs the least memory.
constexpr checkpoint_grid min_grid{strip_rows, cpu_block_columns};

// A tile that keeps its columns should stay in a cache.
constexpr std::uint64_t max_tile_bytes{std::uint64_t{2} << 20};

// Fewer threads lose as much with wrong predictions as they gain with right ones.
constexpr unsigned min_prefetch_threads{4};

// If so many threads compute tiles in advance, the thread of the traceback is the bottleneck: its tiles should be small.
constexpr unsigned min_fine_tile_threads{8};

// The maximum number of the finest tiles, in one direction, into which a region is cut at once. With a level in between, the
// inner tiles would be larger or more work.
constexpr std::uint64_t max_parts{256};

// If the tiles of the traceback have fewer cells, it takes no longer than starting threads does.
constexpr double min_prefetch_cells{1ull << 31};

// A thread has more than one tile in advance, as the prediction of the path is not always right.
constexpr std::uint64_t prefetched_tiles_per_thread{2};

constexpr std::uint64_t bit_bytes(std::uint64_t const bits) noexcept
{
    return ceil_div<std::uint64_t>(bits, 64) * 8;
}

// The bytes of the left border and all columns of a tile.
std::uint64_t column_bytes(std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    return bit_bytes(rows) * (columns + 1);
}

// The bytes with vectors: their lanes are filled up, and each is a block of columns later than the one above it.
std::uint64_t vector_column_bytes(std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    constexpr std::uint64_t vector_rows{64 * max_lanes};
    std::uint64_t const blocks = ceil_div(columns, cpu_block_columns) + max_lanes - 1;
    return bit_bytes(ceil_div(rows, vector_rows) * vector_rows) * (blocks * cpu_block_columns + 1);
}

// Whether the columns of a tile fit without vectors.
bool columns_fit(std::uint64_t const rows, std::uint64_t const columns, std::uint64_t const bytes) noexcept
{
    return bit_bytes(rows) <= bytes / (columns + 1);
}

// The grid that cuts a matrix into about `parts` parts in both directions.
checkpoint_grid make_grid(std::uint64_t const rows,
                          std::uint64_t const columns,
                          std::uint64_t const parts,
                          checkpoint_grid const & finest)
{
    auto const spacing = [](std::uint64_t const wanted, std::uint64_t const granularity, std::uint64_t const rounding)
    {
        return (wanted + rounding) / granularity * granularity;
    };
    bool const has_vectors = finest == finest_vector_grid;
    std::uint64_t const row_granularity = has_vectors ? finest.row_spacing : strip_rows;
    // A large granularity rounds to the nearest multiple.
    std::uint64_t const row_rounding = has_vectors ? row_granularity / 2 : row_granularity - 1;
    return {
        spacing(std::max(ceil_div(rows, parts), finest.row_spacing), row_granularity, row_rounding),
        spacing(std::max(ceil_div(columns, parts), finest.column_spacing), cpu_block_columns, cpu_block_columns - 1)};
}

// The two borders that a level works on, and its checkpoints.
std::uint64_t level_bytes(std::uint64_t const rows, std::uint64_t const columns, checkpoint_grid const & grid) noexcept
{
    std::uint64_t const kept_columns = columns == 0 ? 0 : (columns - 1) / grid.column_spacing;
    std::uint64_t const kept_rows = rows == 0 ? 0 : (rows - 1) / grid.row_spacing;
    return (kept_columns + 1) * bit_bytes(rows) + (kept_rows + 1) * bit_bytes(columns);
}

// The borders of a tile.
std::uint64_t border_bytes(std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    return bit_bytes(rows) + bit_bytes(columns);
}

/* Divides a matrix level by level, until a tile fits. Fine tiles take less time of the thread that does the traceback, and
 * more of those that make checkpoints.
 */
class level_planner
{
public:
    level_planner(subsequence_plan & plan,
                  std::uint64_t const rows,
                  std::uint64_t const columns,
                  std::uint64_t const memory_limit,
                  bool const has_fine_tiles) :
        plan_{plan},
        rows_{rows},
        columns_{columns},
        memory_limit_{memory_limit},
        has_fine_tiles_{has_fine_tiles}
    {}

    // Fills the levels, the tile and the memory of the plan.
    void run()
    {
        if (rows_ == 0 || columns_ == 0)
            return;
        while (!add_tile())
            add_level();
    }

private:
    // Makes the rest a tile, if it is small enough.
    bool add_tile()
    {
        std::uint64_t const borders = border_bytes(rows_, columns_);
        std::uint64_t const tile = column_bytes(rows_, columns_);
        if (!columns_fit(rows_, columns_, max_tile_bytes) || borders + tile > remaining_bytes())
            return false;

        // Vectors where the memory suffices for them.
        std::uint64_t const with_vectors = std::max(tile, vector_column_bytes(rows_, columns_));
        plan_.tile_bytes = borders + with_vectors <= remaining_bytes() ? with_vectors : tile;
        plan_.bytes += borders + plan_.tile_bytes;
        return true;
    }

    void add_level()
    {
        checkpoint_grid const grid = next_level();
        plan_.levels.push_back(grid);
        plan_.bytes += level_bytes(rows_, columns_, grid);
        rows_ = std::min(rows_, grid.row_spacing);
        columns_ = std::min(columns_, grid.column_spacing);
    }

    // The finest grid that leaves enough memory for the levels below it.
    checkpoint_grid next_level() const
    {
        bool const has_vectors = !has_fine_tiles_
                              && vector_column_bytes(finest_vector_grid.row_spacing, finest_vector_grid.column_spacing)
                                     <= remaining_bytes() / 2;
        checkpoint_grid const & finest = has_vectors ? finest_vector_grid : finest_grid;
        if (has_fine_tiles_ && rows_ <= max_parts * finest.row_spacing && columns_ <= max_parts * finest.column_spacing)
            if (std::optional<checkpoint_grid> const grid = try_parts(max_parts, finest))
                return *grid;
        for (std::uint64_t const parts : std::array<std::uint64_t, 8>{64, 48, 32, 24, 16, 8, 4, 3})
            if (std::optional<checkpoint_grid> const grid = try_parts(parts, finest))
                return *grid;
        // The grid of min_memory() was checked to fit.
        return make_grid(rows_, columns_, 2, min_grid);
    }

    std::optional<checkpoint_grid> try_parts(std::uint64_t const parts, checkpoint_grid const & finest) const
    {
        checkpoint_grid const grid = make_grid(rows_, columns_, parts, finest);
        std::uint64_t const rows = std::min(rows_, grid.row_spacing);
        std::uint64_t const columns = std::min(columns_, grid.column_spacing);
        std::uint64_t const bytes = level_bytes(rows_, columns_, grid);

        bool const divides = rows < rows_ || columns < columns_;
        if (!divides || bytes > remaining_bytes() || min_memory(rows, columns) > remaining_bytes() - bytes)
            return std::nullopt;
        return grid;
    }

    std::uint64_t remaining_bytes() const noexcept
    {
        return memory_limit_ - plan_.bytes;
    }

    subsequence_plan & plan_;
    std::uint64_t rows_;
    std::uint64_t columns_;
    std::uint64_t memory_limit_;
    bool has_fine_tiles_;
};

// Decides how many tiles are computed before the traceback reaches them, as far as the memory suffices.
void plan_prefetched_tiles(subsequence_plan & plan,
                           checkpoint_grid const & grid,
                           std::span<checkpoint_grid const> const inner_levels,
                           matrix_cell const & size,
                           std::uint64_t const memory_limit) noexcept
{
    std::uint64_t const tile_rows = std::min(size.row, grid.row_spacing);
    std::uint64_t const tile_columns = std::min(size.column, grid.column_spacing);
    double const cells = static_cast<double>(tile_rows) * static_cast<double>(tile_columns);
    if (plan.threads < min_prefetch_threads || cells == 0)
        return;
    auto const tiles = static_cast<double>(std::max(size.row / tile_rows, size.column / tile_columns));
    if (tiles * cells < min_prefetch_cells)
        return;

    // Each tile that is computed, or waits to be used, takes the borders once more.
    std::uint64_t const borders = bit_bytes(tile_rows) + bit_bytes(tile_columns) + tile_columns / 2;
    std::uint64_t const bytes = inner_levels.empty() || plan.is_tile(tile_rows, tile_columns)
                                  ? border_bytes(tile_rows, tile_columns) + plan.tile_bytes
                                  : level_bytes(tile_rows, tile_columns, inner_levels.front()) + plan.tile_bytes;
    // One more than are prefetched: the one that the traceback is in.
    std::uint64_t const fitting = (memory_limit - std::min(memory_limit, plan.bytes)) / (bytes + borders);
    std::uint64_t const prefetched =
        std::min(fitting - std::min<std::uint64_t>(fitting, 1), prefetched_tiles_per_thread * plan.threads);
    if (prefetched < useful_threads(tile_rows, tile_columns, plan.threads))
        return;

    plan.prefetched_tiles = prefetched;
    plan.bytes += (prefetched + 1) * (bytes + borders);
}

/* Fine tiles, if there are enough threads and they do compute tiles in advance. Whatever is kept takes `words` times the memory
 * of a subsequence, or less.
 */
template <typename fill_plan_t>
subsequence_plan plan_with_threads(unsigned const threads, unsigned const words, fill_plan_t const & fill_plan)
{
    subsequence_plan plan{.threads = threads};
    if (threads >= min_fine_tile_threads)
        fill_plan(plan, true);
    if (plan.prefetched_tiles == 0)
    {
        plan = {.threads = threads};
        fill_plan(plan, false);
    }
    plan.words = words;
    plan.tile_bytes *= words;
    plan.bytes *= words;
    return plan;
}

} // namespace

std::uint64_t min_memory(std::uint64_t rows, std::uint64_t columns) noexcept
{
    std::uint64_t bytes = 0;
    // Halved down to the smallest tile there is, so that a longer sequence never needs less.
    while (rows > strip_rows || columns > cpu_block_columns)
    {
        checkpoint_grid const grid = make_grid(rows, columns, 2, min_grid);
        bytes += level_bytes(rows, columns, grid);
        rows = std::min(rows, grid.row_spacing);
        columns = std::min(columns, grid.column_spacing);
    }
    return bytes + border_bytes(rows, columns) + column_bytes(rows, columns);
}

std::uint64_t min_memory(comparison const & wanted, matrix_cell const & size) noexcept
{
    return min_memory(size.row, size.column) * kept_words(wanted);
}

void check_memory_limit(comparison const & wanted, matrix_cell const & size, std::uint64_t const memory_limit)
{
    if (std::uint64_t const needed = min_memory(wanted, size); needed > memory_limit)
        throw memory_limit_too_small{
            "A memory limit of " + std::to_string(memory_limit) + " bytes is too small for the "
            + traits_of(wanted.metric).path_name + " of sequences of " + std::to_string(size.row) + " and "
            + std::to_string(size.column) + " letters; set it to at least " + std::to_string(needed) + " bytes."};
}

void check_memory_limit(std::uint64_t const rows, std::uint64_t const columns, std::uint64_t const memory_limit)
{
    check_memory_limit(lcs_subsequence, {rows, columns}, memory_limit);
}

std::uint64_t min_edit_memory(std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    return min_memory(edit_alignment, {rows, columns});
}

void check_edit_memory_limit(std::uint64_t const rows, std::uint64_t const columns, std::uint64_t const memory_limit)
{
    check_memory_limit(edit_alignment, {rows, columns}, memory_limit);
}

bool subsequence_plan::is_tile(std::uint64_t const rows, std::uint64_t const columns) const noexcept
{
    return columns_fit(rows, columns, tile_bytes / words);
}

subsequence_plan plan_alignment(comparison const & wanted,
                                matrix_cell const & size,
                                std::uint64_t const memory_limit,
                                unsigned const threads)
{
    check_memory_limit(wanted, size, memory_limit);
    unsigned const words = kept_words(wanted);
    std::uint64_t const limit = memory_limit / words;
    auto const fill_plan = [&](subsequence_plan & plan, bool const has_fine_tiles)
    {
        level_planner{plan, size.row, size.column, limit, has_fine_tiles}.run();
        if (!plan.levels.empty())
            plan_prefetched_tiles(plan, plan.levels.front(), std::span{plan.levels}.subspan(1), size, limit);
    };
    return plan_with_threads(threads, words, fill_plan);
}

subsequence_plan plan_traceback(comparison const & wanted,
                                checkpoint_grid const & grid,
                                matrix_cell const & size,
                                std::uint64_t const memory_limit,
                                unsigned const threads)
{
    matrix_cell const tile{std::min(size.row, grid.row_spacing), std::min(size.column, grid.column_spacing)};
    check_memory_limit(wanted, tile, memory_limit);
    unsigned const words = kept_words(wanted);
    std::uint64_t const limit = memory_limit / words;
    auto const fill_plan = [&](subsequence_plan & plan, bool const has_fine_tiles)
    {
        level_planner{plan, tile.row, tile.column, limit, has_fine_tiles}.run();
        plan_prefetched_tiles(plan, grid, plan.levels, size, limit);
    };
    return plan_with_threads(threads, words, fill_plan);
}

} // namespace seqan3_gpulcs::plan
