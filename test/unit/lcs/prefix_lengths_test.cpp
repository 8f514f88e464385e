// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/lcs/prefix_lengths.hpp>

using namespace seqan3_gpulcs;

namespace
{

void expect_last_column(lcs::prefix_lengths const & lengths, reference::matrix const & cells)
{
    ASSERT_EQ(lengths.size() + 1, cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        ASSERT_EQ(lengths[i], cells[i].back()) << i;
}

} // namespace

TEST(prefix_lengths, empty)
{
    lcs::prefix_lengths const lengths{};
    EXPECT_EQ(lengths.size(), 0u);
    EXPECT_EQ(lengths[0], 0u);
}

TEST(prefix_lengths, is_the_last_column)
{
    auto generator = reference::make_generator();
    for (std::size_t const rows : {0, 1, 63, 64, 65, 511, 512, 513, 2000})
        for (std::size_t const columns : {0, 1, 64, 500})
        {
            auto const first = reference::random_letters(generator, rows, 4);
            auto const second = reference::random_letters(generator, columns, 4);
            lcs::prefix_lengths const lengths{packing::pack(first), packing::pack(second)};
            expect_last_column(lengths, reference::lcs_matrix(first, second));
            static_assert(std::same_as<decltype(lengths.increments()), sdsl::bit_vector const &>);
            EXPECT_EQ(lengths.increments().size(), rows);
        }
}

TEST(prefix_lengths, copies_and_moves)
{
    auto generator = reference::make_generator();
    auto const first = reference::random_letters(generator, 1000, 4);
    auto const second = reference::random_letters(generator, 900, 4);
    auto const cells = reference::lcs_matrix(first, second);

    lcs::prefix_lengths original{packing::pack(first), packing::pack(second)};
    lcs::prefix_lengths copy{original};
    expect_last_column(copy, cells);
    lcs::prefix_lengths moved{std::move(original)};
    expect_last_column(moved, cells);
    EXPECT_EQ(original.size(), 0u);
    EXPECT_EQ(original[0], 0u);
    static_assert(std::is_nothrow_move_constructible_v<lcs::prefix_lengths>);
    lcs::prefix_lengths assigned{};
    assigned = copy;
    copy = lcs::prefix_lengths{};
    expect_last_column(assigned, cells);
    assigned = std::move(moved);
    expect_last_column(assigned, cells);
}
