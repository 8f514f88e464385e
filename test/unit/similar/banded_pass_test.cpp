// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/similar/banded_pass.hpp"

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
        row_(second.size() + 1)
    {}

    void compute(std::uint64_t const rows, plan::interval const & columns)
    {
        for (std::uint64_t left = rows; left != 0; --left, ++rows_done_)
        {
            std::vector<std::uint32_t> below{row_};
            // What lies to the right was not computed in these rows.
            for (std::uint64_t j = columns.end + 1; j < below.size(); ++j)
                below[j] = row_[j] = row_[columns.end];
            for (std::uint64_t j = columns.begin + 1; j <= columns.end; ++j)
                below[j] = first_[rows_done_] == second_[j - 1] ? row_[j - 1] + 1 : std::max(row_[j], below[j - 1]);
            for (std::uint64_t j = columns.end + 1; j < below.size(); ++j)
                below[j] = below[columns.end];
            row_ = std::move(below);
        }
    }

    std::uint64_t value(std::uint64_t const column) const
    {
        return row_[column];
    }

private:
    letters_t const & first_;
    letters_t const & second_;
    std::vector<std::uint32_t> row_;
    std::uint64_t rows_done_{};
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
        similar::banded_pass pass{{rows, columns}, 1 + repetition % 2u, control};
        plain_band plain{first, second};
        plan::interval band{};
        while (pass.rows_done() < first.size())
        {
            std::uint64_t const block = std::min<std::uint64_t>(64 * (1 + reference::random_size(generator, 2)),
                                                                first.size() - pass.rows_done());
            std::uint64_t const begin =
                band.begin + reference::random_size(generator, (second.size() - 1 - band.begin) / 64) / 2 * 64;
            std::uint64_t const end = begin + 1 + reference::random_size(generator, second.size() - 1 - begin);
            band = {begin, std::min<std::uint64_t>(round_up(end, 64), second.size())};
            pass.compute(block, band, {}, false);
            plain.compute(block, band);
            ASSERT_EQ(pass.last_value(), plain.value(band.end));
            for (std::uint64_t column = band.begin; column < band.end; ++column)
                ASSERT_EQ(pass.carries()[(column - band.begin) / 64] >> (63 - column % 64) & 1,
                          plain.value(column + 1) - plain.value(column))
                    << "column " << column << " below row " << pass.rows_done();
        }
    }
}

// A cell on a path with enough matches is never left out, and never in the first column of a band but the matrix's.
TEST(banded_pass, next_columns_have_all_long_enough_paths)
{
    auto generator = reference::make_generator();
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    for (int repetition = 0; repetition < 60; ++repetition)
    {
        letters_t const first = reference::random_letters(generator, 200 + reference::random_size(generator, 300), 4);
        letters_t const second = make_other(generator, first);
        if (second.empty())
            continue;
        auto const prefixes = reference::lcs_matrix(first, second);
        letters_t const first_reversed{first.rbegin(), first.rend()};
        letters_t const second_reversed{second.rbegin(), second.rend()};
        auto const suffixes = reference::lcs_matrix(first_reversed, second_reversed);
        std::uint64_t const length = prefixes.back().back();
        std::uint64_t const bound = length - std::min<std::uint64_t>(length, reference::random_size(generator, 2));
        std::uint64_t const granularity = 64 << reference::random_size(generator, 2);

        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        similar::banded_pass pass{{rows, columns}, 1, control};
        while (pass.rows_done() < first.size())
        {
            std::uint64_t const begin = pass.rows_done();
            std::uint64_t const block =
                std::min<std::uint64_t>(64 * (1 + reference::random_size(generator, 2)), first.size() - begin);
            auto const band = pass.next_columns(bound, block, granularity);
            ASSERT_TRUE(band);
            ASSERT_EQ(band->begin % granularity, 0u);
            for (std::uint64_t i = begin + 1; i <= begin + block; ++i)
                for (std::uint64_t j = 0; j <= second.size(); ++j)
                    if (prefixes[i][j] + suffixes[first.size() - i][second.size() - j] >= bound)
                    {
                        ASSERT_TRUE(j == 0 ? band->begin == 0 : band->begin < j) << i << ", " << j;
                        ASSERT_LE(j, band->end) << i << ", " << j;
                    }
            pass.compute(block, *band, {}, false);
        }
        ASSERT_EQ(pass.last_value(), length);
    }
}

TEST(banded_pass, no_columns_where_nothing_suffices)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    auto const first = packing::pack(letters_t(300, 1));
    auto const second = packing::pack(letters_t(300, 1));
    similar::banded_pass pass{{first, second}, 1, control};
    EXPECT_FALSE(pass.next_columns(301, 64, 64));
    auto const all = pass.next_columns(300, 64, 64);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->begin, 0u);
    EXPECT_EQ(all->end, 64u);
}
