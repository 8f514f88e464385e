// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <reference/lcs_reference.hpp>
#include <reference/path_columns.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/alignment/path.hpp>

#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/traceback/tile_columns.hpp"
#include "src/traceback/tile_traceback.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

// Walks from the last cell, and from earlier cells, in columns that were computed with vectors and without.
void check(letters const & first, letters const & second, std::vector<plan::matrix_cell> cells = {})
{
    auto const packed_first = packing::pack(first);
    auto const packed_second = packing::pack(second);
    alignment::sequence_pair const pair{packed_first, packed_second};
    plan::matrix_region const part{0, first.size(), 0, second.size()};
    std::vector<std::uint64_t> const left(part.row_words(), ~std::uint64_t{0});
    std::vector<std::uint64_t> const top(part.column_words(), 0);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};

    cells.push_back({first.size(), second.size()});
    for (plan::matrix_cell const & from : cells)
    {
        letters const first_part(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(from.row));
        letters const second_part(second.begin(), second.begin() + static_cast<std::ptrdiff_t>(from.column));
        std::string const expected = reference::lcs_alignment(reference::lcs_matrix(first_part, second_part));
        for (std::uint64_t const rows : {part.row_words(), part.row_words() + 7})
        {
            traceback::tile_columns columns{rows * (part.columns() + 8 * 64) * 8};
            columns.compute<cpu::lcs_recurrence>(pair, {packed_first, packed_second}, part, {left, top}, control);
            traceback::path_steps steps{from.row + from.column};
            plan::matrix_cell const end = traceback::trace_columns<cpu::lcs_recurrence>(columns.kept(), from, steps);
            ASSERT_TRUE(end.row == 0 || end.column == 0);

            auto const path = steps.finish(
                {end.row != 0 ? alignment::operation::insertion : alignment::operation::deletion, end.row + end.column},
                control);
            ASSERT_EQ(reference::columns_of(path), expected)
                << first.size() << " x " << second.size() << " from " << from.row << ", " << from.column;
            ASSERT_EQ(path.matches(), static_cast<std::uint64_t>(std::ranges::count(expected, '=')));
        }
    }
}

} // namespace

TEST(tile_traceback, all_small_shapes)
{
    auto generator = reference::make_generator();
    for (std::size_t rows = 1; rows <= 12; ++rows)
        for (std::size_t columns = 1; columns <= 12; ++columns)
            for (unsigned const count : {1u, 2u, 4u})
                check(reference::random_letters(generator, rows, count),
                      reference::random_letters(generator, columns, count));
}

TEST(tile_traceback, around_the_ends_of_words)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {61, 62, 63, 64, 65, 66, 67, 127, 128, 129, 600})
    {
        for (std::size_t const columns : {1, 2, 3, 4, 60, 200, 600})
        {
            for (unsigned const count : {1u, 2u, 4u, 30u})
            {
                auto const first = reference::random_letters(generator, rows, count);
                check(first, reference::random_letters(generator, columns, count), {{rows / 2, columns}});
                check(first, reference::mutate(generator, first, count, 20), {{rows - 1, rows / 2}});
            }
        }
    }
}

// Runs longer than a word, of each kind.
TEST(tile_traceback, long_runs)
{
    auto generator = reference::make_generator();
    auto const first = reference::random_letters(generator, 700, 4);
    check(first, first, {{700, 10}, {10, 700}, {350, 349}});
    check(first, letters(500, 5));
    check(letters(500, 3), letters(10, 3));
    check(letters(10, 3), letters(500, 3));
    letters middle(first.begin() + 200, first.begin() + 400);
    check(first, middle, {{400, 200}, {399, 200}, {700, 1}});
    check(middle, first, {{200, 400}, {200, 399}, {1, 700}});
}

TEST(tile_traceback, any_cell)
{
    auto generator = reference::make_generator();
    auto const first = reference::random_letters(generator, 700, 4);
    auto const second = reference::mutate(generator, first, 4, 5);
    std::vector<plan::matrix_cell> cells{};
    for (unsigned i = 0; i < 30; ++i)
        cells.push_back({1 + reference::random_size(generator, first.size() - 1),
                         1 + reference::random_size(generator, second.size() - 1)});
    check(first, second, cells);
}
