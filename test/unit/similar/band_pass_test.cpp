// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/similar/band_checkpoints.hpp"
#include "src/similar/band_pass.hpp"
#include "src/similar/guided_pass.hpp"
#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

using plan::metric;

// The distances of a band, one by one; a cell outside is one more distant than its neighbour to the left or above.
class plain_band
{
public:
    plain_band(letters_t const & first, letters_t const & second, metric const compared) :
        first_{first},
        second_{second},
        cost_of_substitution_{compared == metric::lcs ? 2u : 1u},
        rows_{std::vector<std::uint32_t>(second.size() + 1)}
    {
        std::iota(rows_[0].begin(), rows_[0].end(), 0u);
    }

    void compute(std::uint64_t const rows, plan::interval const & columns)
    {
        for (std::uint64_t left = rows; left != 0; --left)
        {
            std::vector<std::uint32_t> & above = rows_.back();
            std::vector<std::uint32_t> below{above};
            for (std::uint64_t j = 0; j <= columns.begin; ++j)
                ++below[j];
            // What lies to the right was not computed in these rows.
            for (std::uint64_t j = columns.end + 1; j < below.size(); ++j)
                above[j] = above[j - 1] + 1;
            std::uint8_t const letter = first_[rows_.size() - 1];
            for (std::uint64_t j = columns.begin + 1; j <= columns.end; ++j)
                below[j] = std::min(std::min(above[j], below[j - 1]) + 1,
                                    above[j - 1] + (letter == second_[j - 1] ? 0 : cost_of_substitution_));
            for (std::uint64_t j = columns.end + 1; j < below.size(); ++j)
                below[j] = below[j - 1] + 1;
            rows_.push_back(std::move(below));
        }
    }

    // Below the last row.
    std::uint64_t value(std::uint64_t const column) const
    {
        return rows_.back()[column];
    }

    // Below some rows.
    std::uint64_t value(std::uint64_t const row, std::uint64_t const column) const
    {
        return rows_[row][column];
    }

    std::vector<std::vector<std::uint32_t>> const & rows() const
    {
        return rows_;
    }

    // To the next column, below the last row, and to the next row.
    int step_right(std::uint64_t const column) const
    {
        return static_cast<int>(value(column + 1)) - static_cast<int>(value(column));
    }

    int step_down(std::uint64_t const row, std::uint64_t const column) const
    {
        return static_cast<int>(value(row + 1, column)) - static_cast<int>(value(row, column));
    }

private:
    letters_t const & first_;
    letters_t const & second_;
    std::uint32_t cost_of_substitution_;
    std::vector<std::vector<std::uint32_t>> rows_;
};

// The whole matrix.
std::vector<std::vector<std::uint32_t>>
plain_matrix(letters_t const & first, letters_t const & second, metric const compared)
{
    plain_band plain{first, second, compared};
    plain.compute(first.size(), {0, second.size()});
    return plain.rows();
}

// What the words of a border say about a bit: of the indel distance, a match less or more.
int difference(std::span<std::uint64_t const> const words, std::uint64_t const bit, metric const compared)
{
    if (compared == metric::lcs)
        return (words[bit / 64] >> bit % 64 & 1) != 0 ? 1 : -1;
    return static_cast<int>(words[bit / 64 * 2] >> bit % 64 & 1)
         - static_cast<int>(words[bit / 64 * 2 + 1] >> bit % 64 & 1);
}

int step_down(std::span<std::uint64_t const> const words, std::uint64_t const row, metric const compared)
{
    return difference(words, row, compared);
}

// The first column is the highest bit, and a one is a match.
int step_right(std::span<std::uint64_t const> const words, std::uint64_t const column, metric const compared)
{
    int const step = difference(words, column / 64 * 64 + (63 - column % 64), compared);
    return compared == metric::lcs ? -step : step;
}

std::uint64_t round_up(std::uint64_t const size, std::uint64_t const granularity)
{
    return (size + granularity - 1) / granularity * granularity;
}

