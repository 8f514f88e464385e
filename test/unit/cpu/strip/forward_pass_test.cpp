// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include <reference/instrumented.hpp>
#include <reference/random_sequence.hpp>

#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_border.hpp"
#include "unit/cpu/recurrence/differences.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Vertical differences of a column, as the pass has them.
template <cpu::recurrence recurrence_t>
void expect_column(auto const & cells,
                   std::size_t const column,
                   std::size_t const rows,
                   std::uint64_t const * const words)
{
    for (std::size_t row = 0; row < rows; ++row)
        ASSERT_EQ(cpu::increment<recurrence_t>(words + row / 64 * recurrence_t::state_words, 1, row % 64),
                  cells[row + 1][column] - cells[row][column])
            << row << ',' << column;
}

template <cpu::recurrence recurrence_t>
void expect_row(auto const & cells, std::size_t const row, std::size_t const columns, std::uint64_t const * const words)
{
    for (std::size_t column = 0; column < columns; ++column)
    {
        std::array<std::uint64_t, recurrence_t::carry_words> carries;
        std::copy_n(words + column / 64 * carries.size(), carries.size(), carries.begin());
        ASSERT_EQ(cpu::width(carries, std::uint64_t{1} << (63 - column % 64)),
                  cells[row][column + 1] - cells[row][column])
            << row << ',' << column;
    }
}

template <cpu::recurrence recurrence_t>
void check_recurrence(std::vector<std::uint8_t> const & first,
                      std::vector<std::uint8_t> const & second,
                      plan::checkpoint_grid const grid,
                      unsigned const threads)
{
    SCOPED_TRACE(::testing::Message() << first.size() << " x " << second.size() << ", threads " << threads);

    auto const cells = cpu::plain_matrix<recurrence_t>(first, second);
    auto const packed_first = packing::pack(first);
    auto const packed_second = packing::pack(second);

    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    plan::matrix_region const part{0, first.size(), 0, second.size()};

    std::vector<std::uint64_t> vertical = plan::left_border(recurrence_t::metric, part.rows());
    std::vector<std::uint64_t> horizontal = plan::upper_border(recurrence_t::metric, part.columns());
    std::size_t const row_words = vertical.size();
    std::size_t const column_words = horizontal.size();
    std::size_t const kept_columns = (second.size() - 1) / grid.column_spacing;
    std::size_t const kept_rows = (first.size() - 1) / grid.row_spacing;
    // Filled with garbage, so that missing writes show.
    constexpr std::uint64_t garbage = 0xa5a5'a5a5'5a5a'5a5au;
    std::vector<std::uint64_t> columns(kept_columns * row_words, garbage);
    std::vector<std::uint64_t> rows(kept_rows * column_words, garbage);
    cpu::forward_pass({.rows = packed_first,
                       .columns = packed_second,
                       .region = part,
                       .borders = {vertical, horizontal},
                       .kept = {grid, part, columns.data(), rows.data(), recurrence_t::metric},
                       .metric = recurrence_t::metric},
                      threads,
                      control,
                      true);

    expect_column<recurrence_t>(cells, second.size(), first.size(), vertical.data());
    expect_row<recurrence_t>(cells, first.size(), second.size(), horizontal.data());
    for (std::size_t i = 0; i < kept_columns; ++i)
        expect_column<recurrence_t>(cells, (i + 1) * grid.column_spacing, first.size(), columns.data() + i * row_words);
    for (std::size_t i = 0; i < kept_rows; ++i)
        expect_row<recurrence_t>(cells, (i + 1) * grid.row_spacing, second.size(), rows.data() + i * column_words);

    // A part that starts at the last checkpoints.
    plan::matrix_region const tile{kept_rows * grid.row_spacing,
                                   first.size(),
                                   kept_columns * grid.column_spacing,
                                   second.size()};
    std::vector<std::uint64_t> left = plan::left_border(recurrence_t::metric, tile.rows());
    if (kept_columns != 0)
        std::copy_n(columns.data() + (kept_columns - 1) * row_words + tile.row_begin / 64 * recurrence_t::state_words,
                    left.size(),
                    left.data());
    std::vector<std::uint64_t> top = plan::upper_border(recurrence_t::metric, tile.columns());
    if (kept_rows != 0)
        std::copy_n(rows.data() + (kept_rows - 1) * column_words + tile.column_begin / 64 * recurrence_t::carry_words,
                    top.size(),
                    top.data());
    cpu::forward_pass({packed_first, packed_second, tile, {left, top}, {}, recurrence_t::metric},
                      threads,
                      control,
                      true);

    // Rows after the last one may differ.
    ASSERT_TRUE(std::equal(left.rbegin() + recurrence_t::state_words,
                           left.rend(),
                           vertical.rbegin() + recurrence_t::state_words));
    ASSERT_TRUE(std::equal(top.rbegin(), top.rend(), horizontal.rbegin()));
}

void check(std::vector<std::uint8_t> const & first,
           std::vector<std::uint8_t> const & second,
           plan::checkpoint_grid const grid,
           unsigned const threads)
{
    check_recurrence<cpu::lcs_recurrence>(first, second, grid, threads);
    check_recurrence<cpu::edit_recurrence>(first, second, grid, threads);
}

} // namespace

TEST(forward_pass, borders_and_checkpoints)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {1, 63, 64, 65, 255, 256, 257, 511, 512, 513, 1030})
    {
        for (std::size_t const columns : {1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 700})
        {
            for (unsigned const letters : {2u, 4u, 9u, 40u})
            {
                auto const first = reference::random_letters(generator, rows, letters);
                auto const second = reference::random_letters(generator, columns, letters);
                check(first, second, {256, 64}, 1);
                check(first, second, {512, 128}, 3);
            }
        }
    }
}

// With vectors, where the machine has them: they begin with 8 blocks of columns and a word for each lane.
TEST(forward_pass, tall_strips)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {255, 256, 511, 512, 513, 1023, 1024, 1025, 4100, 8500})
    {
        for (std::size_t const columns : {447, 448, 449, 511, 512, 513, 1000})
        {
            for (unsigned const letters : {4u, 5u, 20u})
            {
                // A third of them.
                if (reference::is_instrumented && (rows + columns + letters) % 3 != 0)
                    continue;
                auto const first = reference::random_letters(generator, rows, letters);
                auto const second = reference::random_letters(generator, columns, letters);
                check(first, second, {256, 64}, 1);
                check(first, second, {1792, 128}, 2);
                check(first, second, {6144, 192}, 3);
            }
        }
    }
}

// Spacings that are no powers of two: strips get smaller and smaller lanes towards the end.
TEST(forward_pass, rows_that_are_kept_in_tall_strips)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {4864, 5100, 5632, 6100, 9728})
    {
        auto const first = reference::random_letters(generator, rows, 4);
        auto const second = reference::random_letters(generator, 530, 4);
        for (std::uint64_t const spacing : {256u, 768u, 1280u, 1536u, 2304u, 3072u})
            for (unsigned const threads : {1u, 2u, 3u})
                check(first, second, {spacing, 128}, threads);
    }
}

TEST(forward_pass, longest_carries)
{
    for (std::size_t const rows : {256, 257, 2000, 5000})
    {
        std::vector<std::uint8_t> const same(rows, 7);
        check(same, std::vector<std::uint8_t>(300, 7), {256, 64}, 2);
        check(same, same, {256, 64}, 2);
    }
}
