// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <reference/random_sequence.hpp>

#include "src/plan/matrix_part.hpp"
#include "src/plan/stepped_band.hpp"

using namespace seqan3_gpulcs;
using reference::random_size;

namespace
{

// A random band of a matrix of some parts.
struct random_band
{
    explicit random_band(std::mt19937_64 & generator) :
        size{1 + random_size(generator, 40'000), 1 + random_size(generator, 40'000)},
        metric{static_cast<plan::metric>(random_size(generator, plan::metric_count - 1))},
        bound{plan::traits_of(metric).value_at(size.row, size.column, distance(generator))}
    {
        if (random_size(generator, 1) == 0)
            grid = {plan::part_alignment * (1 + random_size(generator, 2)),
                    plan::part_alignment * (1 + random_size(generator, 2))};
        std::uint64_t const unit = std::max(grid.column_spacing, plan::part_alignment);
        step_columns = unit * (1 + random_size(generator, 3));
    }

    plan::stepped_band make() const
    {
        return {size, metric, bound, grid, step_columns};
    }

    plan::matrix_cell size{};
    plan::metric metric{};
    std::uint64_t bound{};
    plan::checkpoint_grid grid{};
    std::uint64_t step_columns{};

private:
    std::uint64_t distance(std::mt19937_64 & generator) const
    {
        std::uint64_t const least = std::max(size.row, size.column) - std::min(size.row, size.column);
        return least + random_size(generator, std::min<std::uint64_t>(size.row, size.column) / 2);
    }
};

} // namespace

// With fewer insertions and deletions than a path through a cell has, no bound leaves that cell out.
TEST(stepped_band, has_all_cells_of_good_paths)
{
    std::mt19937_64 generator{reference::make_generator()};
    for (std::size_t i = 0; i < 100; ++i)
    {
        random_band const random{generator};
        plan::stepped_band const band = random.make();
        auto const rows = static_cast<std::int64_t>(random.size.row);
        auto const columns = static_cast<std::int64_t>(random.size.column);
        std::int64_t const indels = random.metric == plan::metric::lcs
                                      ? rows + columns - 2 * static_cast<std::int64_t>(random.bound)
                                      : static_cast<std::int64_t>(random.bound);
        for (std::size_t k = 0; k < 1000; ++k)
        {
            auto const row = static_cast<std::int64_t>(1 + random_size(generator, random.size.row - 1));
            auto const column = static_cast<std::int64_t>(1 + random_size(generator, random.size.column - 1));
            if (std::abs(column - row) + std::abs((columns - column) - (rows - row)) > indels)
                continue;
            plan::matrix_region const step = band.step_at(static_cast<std::uint64_t>(column - 1));
            ASSERT_LE(step.row_begin, row - 1);
            ASSERT_GE(step.row_end, row);
        }
    }
}

TEST(stepped_band, steps_follow_each_other)
{
    std::mt19937_64 generator{reference::make_generator()};
    for (std::size_t i = 0; i < 100; ++i)
    {
        random_band const random{generator};
        plan::stepped_band const band = random.make();
        std::uint64_t const unit = std::max(random.grid.row_spacing, plan::part_alignment);
        double cells = 0;
        plan::matrix_region before{};
        for (std::uint64_t column = 0; column < random.size.column; column = before.column_end)
        {
            plan::matrix_region const step = band.step_at(column);
            EXPECT_EQ(step.column_begin, column);
            EXPECT_EQ(step.column_end, std::min(column + random.step_columns, random.size.column));
            EXPECT_EQ(step.row_begin % unit, 0u);
            EXPECT_TRUE(step.row_end % unit == 0 || step.row_end == random.size.row);
            EXPECT_LT(step.row_begin, step.row_end);
            EXPECT_TRUE(before.row_begin <= step.row_begin && before.row_end <= step.row_end);
            // No row is left out.
            EXPECT_LE(step.row_begin, before.row_end);
            plan::matrix_region const again = band.step_at(step.column_end - 1);
            EXPECT_EQ(again.column_begin, column);
            cells += static_cast<double>(step.row_end - step.row_begin)
                   * static_cast<double>(step.column_end - step.column_begin);
            before = step;
        }
        EXPECT_EQ(before.row_end, random.size.row);
        EXPECT_EQ(band.cells(), cells);
    }
}

TEST(stepped_band, columns_of_rows)
{
    std::mt19937_64 generator{reference::make_generator()};
    for (std::size_t i = 0; i < 100; ++i)
    {
        random_band const random{generator};
        plan::stepped_band const band = random.make();
        std::uint64_t const row = random_size(generator, random.size.row - 1);
        plan::interval const found = band.columns_of(row);
        for (std::uint64_t column = 0; column < random.size.column; column += plan::part_alignment)
        {
            plan::matrix_region const step = band.step_at(column);
            EXPECT_EQ(found.begin <= column && column < found.end, step.row_begin <= row && row < step.row_end)
                << row << ", " << column;
        }
    }
}

TEST(stepped_band, whole_matrix)
{
    plan::stepped_band const band{plan::matrix_cell{5000, 7001}};
    EXPECT_FALSE(band.bound());
    plan::matrix_region const step = band.step_at(6000);
    EXPECT_EQ(step.row_begin + step.column_begin, 0u);
    EXPECT_EQ(step.row_end, 5000u);
    EXPECT_EQ(step.column_end, 7001u);
    EXPECT_EQ(band.columns_of(4999), (plan::interval{0, 7001}));
    EXPECT_EQ(band.cells(), 5000.0 * 7001);
}

TEST(stepped_band, step_columns)
{
    EXPECT_EQ(plan::choose_step_columns(0, 0, 1), plan::part_alignment);
    EXPECT_EQ(plan::choose_step_columns(40 * plan::part_alignment, 0, 1), 10 * plan::part_alignment);
    EXPECT_EQ(plan::choose_step_columns(40 * plan::part_alignment, 0, 11 * plan::part_alignment),
              11 * plan::part_alignment);
    EXPECT_EQ(plan::choose_step_columns(40 * plan::part_alignment, 7 * plan::part_alignment, 1),
              14 * plan::part_alignment);
}