letters_t make_other(std::mt19937_64 & generator, letters_t const & first)
{
    letters_t other = reference::mutate(generator, first, 4, 3 + reference::random_size(generator, 60));
    switch (reference::random_size(generator, 4))
    {
    case 0: // A long gap.
        other.erase(other.begin() + static_cast<std::ptrdiff_t>(other.size() / 3),
                    other.begin() + static_cast<std::ptrdiff_t>(other.size() / 2));
        break;
    case 1: // Straight down from a corner of a block.
        other = first;
        if (other.size() > 64)
            other.erase(other.begin() + static_cast<std::ptrdiff_t>(other.size() / 128 * 64));
        break;
    case 2: // Unrelated.
        other = reference::random_letters(generator, 1 + reference::random_size(generator, 500), 4);
        break;
    default:
        break;
    }
    return other;
}

} // namespace

namespace
{

// Some columns of each block of rows. None begins before the one above.
std::vector<plan::interval> random_outline(std::mt19937_64 & generator,
                                           std::uint64_t const rows,
                                           std::uint64_t const columns,
                                           std::uint64_t const block_rows)
{
    std::vector<plan::interval> all{};
    std::uint64_t begin = 0;
    for (std::uint64_t row = 0; row < rows; row += block_rows)
    {
        begin += reference::random_size(generator, (columns - 1 - begin) / 64) / 2 * 64;
        std::uint64_t const end = begin + 1 + reference::random_size(generator, columns - 1 - begin);
        all.push_back({begin, std::min(round_up(end, 64), columns)});
    }
    return all;
}

void check_values_of_paths(metric const compared)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    for (int repetition = 0; repetition < 60; ++repetition)
    {
        bool const is_large = repetition % 10 == 0;
        letters_t const first =
            reference::random_letters(generator, 1 + reference::random_size(generator, is_large ? 3000 : 500), 4);
        letters_t const second = make_other(generator, first);
        if (second.empty())
            continue;
        std::uint64_t const block_rows = 64 * (1 + reference::random_size(generator, is_large ? 16 : 4));
        auto const outline = random_outline(generator, first.size(), second.size(), block_rows);
        plain_band plain{first, second, compared};
        for (std::size_t i = 0; i < outline.size(); ++i)
            plain.compute(std::min(block_rows, first.size() - i * block_rows), outline[i]);
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        for (unsigned const threads : {1u, 3u})
        {
            std::vector<std::uint64_t> carries = plan::upper_border(compared, second.size());
            cpu::forward_pass({.rows = rows,
                               .columns = columns,
                               .region = {0, first.size(), 0, second.size()},
                               .borders = {{}, carries},
                               .metric = compared},
                              threads,
                              control,
                              false,
                              {block_rows, outline});
            for (std::uint64_t column = 0; column < second.size(); ++column)
                ASSERT_EQ(step_right(carries, column, compared), plain.step_right(column)) << "column " << column;
            ASSERT_EQ(static_cast<std::int64_t>(first.size()) + plan::distance_along(compared, carries, second.size()),
                      static_cast<std::int64_t>(plain.value(second.size())));
        }
    }
}

} // namespace

// Whatever the outline is.
TEST(forward_pass, values_are_those_of_paths_in_the_outline)
{
    check_values_of_paths(metric::lcs);
    check_values_of_paths(metric::edit);
}

namespace
{

constexpr metric metrics[]{metric::lcs, metric::edit};

// A pair, and what the band of a bound should be.
class band_case
{
public:
    band_case(std::mt19937_64 & generator, std::size_t const size, metric const compared) :
        metric_{compared},
        first_{reference::random_letters(generator, size, 4)},
        second_{make_other(generator, first_)},
        rows_{packing::pack(first_)},
        columns_{packing::pack(second_)},
        prefixes_{plain_matrix(first_, second_, compared)},
        suffixes_{plain_matrix(letters_t{first_.rbegin(), first_.rend()},
                               letters_t{second_.rbegin(), second_.rend()},
                               compared)}
    {}

    alignment::sequence_pair pair() const
    {
        return {rows_, columns_};
    }

    std::uint64_t distance() const
    {
        return prefixes_.back().back();
    }

    similar::band_checkpoints make_checkpoints(plan::checkpoint_grid const & grid, std::uint64_t const max_bytes) const
    {
        return similar::band_checkpoints{grid, {first_.size(), second_.size()}, metric_, max_bytes};
    }

