// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/plan/stepped_band.hpp"
#include "src/traceback/checkpoint_store.hpp"

using namespace seqan3_gpulcs;

// What a step has not computed stays as it was: the borders of the matrix.
TEST(stored_checkpoints, only_those_of_a_band)
{
    constexpr std::uint64_t unit{plan::part_alignment};
    constexpr plan::checkpoint_grid grid{unit, unit};
    constexpr plan::matrix_cell size{20 * unit, 20 * unit};
    std::mt19937_64 generator{reference::make_generator()};
    for (plan::metric const metric : {plan::metric::lcs, plan::metric::edit})
    {
        traceback::checkpoint_store store{};
        store.begin(grid, {0, size.row, 0, size.column}, metric);
        std::uint64_t const words = unit / 64 * plan::border_words(metric);
        for (std::uint64_t i = unit; i < size.row; i += unit)
            for (std::uint64_t k = 0; k < size.row; k += unit)
            {
                std::fill_n(store.target().column_at(i, k), words, i << 32 | k);
                std::fill_n(store.target().row_at(i, k), words, i << 32 | k);
            }

        std::uint64_t const distance = 2 * reference::random_size(generator, 5 * unit);
        plan::stepped_band const band{size,
                                      metric,
                                      plan::traits_of(metric).value_at(size.row, size.column, distance),
                                      grid,
                                      unit};
        traceback::stored_checkpoints all{store};
        traceback::stored_checkpoints banded{store, &band};
        for (std::uint64_t row = 0; row < size.row; row += unit)
        {
            EXPECT_EQ(banded.columns_of(row), band.columns_of(row));
            EXPECT_LE(size.column, all.columns_of(row).end);
            for (std::uint64_t column = unit; column < size.column; column += unit)
            {
                std::vector<std::uint64_t> left(words, 1);
                std::vector<std::uint64_t> top(row == 0 ? 0 : words, 1);
                banded.copy({column / unit - 1, row, left}, {row == 0 ? 0 : row / unit - 1, column, top});
                EXPECT_EQ(left, std::vector(words, column << 32 | row));
                // The first rows of a step have nothing above them.
                bool const is_first = band.step_at(column).row_begin == row;
                EXPECT_EQ(top, std::vector<std::uint64_t>(top.size(), is_first ? 1 : row << 32 | column));
            }
        }
    }
}
