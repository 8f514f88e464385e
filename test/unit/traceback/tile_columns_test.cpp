// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <vector>

#include <reference/random_sequence.hpp>

#include "src/traceback/tile_columns.hpp"
#include "unit/cpu/recurrence/differences.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Sets the bits of a difference, in the words of 64 rows or columns. V has zeros where the matrix grows.
template <cpu::recurrence recurrence_t>
void set_difference(std::uint64_t * const words, std::size_t const bit, int const difference, bool const is_row)
{
    auto const set = [&](unsigned const which, bool const is_set)
    {
        words[which] = (words[which] & ~(std::uint64_t{1} << bit)) | std::uint64_t{is_set} << bit;
    };
    if constexpr (recurrence_t::state_words == 1)
    {
        set(0, is_row ? difference == 1 : difference == 0);
    }
    else
    {
        set(0, difference == 1);
        set(1, difference == -1);
    }
}

/* A tile somewhere in the matrix, with the memory for vectors and with that for as many words as it has; the borders
 * are those of the plain matrix.
 */
template <cpu::recurrence recurrence_t>
void check_recurrence(std::vector<std::uint8_t> const & first,
                      std::vector<std::uint8_t> const & second,
                      plan::matrix_region const & part)
{
    constexpr unsigned border_words = recurrence_t::state_words;
    constexpr unsigned kept_words = recurrence_t::kept_words;
    auto const cells = cpu::plain_matrix<recurrence_t>(first, second);

    // Longer than the tile, as those of a grid are; after its end there are increments that it must not use.
    std::vector<std::uint64_t> left((part.row_words() + 3) * border_words, 0);
    for (std::uint64_t row = 0; row < part.rows(); ++row)
        set_difference<recurrence_t>(left.data() + row / 64 * border_words,
                                     row % 64,
                                     cells[part.row_begin + row + 1][part.column_begin]
                                         - cells[part.row_begin + row][part.column_begin],
                                     false);
    std::vector<std::uint64_t> top((part.column_words() + 3) * border_words, ~std::uint64_t{0});
    for (std::uint64_t column = 0; column < part.columns(); ++column)
        set_difference<recurrence_t>(top.data() + column / 64 * border_words,
                                     63 - column % 64,
                                     cells[part.row_begin][part.column_begin + column + 1]
                                         - cells[part.row_begin][part.column_begin + column],
                                     true);

    auto const packed_first = packing::pack(first);
    auto const packed_second = packing::pack(second);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};

    std::uint64_t const bytes = part.row_words() * (part.columns() + 1) * 8 * kept_words;
    std::uint64_t const bytes_with_lanes = (part.row_words() + 7) * (part.columns() + 8 * 64) * 8 * kept_words;
    for (std::uint64_t const size : {bytes, bytes_with_lanes})
    {
        traceback::tile_columns columns{size};
        // The second time in memory that still holds the first result.
        for (unsigned times = 0; times < 2; ++times)
        {
            columns.compute<recurrence_t>({packed_first, packed_second},
                                          {packed_first, packed_second},
                                          part,
                                          {left, top},
                                          control);
            for (std::uint64_t column = recurrence_t::keeps_state ? 0 : 1; column <= part.columns(); ++column)
                for (std::uint64_t row = 0; row < part.rows(); ++row)
                {
                    plan::matrix_cell const cell{part.row_begin + row + 1, part.column_begin + column};
                    bool const is_match = cell.column != 0 && first[cell.row - 1] == second[cell.column - 1];
                    ASSERT_TRUE(cpu::is_kept<recurrence_t>(columns.kept().left_word(row / 64)
                                                               + column * columns.kept().distance,
                                                           columns.kept().word_distance,
                                                           cells,
                                                           cell,
                                                           is_match))
                        << "row " << row << ", column " << column;
                }
        }
    }
}

void check(std::vector<std::uint8_t> const & first,
           std::vector<std::uint8_t> const & second,
           plan::matrix_region const & part)
{
    SCOPED_TRACE(::testing::Message() << part.rows() << " x " << part.columns() << " from " << part.row_begin << ", "
                                      << part.column_begin);
    check_recurrence<cpu::lcs_recurrence>(first, second, part);
    // One of them for each tile.
    if (part.columns() % 2 == 0)
        check_recurrence<cpu::edit_steps<plan::preference::gaps_first>>(first, second, part);
    else
        check_recurrence<cpu::edit_steps<plan::preference::diagonal_first>>(first, second, part);
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