    // A cell on a path that is good enough is never left out, and never in the first column of a band but the matrix's.
    void check_columns(similar::band_checkpoints const & kept, std::uint64_t const max_distance) const
    {
        for (std::uint64_t i = 1; i <= first_.size(); ++i)
        {
            plan::interval const band = kept.columns_of(i - 1);
            ASSERT_EQ(band.begin % kept.grid().column_spacing, 0u);
            for (std::uint64_t j = 0; j <= second_.size(); ++j)
                if (prefixes_[i][j] + suffixes_[first_.size() - i][second_.size() - j] <= max_distance)
                {
                    ASSERT_TRUE(j == 0 ? band.begin == 0 : band.begin < j) << i << ", " << j;
                    ASSERT_LE(j, band.end) << i << ", " << j;
                }
        }
    }

    // All checkpoints of the band, and the cells.
    void check_values(similar::band_checkpoints & kept, similar::band_outcome const & found) const
    {
        auto const [row_spacing, column_spacing] = kept.grid();
        plain_band plain{first_, second_, metric_};
        double cells = 0;
        for (std::uint64_t row = 0; row < first_.size(); row += row_spacing)
        {
            std::uint64_t const end = std::min(first_.size(), row + row_spacing);
            plan::interval const band = kept.columns_of(row);
            plain.compute(end - row, band);
            cells += static_cast<double>((end - row) * band.size());
            std::vector<std::uint64_t> words(row_spacing / 64 * plan::border_words(metric_));
            for (std::uint64_t column = band.begin + column_spacing; column < band.end; column += column_spacing)
            {
                kept.copy({column / column_spacing - 1, row, words}, {});
                for (std::uint64_t i = row; i < end; ++i)
                    ASSERT_EQ(step_down(words, i - row, metric_), plain.step_down(i, column)) << i << ", " << column;
            }
            check_row(kept, row, plain);
        }
        EXPECT_EQ(found.distance, plain.value(second_.size()));
        EXPECT_EQ(found.cells, cells);
    }

private:
    // The carries below a block, tile by tile, also those to the right of it.
    void check_row(similar::band_checkpoints & kept, std::uint64_t const row, plain_band const & plain) const
    {
        auto const [row_spacing, column_spacing] = kept.grid();
        for (std::uint64_t begin = kept.columns_of(row).begin; begin < second_.size(); begin += column_spacing)
        {
            std::uint64_t const end = std::min(second_.size(), begin + column_spacing);
            std::vector<std::uint64_t> words((end - begin + 63) / 64 * plan::border_words(metric_));
            kept.copy({}, {row / row_spacing, begin, words});
            for (std::uint64_t j = begin; j < end; ++j)
                ASSERT_EQ(step_right(words, j - begin, metric_), plain.step_right(j)) << row << ", " << j;
            for (std::uint64_t const word : std::span{words}.last(end % 64 == 0 ? 0 : plan::border_words(metric_)))
                ASSERT_EQ(word << end % 64, 0u);
        }
    }

    metric metric_;
    letters_t first_;
    letters_t second_;
    packing::packed_sequence rows_;
    packing::packed_sequence columns_;
    std::vector<std::vector<std::uint32_t>> prefixes_;
    std::vector<std::vector<std::uint32_t>> suffixes_;
};

} // namespace

class band_pass_vectors : public vector_test
{};

INSTANTIATE_TEST_SUITE_P(all_targets, band_pass_vectors, ::testing::ValuesIn(vector_targets()), vector_target_name);

// With fewer strips than threads and with more.
TEST_P(band_pass_vectors, the_band_has_all_paths_that_are_good_enough)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    for (int repetition = 0; repetition < 20; ++repetition)
    {
        bool const is_large = repetition % 10 < 2;
        metric const compared = metrics[repetition % 2];
        band_case const one{generator, is_large ? 1500 : 200 + reference::random_size(generator, 300), compared};
        if (one.pair().second.size() == 0)
            continue;
        std::uint64_t const bound = one.distance() + reference::random_size(generator, is_large ? 400 : 4);
        std::uint64_t const block_rows = (is_large ? 512 : 64) * (1 + reference::random_size(generator, 1));
        plan::checkpoint_grid const grid{block_rows, std::uint64_t{64} << reference::random_size(generator, 2)};
        for (unsigned const threads : {1u, 2u + static_cast<unsigned>(reference::random_size(generator, 7))})
        {
            runtime::task_control control{execution, one.pair().cells()};
            similar::band_checkpoints kept = one.make_checkpoints(grid, 1 << 30);
            auto const found =
                similar::compute_band({one.pair(), compared, bound, block_rows, threads, true, &kept}, control);
            ASSERT_EQ(found.distance, one.distance());
            EXPECT_NEAR(control.cells_done(), one.pair().cells(), 1);
            one.check_columns(kept, bound);
            one.check_values(kept, found);
            auto const without =
                similar::compute_band({one.pair(), compared, bound, block_rows, threads, false, nullptr}, control);
            EXPECT_EQ(without.distance, one.distance());
            EXPECT_LE(without.cells, found.cells);
        }
    }
}

