// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A prediction of the tiles to which the traceback will come.
 */

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/plan/matrix_region.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::traceback
{

//!\brief The place of a tile in its grid.
struct tile_place
{
    std::uint64_t row{};
    std::uint64_t column{};

    friend auto operator<=>(tile_place const &, tile_place const &) = default;
};

//!\brief A tile that the path will probably come to.
struct expected_tile
{
    tile_place place{};
    plan::matrix_cell entry{}; //!< The cell where the path will probably enter.
    plan::matrix_cell end{};   //!< It will hardly enter after this cell, so what lies there need not be computed.
};

/*!\brief Extrapolates the path: a straight line in the direction of the last tiles.
 *
 * The farther away a tile is, the farther the path may be from that line. So tiles beside it are expected, too, and
 * more of each may be needed than the part up to the line.
 */
class path_predictor
{
public:
    //!\brief Takes the grid of a whole matrix, and its lower right cell.
    path_predictor(plan::checkpoint_grid const & grid, plan::matrix_cell const & end) : grid_{grid}, end_{end}
    {}

    //!\brief The place of the tile that a cell is in; not for row or column 0.
    tile_place place_of(plan::matrix_cell const & cell) const noexcept
    {
        return {(cell.row - 1) / grid_.row_spacing, (cell.column - 1) / grid_.column_spacing};
    }

    /*!\brief The next tiles, in order.
     * \param from      The cell where the path comes to a tile; not in row or column 0.
     * \param max_tiles The number of tiles that are wanted; there may be one more, or fewer.
     */
    std::vector<expected_tile> next(plan::matrix_cell const & from, std::size_t max_tiles);

private:
    // A probable cell of the path, and how far the path may be from there.
    struct guess
    {
        double row;
        double column;
        double doubt;
    };

    void add_tile(std::vector<expected_tile> & tiles, tile_place const & place, guess const & path) const;

    plan::matrix_cell first_cell(tile_place const & place) const noexcept
    {
        return {place.row * grid_.row_spacing, place.column * grid_.column_spacing};
    }

    plan::checkpoint_grid grid_;
    plan::matrix_cell end_;
    std::vector<plan::matrix_cell> entries_{}; // The cells where the path entered the last tiles.
};

} // namespace seqan3_gpulcs::traceback
