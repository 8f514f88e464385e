// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/matrix_part.hpp"

#include <algorithm>
#include <string>

#include <seqan3_gpulcs/exception.hpp>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::plan
{

namespace
{

// Finer checkpoints cost more memory than they save time.
constexpr std::uint64_t max_intervals{1024};

std::uint64_t choose_spacing(std::uint64_t const size, std::uint64_t const intervals, std::uint64_t const min) noexcept
{
    std::uint64_t const wanted = std::max(util::ceil_div(size, intervals), min);
    std::uint64_t const granularity = part_unit(wanted / 8);
    return util::ceil_div(wanted, granularity) * granularity;
}

std::uint64_t checkpoint_bytes(metric const metric, checkpoint_grid const & grid, matrix_cell const & size) noexcept
{
    matrix_region const whole{0, size.row, 0, size.column};
    return std::uint64_t{8} * border_words(metric)
         * (checkpoint_count({0, size.column}, size.column, grid.column_spacing) * whole.row_words()
            + checkpoint_count({0, size.row}, size.row, grid.row_spacing) * whole.column_words());
}

// The memory with the smallest tiles.
std::uint64_t needed_bytes(comparison const & wanted, checkpoint_grid const & grid, matrix_cell const & size) noexcept
{
    return checkpoint_bytes(wanted.metric, grid, size)
         + min_memory(wanted, {std::min(size.row, grid.row_spacing), std::min(size.column, grid.column_spacing)});
}

} // namespace

checkpoint_grid plan_part_checkpoints(comparison const & wanted,
                                      matrix_cell const & size,
                                      std::uint64_t const memory_limit,
                                      std::uint64_t const min_distance)
{
    checkpoint_grid least{};
    std::uint64_t least_bytes = std::numeric_limits<std::uint64_t>::max();
    for (std::uint64_t intervals = max_intervals; intervals != 0; intervals = intervals * 3 / 4)
    {
        checkpoint_grid const grid{choose_spacing(size.row, intervals, min_distance),
                                   choose_spacing(size.column, intervals, min_distance)};
        std::uint64_t const bytes = needed_bytes(wanted, grid, size);
        // The tiles should have some memory, too.
        if (bytes <= memory_limit && checkpoint_bytes(wanted.metric, grid, size) <= memory_limit / 4 * 3)
            return grid;
        if (bytes < least_bytes)
        {
            least = grid;
            least_bytes = bytes;
        }
    }
    check_part_checkpoints(wanted, least, size, memory_limit);
    return least;
}

std::uint64_t check_part_checkpoints(comparison const & wanted,
                                     checkpoint_grid const & grid,
                                     matrix_cell const & size,
                                     std::uint64_t const memory_limit)
{
    if (std::uint64_t const needed = needed_bytes(wanted, grid, size); needed > memory_limit)
        throw memory_limit_too_small{"A memory limit of " + std::to_string(memory_limit)
                                     + " bytes is too small for the checkpoints of this run; set it to at least "
                                     + std::to_string(needed) + " bytes."};
    return checkpoint_bytes(wanted.metric, grid, size);
}

std::vector<interval> cut_at_checkpoints(interval const & whole, std::uint64_t const spacing, std::uint64_t const max)
{
    std::vector<interval> pieces{};
    for (std::uint64_t begin = whole.begin; begin < whole.end; begin = pieces.back().end)
    {
        std::uint64_t size = std::min(max, whole.end - begin);
        if (spacing != 0)
        {
            std::uint64_t const to_next = spacing - begin % spacing;
            bool const holds_several = to_next == spacing && size > spacing;
            if (!holds_several)
                size = std::min(size, to_next);
            else if (begin + size != whole.end)
                size = size / spacing * spacing;
        }
        pieces.push_back({begin, begin + size});
    }
    return pieces;
}

} // namespace seqan3_gpulcs::plan
