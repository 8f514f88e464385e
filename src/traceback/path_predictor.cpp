// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/path_predictor.hpp"

#include <algorithm>

namespace seqan3_gpulcs::traceback
{

namespace
{

// The number of tiles from which the direction of the path is estimated.
constexpr std::size_t max_entries{16};

// The path may be as far from the expected place, in letters: at the start, and more for each letter that it passes.
constexpr double min_doubt{512};
constexpr double doubt_per_letter{1.0 / 32};

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

std::vector<expected_tile> path_predictor::next(plan::matrix_cell const & from, std::size_t const max_tiles)
{
    entries_.push_back(from);
    if (entries_.size() > max_entries)
        entries_.erase(entries_.begin());
    // The end of the path is all that is known at first.
    plan::matrix_cell const & before = entries_.front();
    bool const is_first = entries_.size() == 1;
    double const up = static_cast<double>(is_first ? from.row : before.row - from.row) + 1;
    double const left = static_cast<double>(is_first ? from.column : before.column - from.column) + 1;

    std::vector<expected_tile> tiles{};
    guess path{static_cast<double>(from.row), static_cast<double>(from.column), min_doubt};
    for (tile_place place = place_of(from); tiles.size() < max_tiles;)
    {
        // The line leaves the tile at the border that it meets first.
        plan::matrix_cell const begin = first_cell(place);
        double const to_top = (path.row - static_cast<double>(begin.row)) / up;
        double const to_side = (path.column - static_cast<double>(begin.column)) / left;
        bool const goes_up = to_top <= to_side;
        if ((goes_up ? place.row : place.column) == 0)
            break;
        double const distance = std::min(to_top, to_side);
        path.row -= distance * up;
        path.column -= distance * left;
        path.doubt += doubt_per_letter * distance * (up + left);

        // The tile beyond the other border, if that is near.
        double const to_other =
            goes_up ? path.column - static_cast<double>(begin.column) : path.row - static_cast<double>(begin.row);
        tile_place beside{place};
        std::uint64_t & other = goes_up ? beside.column : beside.row;
        bool const has_other = other != 0 && to_other < path.doubt;
        --(goes_up ? place.row : place.column);
        add_tile(tiles, place, path);
        if (has_other)
        {
            --other;
            add_tile(tiles, beside, path);
        }
    }
    return tiles;
}

// Adds a tile that is not there yet, with the parts of it that the path will come to.
void path_predictor::add_tile(std::vector<expected_tile> & tiles, tile_place const & place, guess const & path) const
{
    if (std::ranges::find(tiles, place, &expected_tile::place) != tiles.end())
        return;

    plan::matrix_cell const begin = first_cell(place);
    plan::matrix_cell const end{std::min(begin.row + grid_.row_spacing, end_.row),
                                std::min(begin.column + grid_.column_spacing, end_.column)};
    auto const part = [&](double const doubt) -> plan::matrix_cell
    {
        return {part_end(begin.row, end.row, path.row + doubt),
                part_end(begin.column, end.column, path.column + doubt)};
    };
    tiles.push_back({place, part(0), part(path.doubt)});
}

} // namespace seqan3_gpulcs::traceback
