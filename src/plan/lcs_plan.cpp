// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <string>
#include <thread>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

namespace seqan3_gpulcs::plan
{

namespace
{

// Below this size dividing a tile costs more than it saves.
constexpr checkpoint_grid finest_grid{256, 256};

// The same with vectors. So many words of rows can be shared out to lanes in many ways.
constexpr checkpoint_grid finest_lane_grid{3072, 1024};

// What the least memory takes.
constexpr checkpoint_grid smallest_grid{strip_rows, block_columns};

// A tile that keeps its columns should stay in a cache.
constexpr std::uint64_t largest_tile_bytes{std::uint64_t{2} << 20};

// The words of the widest vectors.
constexpr std::uint64_t most_lanes{8};

// Fewer threads lose as much with wrong guesses as they gain with right ones.
constexpr unsigned least_threads_ahead{4};

// Where so many threads compute tiles ahead, the one that walks has the most to do: it should not get large tiles.
constexpr unsigned threads_for_fine_tiles{8};

// Into so many of the finest tiles a part is cut at once; with a level in between, the inner ones would be larger or more work.
constexpr std::uint64_t most_parts{256};

// With fewer cells in the tiles on the way back, it takes no longer than starting threads does.
constexpr double least_cells_ahead{1ull << 31};

// So many tiles for each thread: the guess where the path will go is not always right.
constexpr std::uint64_t tiles_of_thread{2};

// Copies and the first launches, and starting the run-time.
constexpr double device_seconds{0.01};
constexpr double device_start_seconds{0.25};

// A thread that has less to do than this costs more than it brings.
constexpr double cells_worth_a_thread{1 << 26};

// What a pair takes besides its cells.
constexpr double cells_of_an_empty_pair{1 << 15};

constexpr std::uint64_t divide_up(std::uint64_t const dividend, std::uint64_t const divisor) noexcept
{
    return dividend / divisor + (dividend % divisor != 0);
}

constexpr std::uint64_t bytes_of_bits(std::uint64_t const bits) noexcept
{
    return divide_up(bits, 64) * 8;
}

// What a tile keeps of its left border and of all its columns.
std::uint64_t column_bytes(std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    return bytes_of_bits(rows) * (columns + 1);
}

// The same with vectors: their lanes are filled up, and each is a block behind the one above it.
std::uint64_t lane_column_bytes(std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    std::uint64_t const blocks = divide_up(columns, block_columns) + most_lanes - 1;
    return bytes_of_bits(divide_up(rows, 64 * most_lanes) * 64 * most_lanes) * (blocks * block_columns + 1);
}

// Whether what a tile keeps without vectors takes at most so many bytes.
bool fits_whole(std::uint64_t const rows, std::uint64_t const columns, std::uint64_t const bytes) noexcept
{
    return bytes_of_bits(rows) <= bytes / (columns + 1);
}

// The grid that cuts a matrix into about so many parts in both directions.
checkpoint_grid make_grid(std::uint64_t const rows,
                          std::uint64_t const columns,
                          std::uint64_t const parts,
                          checkpoint_grid const & finest)
{
    auto const spacing = [](std::uint64_t const wanted, std::uint64_t const granularity, std::uint64_t const rounding)
    {
        return (wanted + rounding) / granularity * granularity;
    };
    bool const has_lanes = finest == finest_lane_grid;
    std::uint64_t const row_granularity = has_lanes ? finest.row_spacing : strip_rows;
    // So large a multiple is the nearest one.
    std::uint64_t const row_rounding = has_lanes ? row_granularity / 2 : row_granularity - 1;
    return {spacing(std::max(divide_up(rows, parts), finest.row_spacing), row_granularity, row_rounding),
            spacing(std::max(divide_up(columns, parts), finest.column_spacing), block_columns, block_columns - 1)};
}

// The two borders that a level works on, and its checkpoints.
std::uint64_t level_bytes(std::uint64_t const rows, std::uint64_t const columns, checkpoint_grid const & grid) noexcept
{
    std::uint64_t const kept_columns = columns == 0 ? 0 : (columns - 1) / grid.column_spacing;
    std::uint64_t const kept_rows = rows == 0 ? 0 : (rows - 1) / grid.row_spacing;
    return (kept_columns + 1) * bytes_of_bits(rows) + (kept_rows + 1) * bytes_of_bits(columns);
}

// The borders of a tile.
std::uint64_t border_bytes(std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    return bytes_of_bits(rows) + bytes_of_bits(columns);
}

} // namespace

unsigned threads_at_hand(execution const & execution) noexcept
{
    // Asking the system takes as long as a small pair.
    static unsigned const cores = std::max(1u, std::thread::hardware_concurrency());
    return execution.threads != 0 ? execution.threads : cores;
}

unsigned useful_threads(std::uint64_t const rows, std::uint64_t const columns, unsigned const threads) noexcept
{
    double const by_work = 1 + static_cast<double>(rows) * static_cast<double>(columns) / cells_worth_a_thread;
    std::uint64_t const by_strips = divide_up(rows, strip_rows);
    return static_cast<unsigned>(
        std::clamp<double>(std::min(by_work, static_cast<double>(by_strips)), 1, std::max(threads, 1u)));
}

unsigned useful_threads_for_pairs(std::uint64_t const pairs, double const cells, unsigned const threads) noexcept
{
    double const work = cells + static_cast<double>(pairs) * cells_of_an_empty_pair;
    double const most = std::min(static_cast<double>(pairs), 1 + work / cells_worth_a_thread);
    return static_cast<unsigned>(std::clamp<double>(most, 1, std::max(threads, 1u)));
}

bool pays_on_device(double const cells, unsigned const threads, bool const has_started, bool const with_runs) noexcept
{
    return cells >= threads * (!has_started ? device_start_cells : with_runs ? device_subsequence_cells : device_cells);
}

bool seconds_pay_on_device(double const seconds, bool const has_started) noexcept
{
    return seconds >= (has_started ? device_seconds : device_start_seconds);
}

length_plan plan_length(std::uint64_t const rows, std::uint64_t const columns, unsigned const threads) noexcept
{
    unsigned const as_given = useful_threads(rows, columns, threads);
    unsigned const exchanged = useful_threads(columns, rows, threads);
    return exchanged > as_given ? length_plan{true, exchanged} : length_plan{false, as_given};
}

std::uint64_t least_memory(std::uint64_t rows, std::uint64_t columns) noexcept
{
    std::uint64_t bytes = 0;
    // Halved up to the smallest tile there is, so that a longer sequence never needs less.
    while (rows > strip_rows || columns > block_columns)
    {
        checkpoint_grid const grid = make_grid(rows, columns, 2, smallest_grid);
        bytes += level_bytes(rows, columns, grid);
        rows = std::min(rows, grid.row_spacing);
        columns = std::min(columns, grid.column_spacing);
    }
    return bytes + border_bytes(rows, columns) + column_bytes(rows, columns);
}

bool subsequence_plan::is_tile(std::uint64_t const rows, std::uint64_t const columns) const noexcept
{
    return fits_whole(rows, columns, tile_bytes);
}

namespace
{

// Which tiles threads compute before the way back is there, as far as the memory suffices.
void plan_tiles_ahead(subsequence_plan & plan,
                      checkpoint_grid const & grid,
                      std::size_t const level,
                      std::uint64_t const rows,
                      std::uint64_t const columns,
                      std::uint64_t const memory_limit) noexcept
{
    std::uint64_t const tile_rows = std::min(rows, grid.row_spacing);
    std::uint64_t const tile_columns = std::min(columns, grid.column_spacing);
    double const cells = static_cast<double>(tile_rows) * static_cast<double>(tile_columns);
    if (plan.threads < least_threads_ahead || cells == 0)
        return;
    auto const tiles = static_cast<double>(std::max(rows / tile_rows, columns / tile_columns));
    if (tiles * cells < least_cells_ahead)
        return;

    // Each of those that compute, or have been computed, has its tile, and takes the borders once more.
    std::uint64_t const borders = bytes_of_bits(tile_rows) + bytes_of_bits(tile_columns) + tile_columns / 2;
    std::uint64_t const bytes = level == plan.levels.size() || plan.is_tile(tile_rows, tile_columns)
                                  ? border_bytes(tile_rows, tile_columns) + plan.tile_bytes
                                  : level_bytes(tile_rows, tile_columns, plan.levels[level]) + plan.tile_bytes;
    // One more than are ahead: that at which the way back is.
    std::uint64_t const fitting = (memory_limit - std::min(memory_limit, plan.bytes)) / (bytes + borders);
    std::uint64_t const ahead = std::min(fitting - std::min<std::uint64_t>(fitting, 1), tiles_of_thread * plan.threads);
    if (ahead < useful_threads(tile_rows, tile_columns, plan.threads))
        return;

    plan.tiles_ahead = ahead;
    plan.bytes += (ahead + 1) * (bytes + borders);
}

// The levels of a matrix. Fine tiles take less time of the thread that walks, and more of those that make checkpoints.
void plan_levels(subsequence_plan & plan,
                 std::uint64_t rows,
                 std::uint64_t columns,
                 std::uint64_t const memory_limit,
                 bool const has_fine_tiles)
{
    std::uint64_t const least = least_memory(rows, columns);
    if (least > memory_limit)
        throw memory_limit_too_small{"A memory limit of " + std::to_string(memory_limit)
                                     + " bytes is too small for the longest common subsequence of sequences of "
                                     + std::to_string(rows) + " and " + std::to_string(columns)
                                     + " letters; set it to at least " + std::to_string(least) + " bytes."};
    if (rows == 0 || columns == 0)
        return;

    while (true)
    {
        std::uint64_t const left = memory_limit - plan.bytes;
        std::uint64_t const borders = border_bytes(rows, columns);
        std::uint64_t const tile = column_bytes(rows, columns);
        if (fits_whole(rows, columns, largest_tile_bytes) && borders + tile <= left)
        {
            // Vectors where the memory suffices for them.
            std::uint64_t const with_lanes = std::max(tile, lane_column_bytes(rows, columns));
            plan.tile_bytes = borders + with_lanes <= left ? with_lanes : tile;
            plan.bytes += borders + plan.tile_bytes;
            return;
        }

        bool const has_lanes =
            !has_fine_tiles
            && lane_column_bytes(finest_lane_grid.row_spacing, finest_lane_grid.column_spacing) <= left / 2;
        checkpoint_grid const & finest = has_lanes ? finest_lane_grid : finest_grid;

        // The finest grid that leaves enough for the levels below. The last one is that of least_memory().
        bool const can_be_finest =
            has_fine_tiles && rows <= most_parts * finest.row_spacing && columns <= most_parts * finest.column_spacing;
        for (std::uint64_t const parts : std::array<std::uint64_t, 10>{most_parts, 64, 48, 32, 24, 16, 8, 4, 3, 2})
        {
            if (parts == most_parts && !can_be_finest)
                continue;
            checkpoint_grid const grid = make_grid(rows, columns, parts, parts == 2 ? smallest_grid : finest);
            std::uint64_t const tile_rows = std::min(rows, grid.row_spacing);
            std::uint64_t const tile_columns = std::min(columns, grid.column_spacing);
            std::uint64_t const bytes = level_bytes(rows, columns, grid);

            bool const divides = tile_rows < rows || tile_columns < columns;
            if (divides && bytes <= left && least_memory(tile_rows, tile_columns) <= left - bytes)
            {
                plan.levels.push_back(grid);
                plan.bytes += bytes;
                rows = tile_rows;
                columns = tile_columns;
                break;
            }
        }
    }
}

// Fine tiles, if there are threads enough and they do compute tiles ahead.
template <typename plan_with_t>
subsequence_plan plan_with_threads(unsigned const threads, plan_with_t const & plan_with)
{
    if (threads >= threads_for_fine_tiles)
    {
        subsequence_plan plan{.threads = threads};
        plan_with(plan, true);
        if (plan.tiles_ahead != 0)
            return plan;
    }
    subsequence_plan plan{.threads = threads};
    plan_with(plan, false);
    return plan;
}

} // namespace

subsequence_plan plan_subsequence(std::uint64_t const rows,
                                  std::uint64_t const columns,
                                  std::uint64_t const memory_limit,
                                  unsigned const threads)
{
    return plan_with_threads(threads,
                             [&](subsequence_plan & plan, bool const has_fine_tiles)
                             {
                                 plan_levels(plan, rows, columns, memory_limit, has_fine_tiles);
                                 if (!plan.levels.empty())
                                     plan_tiles_ahead(plan, plan.levels[0], 1, rows, columns, memory_limit);
                             });
}

subsequence_plan plan_way_back(checkpoint_grid const & grid,
                               std::uint64_t const rows,
                               std::uint64_t const columns,
                               std::uint64_t const memory_limit,
                               unsigned const threads)
{
    return plan_with_threads(threads,
                             [&](subsequence_plan & plan, bool const has_fine_tiles)
                             {
                                 plan_levels(plan,
                                             std::min(rows, grid.row_spacing),
                                             std::min(columns, grid.column_spacing),
                                             memory_limit,
                                             has_fine_tiles);
                                 plan_tiles_ahead(plan, grid, 0, rows, columns, memory_limit);
                             });
}

} // namespace seqan3_gpulcs::plan
