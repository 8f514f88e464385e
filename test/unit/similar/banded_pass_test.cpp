// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/similar/band_checkpoints.hpp"
#include "src/similar/band_wavefront.hpp"
#include "src/similar/banded_pass.hpp"
#include "src/similar/guided_pass.hpp"
#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// The cells of a band, one by one; those outside take the value of the nearest cell to the left or above.
class plain_band
{
public:
    plain_band(letters_t const & first, letters_t const & second) :
        first_{first},
        second_{second},
        rows_{std::vector<std::uint32_t>(second.size() + 1)}
    {}

    void compute(std::uint64_t const rows, plan::interval const & columns)
    {
        for (std::uint64_t left = rows; left != 0; --left)
        {
            std::vector<std::uint32_t> & above = rows_.back();
            std::vector<std::uint32_t> below{above};
            // What lies to the right was not computed in these rows.
            for (std::uint64_t j = columns.end + 1; j < below.size(); ++j)
                below[j] = above[j] = above[columns.end];
            std::uint8_t const letter = first_[rows_.size() - 1];
            for (std::uint64_t j = columns.begin + 1; j <= columns.end; ++j)
                below[j] = letter == second_[j - 1] ? above[j - 1] + 1 : std::max(above[j], below[j - 1]);
            for (std::uint64_t j = columns.end + 1; j < below.size(); ++j)
                below[j] = below[columns.end];
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

private:
    letters_t const & first_;
    letters_t const & second_;
    std::vector<std::vector<std::uint32_t>> rows_;
};

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

// Whatever the intervals are.
TEST(banded_pass, values_are_those_of_paths_in_the_band)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    for (int repetition = 0; repetition < 60; ++repetition)
    {
        letters_t const first = reference::random_letters(generator, 1 + reference::random_size(generator, 500), 4);
        letters_t const second = make_other(generator, first);
        if (second.empty())
            continue;
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        similar::banded_pass pass{{rows, columns}, {0, first.size(), 0, second.size()}, control};
        plain_band plain{first, second};
        plan::interval band{};
        while (pass.next_row() < first.size())
        {
            std::uint64_t const block = std::min<std::uint64_t>(64 * (1 + reference::random_size(generator, 2)),
                                                                first.size() - pass.next_row());
            std::uint64_t const begin =
                band.begin + reference::random_size(generator, (second.size() - 1 - band.begin) / 64) / 2 * 64;
            std::uint64_t const end = begin + 1 + reference::random_size(generator, second.size() - 1 - begin);
            band = {begin, std::min<std::uint64_t>(round_up(end, 64), second.size())};
            pass.compute(block, band);
            plain.compute(block, band);
            ASSERT_EQ(pass.last_value(), plain.value(band.end));
            for (std::uint64_t column = band.begin; column < band.end; ++column)
                ASSERT_EQ(pass.carries()[(column - band.begin) / 64] >> (63 - column % 64) & 1,
                          plain.value(column + 1) - plain.value(column))
                    << "column " << column << " below row " << pass.next_row();
        }
    }
}

namespace
{

// A pair, and what the band of a bound should be.
class band_case
{
public:
    band_case(std::mt19937_64 & generator, std::size_t const size) :
        first_{reference::random_letters(generator, size, 4)},
        second_{make_other(generator, first_)},
        rows_{packing::pack(first_)},
        columns_{packing::pack(second_)},
        prefixes_{reference::lcs_matrix(first_, second_)},
        suffixes_{reference::lcs_matrix(letters_t{first_.rbegin(), first_.rend()},
                                        letters_t{second_.rbegin(), second_.rend()})}
    {}

    alignment::sequence_pair pair() const
    {
        return {rows_, columns_};
    }

    std::uint64_t length() const
    {
        return prefixes_.back().back();
    }

