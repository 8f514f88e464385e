// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <reference/random_sequence.hpp>

#include "src/plan/path_end.hpp"
#include "src/util/border_words.hpp"

using namespace seqan3_gpulcs;

namespace
{

// The values of cells along a border, as many as letters and one more: down to 0 and up again, or all about the same.
std::vector<std::uint64_t>
make_border(std::mt19937_64 & generator, std::uint64_t const first, std::size_t const letters)
{
    std::uint64_t const down = generator() % 4;
    std::vector<std::uint64_t> values{first};
    for (std::size_t i = 0; i < letters; ++i)
    {
        std::uint64_t const value = values.back();
        std::uint64_t const kind = generator() % 8;
        bool const goes_down = kind < 2 * down && i < letters * 3 / 4;
        values.push_back(goes_down && value != 0 ? value - 1 : kind > 5 ? value + 1 : value);
    }
    return values;
}

std::vector<std::uint64_t> to_words(std::vector<std::uint64_t> const & values)
{
    std::vector<std::uint64_t> words((values.size() + 62) / 64 * 2);
    for (std::size_t i = 1; i < values.size(); ++i)
        if (values[i] != values[i - 1])
            words[(i - 1) / 64 * 2 + (values[i] < values[i - 1])] |= std::uint64_t{1} << ((i - 1) % 64);
    return words;
}

// All cells, one by one.
plan::path_end find_plainly(plan::comparison const & wanted,
                            std::vector<std::uint64_t> const & down,
                            std::vector<std::uint64_t> const & right)
{
    plan::matrix_cell const corner{down.size() - 1, right.size() - 1};
    std::vector<plan::path_end> cells{};
    if (!wanted.ends.first_trailing && !wanted.ends.second_trailing)
        cells.push_back({corner, down.back()});
    if (wanted.ends.first_trailing)
        for (std::size_t row = 0; row < down.size(); ++row)
            cells.push_back({{row, corner.column}, down[row]});
    if (wanted.ends.second_trailing)
        for (std::size_t column = 0; column < right.size(); ++column)
            cells.push_back({{corner.row, column}, right[column]});

    plan::path_end best = cells.front();
    for (plan::path_end const & cell : cells)
        if (cell.value < best.value || (cell.value == best.value && wanted.end == plan::end_choice::last))
            best = cell;
    return best;
}

} // namespace

TEST(find_path_end, finds_what_a_look_at_each_cell_finds)
{
    auto generator = reference::make_generator();
    for (unsigned test = 0; test < 20'000; ++test)
    {
        std::size_t const rows = generator() % 400;
        std::size_t const columns = generator() % 400;
        std::uint64_t const bits = generator();
        plan::comparison const wanted{.metric = plan::metric::edit,
                                      .ends = {.first_leading = (bits & 1) != 0,
                                               .first_trailing = (bits & 2) != 0,
                                               .second_leading = (bits & 4) != 0,
                                               .second_trailing = (bits & 8) != 0},
                                      .end = (bits & 16) != 0 ? plan::end_choice::first : plan::end_choice::last};
        auto const down = make_border(generator, wanted.ends.second_leading ? 0 : columns, rows);
        auto const right = make_border(generator, wanted.ends.first_leading ? 0 : rows, columns);
        std::vector<std::uint64_t> const vertical = to_words(down);
        std::vector<std::uint64_t> horizontal = to_words(right);
        for (std::uint64_t & word : horizontal)
            word = util::reverse_bits(word);

        plan::path_end const found = plan::find_path_end(wanted, {rows, columns}, {vertical, horizontal});
        plan::path_end const expected = find_plainly(wanted, down, right);
        ASSERT_EQ(found.value, expected.value) << test;
        ASSERT_EQ(found.cell.row, expected.cell.row) << test;
        ASSERT_EQ(found.cell.column, expected.cell.column) << test;
    }
}

// The length of a longest common subsequence is the number of rows in which the last column grows: their bits are zeros.
TEST(find_path_end, lengths_of_subsequences)
{
    auto generator = reference::make_generator();
    for (std::uint64_t const rows : {0, 1, 63, 64, 65, 200})
    {
        std::vector<std::uint64_t> words((rows + 63) / 64);
        for (std::uint64_t & word : words)
            word = generator();
        std::uint64_t expected = 0;
        for (std::uint64_t row = 0; row < rows; ++row)
            expected += (words[row / 64] >> (row % 64) & 1) == 0;
        EXPECT_EQ(plan::find_path_end(plan::lcs_length, {rows, 100}, {words, {}}).value, expected);
    }
}
