// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/traceback/path_predictor.hpp"

using namespace seqan3_gpulcs;

namespace
{

void expect_sound(std::vector<traceback::expected_tile> const & tiles,
                  plan::checkpoint_grid const & grid,
                  plan::matrix_cell const & size,
                  traceback::tile_place const & from)
{
    for (auto tile = tiles.begin(); tile != tiles.end(); ++tile)
    {
        auto const & [place, entry, end] = *tile;
        EXPECT_TRUE(place.row <= from.row && place.column <= from.column && place != from);
        EXPECT_TRUE(entry.is_before(end));
        EXPECT_GT(entry.row, place.row * grid.row_spacing);
        EXPECT_GT(entry.column, place.column * grid.column_spacing);
        EXPECT_LE(end.row, std::min((place.row + 1) * grid.row_spacing, size.row));
        EXPECT_LE(end.column, std::min((place.column + 1) * grid.column_spacing, size.column));
        EXPECT_TRUE(std::none_of(tiles.begin(),
                                 tile,
                                 [&](auto const & other)
                                 {
                                     return other.place == place;
                                 }));
    }
}

} // namespace

TEST(path_predictor, tiles_on_the_way_and_beside_it)
{
    auto generator = reference::make_generator();
    plan::checkpoint_grid const grid{20'480, 8192};
    for (plan::matrix_cell const & size :
         {plan::matrix_cell{3'000'000, 3'000'000}, {1, 1}, {100'000, 3'000'000}, {3'000'000, 1}, {20'480, 8193}})
    {
        traceback::path_predictor predictor{grid, size};
        // For any path.
        for (plan::matrix_cell cell{size}; cell.row > 0 && cell.column > 0;)
        {
            for (std::size_t const max_tiles : {1u, 20u})
            {
                auto const tiles = predictor.next(cell, max_tiles);
                EXPECT_LE(tiles.size(), max_tiles + 1);
                expect_sound(tiles, grid, size, predictor.place_of(cell));
            }
            cell.row -= reference::random_size(generator, std::min<std::uint64_t>(cell.row, 9000));
            cell.column -= reference::random_size(generator, std::min<std::uint64_t>(cell.column, 9000));
        }
    }
}

// The tile beyond the other border is expected, too, where the path leaves near the corner.
TEST(path_predictor, tiles_beside_a_corner)
{
    struct example
    {
        plan::matrix_cell size;
        std::vector<traceback::tile_place> expected;
    };
    for (auto const & [size, expected] : {example{{81'920, 81'920}, {{8, 9}, {9, 8}}},
                                          example{{81'920, 77'824}, {{9, 8}}},
                                          example{{77'824, 81'920}, {{8, 9}}}})
    {
        traceback::path_predictor predictor{{8192, 8192}, size};
        std::vector<traceback::tile_place> places{};
        for (traceback::expected_tile const & tile : predictor.next(size, 1))
            places.push_back(tile.place);
        EXPECT_EQ(places, expected) << size.row << " x " << size.column;
    }
}

// A straight path meets only tiles that were predicted, in parts that are large enough.
TEST(path_predictor, a_straight_path_is_expected)
{
    plan::checkpoint_grid const grid{8192, 8192};
    plan::matrix_cell const size{1'000'000, 500'000};
    traceback::path_predictor predictor{grid, size};
    std::vector<traceback::expected_tile> tiles{};
    traceback::tile_place last{};
    for (std::uint64_t way = 0; way < 490'000; ++way)
    {
        plan::matrix_cell const cell{size.row - 2 * way, size.column - way};
        traceback::tile_place const place = predictor.place_of(cell);
        if (way != 0 && place == last)
            continue;
        last = place;
        if (way != 0)
        {
            auto const found = std::ranges::find(tiles, place, &traceback::expected_tile::place);
            ASSERT_NE(found, tiles.end()) << way;
            EXPECT_TRUE(cell.is_before(found->end)) << way;
        }
        tiles = predictor.next(cell, 10);
    }
}