// Not a byte more than allowed, and what was counted as progress is known.
TEST(band_pass, ends_when_the_memory_does_not_suffice)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    plan::checkpoint_grid const grid{128, 64};
    for (metric const compared : metrics)
    {
        band_case const one{generator, 1000, compared};
        runtime::task_control silent{execution, 0};
        similar::band_checkpoints all = one.make_checkpoints(grid, 1 << 30);
        similar::compute_band({one.pair(), compared, one.distance(), grid.row_spacing, 1, false, &all}, silent);
        for (unsigned threads = 1; threads <= 9; ++threads)
            for (std::uint64_t const max_bytes : {std::uint64_t{0}, all.bytes() / 2, all.bytes() - 1, all.bytes()})
            {
                runtime::task_control control{execution, one.pair().cells()};
                similar::band_checkpoints kept = one.make_checkpoints(grid, max_bytes);
                auto const found = similar::compute_band(
                    {one.pair(), compared, one.distance(), grid.row_spacing, threads, true, &kept},
                    control);
                EXPECT_EQ(found.is_out_of_memory, max_bytes < all.bytes());
                EXPECT_FALSE(found.is_too_distant);
                EXPECT_EQ(found.distance, found.is_out_of_memory ? 0 : one.distance());
                EXPECT_NEAR(control.cells_done(), found.reported_cells, 1);
            }
    }
}

TEST(band_pass, no_columns_where_nothing_suffices)
{
    plan::execution const execution{};
    auto const letters = packing::pack(letters_t(300, 1));
    auto const others = packing::pack(letters_t(303, 1));
    for (metric const compared : metrics)
        for (unsigned const threads : {1u, 3u})
        {
            runtime::task_control control{execution, 0};
            similar::band_checkpoints kept{{64, 64}, {300, 300}, compared, 1 << 20};
            auto const found =
                similar::compute_band({{letters, letters}, compared, 0, 64, threads, false, &kept}, control);
            EXPECT_EQ(found.distance, 0u);
            EXPECT_FALSE(found.is_too_distant);
            EXPECT_EQ(kept.columns_of(0), (plan::interval{0, 64}));
            auto const none =
                similar::compute_band({{letters, others}, compared, 2, 64, threads, false, nullptr}, control);
            EXPECT_TRUE(none.is_too_distant);
            EXPECT_EQ(none.cells, 0);
        }
}

// The parts of all threads are those of one path: where all letters but some match, nearly all of them are found.
TEST(guided_pass, parts_of_a_guide_have_one_path)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    std::size_t const size = 150'000;
    std::uint64_t const middle = size / 2;
    std::uint64_t const gap = reference::random_size(generator, 100);
    letters_t const first = reference::random_letters(generator, size, 4);
    letters_t second = first;
    second.insert(second.begin() + size / 2, gap, 0);
    auto const rows = packing::pack(first);
    auto const columns = packing::pack(second);
    std::vector<similar::seed> const seeds{{0, 0, middle}, {middle, middle + gap, size - middle}};
    similar::guide const path{seeds, first.size(), second.size()};
    for (metric const compared : metrics)
        for (unsigned threads = 1; threads <= 9; ++threads)
        {
            similar::guided_pass const pass{{rows, columns}, compared, path, threads};
            std::uint64_t const distance = pass.run(control);
            EXPECT_GE(distance, gap);
            EXPECT_LE(distance, gap + 2 * 64 * (threads - 1)) << threads << " threads, gap " << gap;
            EXPECT_LT(pass.cells(), 0.02 * static_cast<double>(size) * static_cast<double>(size));
        }
}
