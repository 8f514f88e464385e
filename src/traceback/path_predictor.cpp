// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/path_predictor.hpp"

#include <algorithm>

namespace seqan3_gpulcs::traceback
{

namespace
{

// So many tiles say where the path goes.
constexpr std::size_t most_tiles_behind{16};

// How far the path may be from where it is expected, in letters: at once, and for each letter of both sequences on the way.
constexpr double least_doubt{512};
constexpr double doubt_of_way{1.0 / 32};

// Parts of tiles end at multiples of this, as strips of vectors do.
constexpr std::uint64_t part_granularity{2048};

// The end of a part of a tile that has a row, or a column, in it, or the nearest one.
std::uint64_t part_end(std::uint64_t const begin, std::uint64_t const end, double const last) noexcept
{
    double const size = last - static_cast<double>(begin);
    if (size >= static_cast<double>(end - begin))
        return end;
    std::uint64_t const parts = static_cast<std::uint64_t>(std::max(size, 0.0)) / part_granularity + 1;
    return std::min(end, begin + parts * part_granularity);
}

} // namespace

std::vector<expected_tile> path_predictor::next(cpu::matrix_cell const & from, std::size_t const most)
{
    came_from_.push_back(from);
    if (came_from_.size() > most_tiles_behind)
        came_from_.erase(came_from_.begin());
    // At first nothing is known but where the path will end.
    cpu::matrix_cell const & before = came_from_.front();
    bool const is_first = came_from_.size() == 1;
    double const up = static_cast<double>(is_first ? from.row : before.row - from.row) + 1;
    double const left = static_cast<double>(is_first ? from.column : before.column - from.column) + 1;

    std::vector<expected_tile> tiles{};
    auto row = static_cast<double>(from.row);
    auto column = static_cast<double>(from.column);
    double doubt = least_doubt;
    auto const add_tile = [&](tile_place const & tile)
    {
        auto const is_tile = [&](expected_tile const & other)
        {
            return other.place == tile;
        };
        if (std::ranges::any_of(tiles, is_tile))
            return;
        cpu::matrix_cell const begin = first_cell(tile);
        cpu::matrix_cell const end{std::min(begin.row + grid_.row_spacing, end_.row),
                                   std::min(begin.column + grid_.column_spacing, end_.column)};
        auto const part = [&](double const more) -> cpu::matrix_cell
        {
            return {part_end(begin.row, end.row, row + more), part_end(begin.column, end.column, column + more)};
        };
        tiles.push_back({tile, part(0), part(doubt)});
    };

    for (tile_place place = place_of(from); tiles.size() < most;)
    {
        // To the border that the line meets first.
        cpu::matrix_cell const begin = first_cell(place);
        double const to_top = (row - static_cast<double>(begin.row)) / up;
        double const to_side = (column - static_cast<double>(begin.column)) / left;
        bool const goes_up = to_top <= to_side;
        if ((goes_up ? place.row : place.column) == 0)
            break;
        double const way = std::min(to_top, to_side);
        row -= way * up;
        column -= way * left;
        doubt += doubt_of_way * way * (up + left);

        // The tile behind the other border, if that is not far.
        double const to_other =
            goes_up ? column - static_cast<double>(begin.column) : row - static_cast<double>(begin.row);
        tile_place beside{place};
        std::uint64_t & other = goes_up ? beside.column : beside.row;
        bool const has_other = other != 0 && to_other < doubt;
        --(goes_up ? place.row : place.column);
        add_tile(place);
        if (has_other)
        {
            --other;
            add_tile(beside);
        }
    }
    return tiles;
}

} // namespace seqan3_gpulcs::traceback
