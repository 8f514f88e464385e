// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/traceback/tile_columns.hpp"

using namespace seqan3_gpulcs;

namespace
{

/* A tile somewhere in the matrix, with the memory for vectors and with that for as many words as it has; the borders
 * are those of the plain matrix.
 */
void check(std::vector<std::uint8_t> const & first,
           std::vector<std::uint8_t> const & second,
           plan::matrix_region const & part)
{
    SCOPED_TRACE(::testing::Message() << part.rows() << " x " << part.columns() << " from " << part.row_begin << ", "
                                      << part.column_begin);

    reference::matrix const cells = reference::lcs_matrix(first, second);
    auto const grows_down = [&](std::uint64_t const row, std::uint64_t const column)
    {
        return cells[row + 1][column] != cells[row][column];
    };

    // Longer than the tile, as those of a grid are; after its end there are increments that it must not use.
    std::vector<std::uint64_t> left(part.row_words() + 3, 0);
    for (std::uint64_t row = 0; row < part.rows(); ++row)
        left[row / 64] |= std::uint64_t{!grows_down(part.row_begin + row, part.column_begin)} << row % 64;
    std::vector<std::uint64_t> top(part.column_words() + 3, ~std::uint64_t{0});
    for (std::uint64_t column = 0; column < part.columns(); ++column)
        if (std::uint64_t const of_all = part.column_begin + column;
            cells[part.row_begin][of_all + 1] == cells[part.row_begin][of_all])
            top[column / 64] &= ~(std::uint64_t{1} << (63 - column % 64));

    auto const packed_first = packing::pack(first);
    auto const packed_second = packing::pack(second);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};

    std::uint64_t const bytes = part.row_words() * (part.columns() + 1) * 8;
    std::uint64_t const bytes_with_lanes = (part.row_words() + 7) * (part.columns() + 8 * 64) * 8;
    for (std::uint64_t const size : {bytes, bytes_with_lanes})
    {
        traceback::tile_columns columns{size};
        // The second time in memory that still holds the first result.
        for (unsigned times = 0; times < 2; ++times)
        {
            columns.compute<cpu::lcs_recurrence>({packed_first, packed_second}, {packed_first, packed_second}, part, {left, top}, control);
            for (std::uint64_t column = 0; column <= part.columns(); ++column)
                for (std::uint64_t row = 0; row < part.rows(); ++row)
                    ASSERT_EQ(!columns.bit(column, row), grows_down(part.row_begin + row, part.column_begin + column))
                        << "row " << row << ", column " << column << ", bytes " << size;
        }
    }
}

} // namespace

TEST(tile_columns, the_whole_matrix)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {2u, 4u, 20u, 200u})
    {
        for (std::size_t const rows : {1, 511, 512, 513, 576, 1023, 1024, 1025, 1600})
        {
            for (std::size_t const columns : {1, 448, 449, 511, 512, 513, 700})
            {
                check(reference::random_letters(generator, rows, letters),
                      reference::random_letters(generator, columns, letters),
                      {0, rows, 0, columns});
                if (::testing::Test::HasFatalFailure())
                    return;
            }
        }
    }
}

TEST(tile_columns, parts)
{
    auto generator = reference::make_generator();
    auto const first = reference::random_letters(generator, 1700, 4);
    auto const second = reference::random_letters(generator, 1300, 4);
    for (std::uint64_t const row_begin : {0u, 256u, 1024u})
        for (std::uint64_t const column_begin : {0u, 64u, 704u})
            for (std::uint64_t const row_end : {1664u, 1699u, 1700u})
                for (std::uint64_t const column_end : {1280u, 1299u, 1300u})
                    check(first, second, {row_begin, row_end, column_begin, column_end});
}

TEST(tile_columns, longest_carries)
{
    std::vector<std::uint8_t> const same(1500, 7);
    check(same, std::vector<std::uint8_t>(700, 7), {0, 1500, 0, 700});
    check(same, same, {512, 1500, 64, 1500});
}
