// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/similar/band_prover.hpp"
#include "unit/similar/plain_comparison.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;
using cells_t = std::vector<std::vector<std::uint64_t>>;
using mask_t = std::vector<std::vector<char>>;

// More than any distance, and a sum of some of them is no overflow.
constexpr std::uint64_t unreachable{1u << 20};

// A pair, and bands of its matrix that are computed cell by cell: in distances, where a mismatch costs 1 or 2.
class toy_pair
{
public:
    toy_pair(letters_t first, letters_t second, plan::metric const metric) :
        first_{std::move(first)},
        second_{std::move(second)},
        metric_{metric},
        from_begin_{distances(mask_t(rows() + 1, std::vector<char>(columns() + 1, 1)))}
    {
        std::ranges::reverse(first_);
        std::ranges::reverse(second_);
        to_end_ = distances(mask_t(rows() + 1, std::vector<char>(columns() + 1, 1)));
        std::ranges::reverse(first_);
        std::ranges::reverse(second_);
        std::ranges::reverse(to_end_);
        for (auto & row : to_end_)
            std::ranges::reverse(row);
    }

    std::size_t rows() const noexcept
    {
        return first_.size();
    }

    std::size_t columns() const noexcept
    {
        return second_.size();
    }

    std::uint64_t distance_at(std::uint64_t const value) const noexcept
    {
        return metric_ == plan::metric::lcs ? rows() + columns() - 2 * value : value;
    }

    std::uint64_t value_at(std::uint64_t const distance) const noexcept
    {
        return metric_ == plan::metric::lcs ? (rows() + columns() - distance) / 2 : distance;
    }

    // All cells of paths up to a distance, and some others: of these, one in so many; none if it is 0.
    mask_t band(std::uint64_t const max_distance, unsigned const one_in, std::mt19937_64 & generator) const
    {
        mask_t cells(rows() + 1, std::vector<char>(columns() + 1));
        for (std::size_t i = 0; i <= rows(); ++i)
            for (std::size_t j = 0; j <= columns(); ++j)
                cells[i][j] = from_begin_[i][j] + to_end_[i][j] <= max_distance
                           || (one_in != 0 && reference::random_size(generator, one_in - 1) == 0);
        return cells;
    }

    // The value of the best path in a band, if there is one.
    std::optional<std::uint64_t> value_in(mask_t const & band) const
    {
        std::uint64_t const distance = distances(band).back().back();
        return distance < unreachable ? std::optional{value_at(distance)} : std::nullopt;
    }

    // Whether a band has all cells of all best paths.
    bool has_best_paths(mask_t const & band) const
    {
        for (std::size_t i = 0; i <= rows(); ++i)
            for (std::size_t j = 0; j <= columns(); ++j)
                if (from_begin_[i][j] + to_end_[i][j] == from_begin_.back().back() && !band[i][j])
                    return false;
        return true;
    }

private:
    cells_t distances(mask_t const & band) const
    {
        std::uint64_t const mismatch = metric_ == plan::metric::lcs ? 2 : 1;
        cells_t found(rows() + 1, std::vector<std::uint64_t>(columns() + 1, unreachable));
        for (std::size_t i = 0; i <= rows(); ++i)
            for (std::size_t j = 0; j <= columns(); ++j)
            {
                std::uint64_t & cell = found[i][j];
                if (!band[i][j])
                    continue;
                if (i == 0 && j == 0)
                    cell = 0;
                if (i != 0)
                    cell = std::min(cell, found[i - 1][j] + 1);
                if (j != 0)
                    cell = std::min(cell, found[i][j - 1] + 1);
                if (i != 0 && j != 0)
                    cell = std::min(cell, found[i - 1][j - 1] + (first_[i - 1] == second_[j - 1] ? 0 : mismatch));
                cell = std::min(cell, unreachable);
            }
        return found;
    }

    letters_t first_;
    letters_t second_;
    plan::metric metric_;
    cells_t from_begin_;
    cells_t to_end_{};
};

class similar_band_prover : public testing::TestWithParam<plan::metric>
{
protected:
    bool is_lcs() const
    {
        return GetParam() == plan::metric::lcs;
    }

    // Whether a value is no worse than another one.
    bool is_as_good(std::uint64_t const value, std::uint64_t const other) const
    {
        return is_lcs() ? value >= other : value <= other;
    }

