// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include <reference/counted_allocations.hpp>
#include <reference/random_path.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/pairwise/detail/shared_columns.hpp>

using namespace seqan3_gpulcs;
using pairwise::detail::letter_bits;
using pairwise::detail::shared_columns;

namespace
{

// Every place of both rows, against the runs.
void check(std::vector<alignment::run> const & runs)
{
    alignment::path const path = reference::make_path(runs);
    shared_columns const columns{path.words(), path.columns()};
    ASSERT_EQ(columns.size(), path.columns());

    constexpr std::array gaps{alignment::operation::deletion, alignment::operation::insertion};
    for (unsigned row = 0; row < 2; ++row)
    {
        letter_bits const bits = columns.row(row);
        std::uint64_t remaining_columns = path.columns();
        std::uint64_t letters = 0;
        for (alignment::run const & run : runs)
            for (std::uint64_t i = 0; i < run.count; ++i)
            {
                ASSERT_EQ(bits.letters_before(remaining_columns), letters)
                    << remaining_columns << " of " << path.columns();
                ASSERT_EQ(bits.has_letter(remaining_columns), run.operation != gaps[row]) << remaining_columns;
                letters += run.operation != gaps[row];
                --remaining_columns;
            }
        ASSERT_EQ(bits.letters_before(0), letters);
    }
}

} // namespace

// Around the sizes of words and blocks.
TEST(shared_columns, any_number_of_columns)
{
    auto generator = reference::make_generator();
    for (std::size_t const middle : {0, 32, 64, 224, 256, 288, 512, 768, 1024, 4096})
        for (std::size_t size = middle - std::min<std::size_t>(middle, 2); size <= middle + 2; ++size)
        {
            // Mostly short, mostly long.
            check(reference::random_runs_of(generator, size, 3));
            check(reference::random_runs_of(generator, size, 300));
            // A single run.
            for (auto const operation : {alignment::operation::match,
                                         alignment::operation::insertion,
                                         alignment::operation::deletion,
                                         alignment::operation::substitution})
                check(size == 0 ? std::vector<alignment::run>{} : std::vector{alignment::run{operation, size}});
            if (::testing::Test::HasFatalFailure())
                return;
        }
}

TEST(shared_columns, none)
{
    EXPECT_EQ(shared_columns{}.size(), 0u);
    EXPECT_EQ((shared_columns{std::span<std::uint64_t const>{}, 0}.size()), 0u);

    alignment::path const path = reference::make_path(std::vector{alignment::run{alignment::operation::match, 5}});
    shared_columns columns{path.words(), path.columns()};
    shared_columns const moved = std::move(columns);
    EXPECT_EQ(moved.size(), 5u);
    EXPECT_EQ(columns.size(), 0u); // NOLINT(bugprone-use-after-move)
}

TEST(shared_columns, memory)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {0, 1, 255, 256, 1'400, 100'000, 3'000'000})
    {
        alignment::path const path = reference::make_path(reference::random_runs_of(generator, size, 4));
        std::size_t const bytes_before = reference::allocated;
        std::size_t const allocations_before = reference::allocations;
        shared_columns const columns{path.words(), path.columns()};
        std::vector<shared_columns> copies{};
        copies.reserve(3);
        std::size_t const bytes_of_vector = 3 * sizeof(shared_columns);
        copies.assign(3, columns);
        EXPECT_EQ(reference::allocations - allocations_before, 2u);
        EXPECT_LE(reference::allocated - bytes_before - bytes_of_vector, size * 5 / 16 + 128);
    }
}
