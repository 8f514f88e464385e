// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Checks of the rows of alignments.
 */

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <ranges>
#include <string>
#include <tuple>
#include <vector>

#include <seqan3/alignment/decorator/gap_decorator.hpp>
#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/all.hpp>
#include <seqan3/utility/views/all.hpp>

#include <reference/random_path.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/all.hpp>
#include <seqan3_gpulcs/pairwise/result_builder.hpp>

#include "alignment_check.hpp"
#include "unit/pairwise/tested_backend.hpp"

namespace alignment_row_check
{

using namespace seqan3_gpulcs;

template <typename sequence_t>
using unaligned_t = decltype(std::declval<sequence_t &>() | seqan3::views::type_reduce | seqan3::views::slice(0, 0));

template <typename sequence_t>
using row_t = pairwise::alignment_row<unaligned_t<sequence_t>>;

inline std::size_t letter_count(std::vector<alignment::run> const & runs, alignment::operation const gap)
{
    std::size_t letters = 0;
    for (alignment::run const & run : runs)
        letters += run.operation == gap ? 0 : run.count;
    return letters;
}

// SeqAn3's row, gap by gap.
template <typename sequence_t>
auto make_decorator(sequence_t & sequence, std::vector<alignment::run> const & runs, alignment::operation const gap)
{
    seqan3::gap_decorator<unaligned_t<sequence_t>> row{};
    assign_unaligned(row, sequence | seqan3::views::type_reduce | seqan3::views::slice(0, sequence.size()));
    std::size_t column = 0;
    for (alignment::run const & run : runs)
    {
        if (run.operation == gap)
            row.insert_gap(std::ranges::next(row.begin(), static_cast<std::ptrdiff_t>(column)), run.count);
        column += run.count;
    }
    return row;
}

// Everything that can be read.
template <typename row_t, typename expected_t>
void expect_same(std::mt19937_64 & generator, row_t const & row, expected_t const & decorator)
{
    using letter_t = std::ranges::range_value_t<row_t>;
    std::vector<letter_t> const expected(decorator.begin(), decorator.end());
    auto const size = static_cast<std::ptrdiff_t>(expected.size());
    ASSERT_EQ(row.size(), expected.size());
    ASSERT_EQ(row.end() - row.begin(), size);
    ASSERT_EQ(row.empty(), expected.empty());

    EXPECT_TRUE(std::ranges::equal(row, expected));
    EXPECT_TRUE(std::ranges::equal(row | std::views::reverse, expected | std::views::reverse));
    EXPECT_EQ(std::vector<letter_t>(row.begin(), row.end()), expected);
    EXPECT_THROW(row.at(expected.size()), std::out_of_range);
    if (size == 0)
        return;

    EXPECT_EQ(row.front(), expected.front());
    EXPECT_EQ(row.back(), expected.back());
    // Jumps, and steps from where they end.
    auto it = row.begin();
    for (unsigned jump = 0; jump < 300; ++jump)
    {
        auto const to = static_cast<std::ptrdiff_t>(reference::random_size(generator, expected.size()));
        auto const from = it - row.begin();
        switch (reference::random_size(generator, 3))
        {
        case 0:
            it += to - from;
            break;
        case 1:
            it -= from - to;
            break;
        case 2:
            it = (to - size) + row.end();
            break;
        default:
            it = row.end() - (size - to);
        }
        ASSERT_EQ(it - row.begin(), to);
        ASSERT_EQ(it < row.end(), to < size);
        ASSERT_EQ(it == row.end(), to == size);
        if (to < size)
        {
            ASSERT_EQ(*it, expected[static_cast<std::size_t>(to)]);
            ASSERT_EQ(row[to], expected[static_cast<std::size_t>(to)]);
            ASSERT_EQ(row.at(static_cast<std::size_t>(to)), expected[static_cast<std::size_t>(to)]);
            ASSERT_EQ(row.end()[to - size], expected[static_cast<std::size_t>(to)]);
        }
        std::ptrdiff_t at = to;
        for (unsigned step = 0; step < 40; ++step)
        {
            bool const is_forward = at == 0 || (at != size && reference::random_size(generator, 2) != 0);
            if (is_forward)
            {
                ASSERT_EQ(*it++, expected[static_cast<std::size_t>(at++)]);
            }
            else
            {
                ASSERT_EQ(*--it, expected[static_cast<std::size_t>(--at)]);
            }
        }
    }
}

// Both rows of an alignment, against SeqAn3's.
template <typename letter_t>
void check(std::mt19937_64 & generator, std::vector<alignment::run> const & runs)
{
    constexpr std::array gaps{alignment::operation::deletion, alignment::operation::insertion};
    alignment::path const path = reference::make_path(runs);
    pairwise::detail::shared_columns const columns{path.words(), path.columns()};
    for (unsigned number = 0; number < 2; ++number)
    {
        constexpr unsigned letters = std::min<unsigned>(seqan3::alphabet_size<letter_t>, 256);
        auto const sequence =
            alignment_check::random_sequence<letter_t>(generator, letter_count(runs, gaps[number]), letters);
        using sequence_t = std::vector<letter_t> const;
        auto const row = pairwise::make_row<row_t<sequence_t>>(sequence, {.end = sequence.size()}, columns, number);
        auto const decorator = make_decorator(sequence, runs, gaps[number]);
        expect_same(generator, row, decorator);
    }
}

// Rows of many lengths, and with gaps of many lengths.
template <typename letter_t>
void check_rows()
{
    auto generator = reference::make_generator();
    for (std::size_t const columns : {0, 1, 2, 31, 32, 33, 255, 256, 257, 511, 512, 513, 2000})
        for (std::uint64_t const length : {1, 3, 100})
            check<letter_t>(generator, reference::random_runs_of(generator, columns, length));
    for (alignment::operation const operation : {alignment::operation::insertion,
                                                 alignment::operation::deletion,
                                                 alignment::operation::match,
                                                 alignment::operation::substitution})
        for (std::size_t const columns : {1, 32, 256, 1000})
            check<letter_t>(generator, {{operation, columns}});
}

inline auto const everything = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme | tested::bit_parallel();

template <typename first_t, typename second_t>
auto align(first_t & first, second_t & second)
{
    return (*seqan3::align_pairwise(std::tie(first, second), everything).begin()).alignment();
}

template <typename row_t>
std::string text_of(row_t && row)
{
    std::string text{};
    for (auto && letter : row)
        text += seqan3::to_char(letter);
    return text;
}

// A range as the first and as the second sequence.
template <typename range_t>
void check_range(range_t && range)
{
    using namespace seqan3::literals;
    std::vector<seqan3::dna4> const other{"ACTTGACTACGA"_dna4};
    EXPECT_EQ(text_of(std::get<0>(align(range, other))), "ACGTTG-CATTACGGA");
    EXPECT_EQ(text_of(std::get<0>(align(other, range))).size(), 16u);
    EXPECT_EQ(std::ranges::size(std::get<1>(align(other, range))), 16u);
}

} // namespace alignment_row_check