    // A value that sequences of these sizes may have: any, or one near another one.
    std::uint64_t random_value(toy_pair const & toy, std::optional<std::uint64_t> const & near = {})
    {
        std::uint64_t const shorter = std::min(toy.rows(), toy.columns());
        std::uint64_t const longer = std::max(toy.rows(), toy.columns());
        std::uint64_t const least = is_lcs() ? 0 : longer - shorter;
        if (!near)
            return least + reference::random_size(generator, shorter);
        std::uint64_t const more = *near + reference::random_size(generator, 6);
        return std::clamp(more < 3 ? 0 : more - 3, least, least + shorter);
    }

    // Repeats passes until one settles the pair, and compares with what the whole matrix has.
    void check(toy_pair const & toy, alignment::sequence_pair const & pair, std::uint64_t const expected)
    {
        std::uint64_t const guess =
            reference::random_size(generator, 3) == 0 ? random_value(toy) : random_value(toy, expected);
        auto const one_in = static_cast<unsigned>(reference::random_size(generator, 3));
        similar::band_prover prover{pair, GetParam(), guess};
        std::uint64_t const threshold = is_lcs() ? pair.min_length : pair.max_distance;
        bool const is_of_interest = is_as_good(expected, threshold);
        // A bound that is too good costs another pass, unless it is the threshold, which rules the pair out.
        bool const needs_one = is_as_good(expected, prover.bound()) || prover.bound() == threshold;
        std::uint64_t const nothing = is_lcs() ? 0 : alignment::too_distant;
        for (unsigned passes = 1; passes <= 2; ++passes)
        {
            ASSERT_TRUE(is_as_good(prover.bound(), threshold));
            mask_t const band = toy.band(toy.distance_at(prover.bound()), one_in, generator);
            std::uint64_t const found = toy.value_in(band).value_or(nothing);
            if (!prover.settles(found))
            {
                // No wider than a path needs that is known.
                ASSERT_TRUE(is_as_good(prover.bound(), found));
                continue;
            }
            ++(passes == 1 ? settled_at_once_ : settled_later_);
            if (!is_of_interest)
                ASSERT_FALSE(is_as_good(found, threshold));
            else
            {
                ASSERT_EQ(found, expected);
                ASSERT_TRUE(toy.has_best_paths(band));
            }
            ASSERT_EQ(passes == 1, needs_one);
            return;
        }
        FAIL() << "more than two passes";
    }

    // Compares the pair, with and without a threshold.
    void check_pair(letters_t const & first, letters_t const & second)
    {
        toy_pair const toy{first, second, GetParam()};
        std::uint64_t const expected = toy.value_at(plain_comparison{first, second, GetParam()}.distance);
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        alignment::sequence_pair pair{rows, columns};
        ASSERT_NO_FATAL_FAILURE(check(toy, pair, expected));
        (is_lcs() ? pair.min_length : pair.max_distance) = random_value(toy, expected);
        ASSERT_NO_FATAL_FAILURE(check(toy, pair, expected));
    }

    std::mt19937_64 generator{reference::make_generator()};
    unsigned settled_at_once_{};
    unsigned settled_later_{};
};

} // namespace

INSTANTIATE_TEST_SUITE_P(all_metrics,
                         similar_band_prover,
                         testing::Values(plan::metric::lcs, plan::metric::edit),
                         [](auto const & tested)
                         {
                             return tested.param == plan::metric::lcs ? "lcs" : "edit";
                         });

// Whatever else the bands have.
TEST_P(similar_band_prover, two_passes_find_what_the_whole_matrix_has)
{
    for (unsigned i = 0; i < reference::case_count(3000, 100'000); ++i)
    {
        auto const alphabet = static_cast<unsigned>(1 + reference::random_size(generator, 4));
        auto const first = reference::random_letters(generator, 1 + reference::random_size(generator, 12), alphabet);
        auto const second =
            i % 2 == 0 ? reference::random_letters(generator, 1 + reference::random_size(generator, 12), alphabet)
                       : reference::mutate(generator, first, alphabet, 1 + reference::random_size(generator, 4));
        if (second.empty())
            continue;
        ASSERT_NO_FATAL_FAILURE(check_pair(first, second))
            << testing::PrintToString(first) << " x " << testing::PrintToString(second) << ", seed "
            << reference::seed();
    }
    EXPECT_GT(settled_at_once_, 1000u);
    EXPECT_GT(settled_later_, 100u);
}