    // A cell on a path with enough matches is never left out, and never in the first column of a band but the matrix's.
    void check_columns(similar::band_checkpoints const & kept, std::uint64_t const bound) const
    {
        for (std::uint64_t i = 1; i <= first_.size(); ++i)
        {
            plan::interval const band = kept.columns_of(i - 1);
            ASSERT_EQ(band.begin % kept.grid().column_spacing, 0u);
            for (std::uint64_t j = 0; j <= second_.size(); ++j)
                if (prefixes_[i][j] + suffixes_[first_.size() - i][second_.size() - j] >= bound)
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
        plain_band plain{first_, second_};
        double cells = 0;
        for (std::uint64_t row = 0; row < first_.size(); row += row_spacing)
        {
            std::uint64_t const end = std::min(first_.size(), row + row_spacing);
            plan::interval const band = kept.columns_of(row);
            plain.compute(end - row, band);
            cells += static_cast<double>((end - row) * band.size());
            std::vector<std::uint64_t> words(row_spacing / 64);
            for (std::uint64_t column = band.begin + column_spacing; column < band.end; column += column_spacing)
            {
                kept.copy({column / column_spacing - 1, row, words}, {});
                for (std::uint64_t i = row; i < end; ++i)
                    ASSERT_EQ(~words[(i - row) / 64] >> i % 64 & 1, plain.value(i + 1, column) - plain.value(i, column))
                        << i << ", " << column;
            }
            check_row(kept, row, plain);
        }
        EXPECT_EQ(found.length, plain.value(second_.size()));
        EXPECT_EQ(found.cells, cells);
    }

private:
    // The carries below a block, tile by tile, also those to the right of it.
    void check_row(similar::band_checkpoints & kept, std::uint64_t const row, plain_band const & plain) const
    {
        auto const [row_spacing, column_spacing] = kept.grid();
        std::vector<std::uint64_t> words(column_spacing / 64);
        for (std::uint64_t begin = kept.columns_of(row).begin; begin < second_.size(); begin += column_spacing)
        {
            kept.copy({}, {row / row_spacing, begin, words});
            for (std::uint64_t j = begin; j < std::min(second_.size(), begin + column_spacing); ++j)
                ASSERT_EQ(words[(j - begin) / 64] >> (63 - j % 64) & 1, plain.value(j + 1) - plain.value(j))
                    << row << ", " << j;
        }
    }

    letters_t first_;
    letters_t second_;
    packing::packed_sequence rows_;
    packing::packed_sequence columns_;
    reference::matrix prefixes_;
    reference::matrix suffixes_;
};

} // namespace

class band_wavefront_vectors : public vector_test
{};

INSTANTIATE_TEST_SUITE_P(all_targets,
                         band_wavefront_vectors,
                         ::testing::ValuesIn(vector_targets()),
                         vector_target_name);

// With fewer strips than threads and with more.
TEST_P(band_wavefront_vectors, the_band_has_all_long_enough_paths)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    for (int repetition = 0; repetition < 20; ++repetition)
    {
        bool const is_large = repetition % 10 == 0;
        band_case const one{generator, is_large ? 1500 : 200 + reference::random_size(generator, 300)};
        if (one.pair().second.size() == 0)
            continue;
        std::uint64_t const bound =
            one.length() - std::min<std::uint64_t>(one.length(), reference::random_size(generator, is_large ? 200 : 2));
        std::uint64_t const block_rows = (is_large ? 512 : 64) * (1 + reference::random_size(generator, 1));
        plan::checkpoint_grid const grid{block_rows, std::uint64_t{64} << reference::random_size(generator, 2)};
        for (unsigned const threads : {1u, 2u + static_cast<unsigned>(reference::random_size(generator, 7))})
        {
            runtime::task_control control{execution, one.pair().cells()};
            similar::band_checkpoints kept{grid, one.pair().first.size(), 1 << 30};
            auto const found = similar::compute_band({one.pair(), bound, block_rows, threads, true, &kept}, control);
            ASSERT_EQ(found.length, one.length());
            EXPECT_NEAR(control.cells_done(), one.pair().cells(), 1);
            one.check_columns(kept, bound);
            one.check_values(kept, found);
            auto const without =
                similar::compute_band({one.pair(), bound, block_rows, threads, false, nullptr}, control);
            EXPECT_EQ(without.length, one.length());
            EXPECT_LE(without.cells, found.cells);
        }
    }
}

// Not a byte more than allowed, and what was counted as progress is known.
TEST(band_wavefront, ends_when_the_memory_does_not_suffice)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    band_case const one{generator, 1000};
    plan::checkpoint_grid const grid{128, 64};
    runtime::task_control silent{execution, 0};
    similar::band_checkpoints all{grid, one.pair().first.size(), 1 << 30};
    similar::compute_band({one.pair(), one.length(), grid.row_spacing, 1, false, &all}, silent);
    for (unsigned threads = 1; threads <= 9; ++threads)
        for (std::uint64_t const max_bytes : {std::uint64_t{0}, all.bytes() / 2, all.bytes() - 1, all.bytes()})
        {
            runtime::task_control control{execution, one.pair().cells()};
            similar::band_checkpoints kept{grid, one.pair().first.size(), max_bytes};
            auto const found =
                similar::compute_band({one.pair(), one.length(), grid.row_spacing, threads, true, &kept}, control);
            EXPECT_EQ(found.is_out_of_memory, max_bytes < all.bytes());
            EXPECT_EQ(found.length, found.is_out_of_memory ? 0 : one.length());
            EXPECT_NEAR(control.cells_done(), found.reported_cells, 1);
        }
}

TEST(band_wavefront, no_columns_where_nothing_suffices)
{
    plan::execution const execution{};
    auto const letters = packing::pack(letters_t(300, 1));
    for (unsigned const threads : {1u, 3u})
    {
        runtime::task_control control{execution, 0};
        similar::band_checkpoints kept{{64, 64}, 300, 1 << 20};
        auto const found = similar::compute_band({{letters, letters}, 300, 64, threads, false, &kept}, control);
        EXPECT_EQ(found.length, 300u);
        EXPECT_EQ(kept.columns_of(0), (plan::interval{0, 64}));
        auto const none = similar::compute_band({{letters, letters}, 301, 64, threads, false, nullptr}, control);
        EXPECT_EQ(none.length, 0u);
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
    for (unsigned threads = 1; threads <= 9; ++threads)
    {
        similar::guided_pass const pass{{rows, columns}, path, threads};
        std::uint64_t const matches = pass.run(control);
        EXPECT_LE(matches, size);
        EXPECT_GE(matches, size - 64 * (threads - 1)) << threads << " threads, gap " << gap;
        EXPECT_LT(pass.cells(), 0.02 * static_cast<double>(size) * static_cast<double>(size));
    }
}
