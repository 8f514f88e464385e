// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/plan/traceback_plan.hpp"

using namespace seqan3_gpulcs;

TEST(plan_alignment, a_small_matrix_is_one_tile)
{
    EXPECT_TRUE(plan::plan_alignment(plan::lcs_subsequence, {0, 0}, 1000, 1).levels.empty());
    EXPECT_TRUE(plan::plan_alignment(plan::lcs_subsequence, {0, 1'000'000'000}, 1 << 30, 1).levels.empty());
    EXPECT_TRUE(plan::plan_alignment(plan::lcs_subsequence, {1000, 1000}, 1 << 30, 1).levels.empty());
}

TEST(plan_alignment, checkpoints_where_a_tile_is_too_large)
{
    auto const plan =
        plan::plan_alignment(plan::lcs_subsequence, {4'600'000, 4'600'000}, plan::default_memory_limit, 2);
    ASSERT_FALSE(plan.levels.empty());
    EXPECT_LE(plan.bytes, plan::default_memory_limit);
    for (auto const & grid : plan.levels)
    {
        EXPECT_EQ(grid.row_spacing % plan::strip_rows, 0u);
        EXPECT_EQ(grid.column_spacing % plan::cpu_block_columns, 0u);
    }
}

TEST(plan_alignment, keeps_the_limit_for_all_shapes)
{
    for (std::uint64_t const rows : {1ull, 300ull, 5000ull, 100'000ull, 10'000'000ull, 5'000'000'000ull, 1ull << 55})
        for (std::uint64_t const columns : {1ull, 300ull, 5000ull, 100'000ull, 10'000'000ull, 1ull << 55})
        {
            std::uint64_t const min_bytes = plan::min_memory(rows, columns);
            // As documented.
            EXPECT_LE(min_bytes, (rows + columns) / 2 + (1 << 20)) << rows << " x " << columns;
            for (std::uint64_t const factor : {1, 2, 10, 1000})
                EXPECT_LE(plan::plan_alignment(plan::lcs_subsequence, {rows, columns}, min_bytes * factor, 4).bytes,
                          min_bytes * factor)
                    << rows << " x " << columns;
            EXPECT_THROW(plan::plan_alignment(plan::lcs_subsequence, {rows, columns}, min_bytes - 1, 4),
                         memory_limit_too_small);
        }
}

// The bytes are those of the checkpoints of all levels, of the borders of each level and of the tile, and of its columns.
TEST(plan_alignment, bytes_are_those_that_are_kept)
{
    auto const words = [](std::uint64_t const letters)
    {
        return letters / 64 + (letters % 64 == 0 ? 0 : 1);
    };
    plan::comparison const aligned{.metric = plan::metric::edit, .with_path = true};
    for (plan::comparison const & wanted : {plan::lcs_subsequence, aligned})
        for (std::uint64_t const size : {1000, 100'000, 10'000'001, 1'000'000'000})
            for (std::uint64_t const factor : {1, 3, 100})
            {
                plan::matrix_cell const pair{size, size / 3 + 7};
                plan::subsequence_plan const plan =
                    plan::plan_alignment(wanted, pair, factor * plan::min_memory(wanted, pair), 2);
                ASSERT_EQ(plan.prefetched_tiles, 0u);
                auto [rows, columns] = pair;
                std::uint64_t kept_words = 0;
                for (auto const & [row_spacing, column_spacing] : plan.levels)
                {
                    for (std::uint64_t column = 0; column < columns; column += column_spacing)
                        kept_words += words(rows);
                    for (std::uint64_t row = 0; row < rows; row += row_spacing)
                        kept_words += words(columns);
                    rows = std::min(rows, row_spacing);
                    columns = std::min(columns, column_spacing);
                }
                kept_words += words(rows) + words(columns);
                EXPECT_EQ(plan.bytes, 8 * plan.words * kept_words + plan.tile_bytes) << size << ", " << factor;
                EXPECT_GE(plan.tile_bytes, 8 * plan.words * words(rows) * (columns + 1)) << size << ", " << factor;
            }
}

// A tile keeps its left border, too.
TEST(subsequence_plan, tiles_with_all_columns)
{
    plan::subsequence_plan plan{.tile_bytes = 80};
    EXPECT_TRUE(plan.is_tile(64, 9));
    EXPECT_FALSE(plan.is_tile(64, 10));
    EXPECT_TRUE(plan.is_tile(65, 4));
    EXPECT_FALSE(plan.is_tile(65, 5));
    plan.words = 2;
    EXPECT_TRUE(plan.is_tile(64, 4));
    EXPECT_FALSE(plan.is_tile(64, 5));
}

TEST(plan_alignment, a_longer_sequence_never_needs_less)
{
    for (std::uint64_t const rows : {1, 64, 256, 257, 1000, 30'000})
    {
        std::uint64_t last = 0;
        for (std::uint64_t columns = 0; columns < 20'000; ++columns)
        {
            std::uint64_t const min_bytes = plan::min_memory(rows, columns);
            ASSERT_GE(min_bytes, last) << rows << " x " << columns;
            ASSERT_LE(plan::min_memory(columns, rows), plan::min_memory(columns + 1, rows));
            last = min_bytes;
        }
    }
}

TEST(plan_alignment, more_memory_never_means_a_coarser_grid)
{
    std::uint64_t spacing = ~std::uint64_t{0};
    for (std::uint64_t limit = plan::min_memory(1'000'000, 1'000'000); limit < (1u << 30); limit *= 2)
    {
        auto const plan = plan::plan_alignment(plan::lcs_subsequence, {1'000'000, 1'000'000}, limit, 1);
        ASSERT_FALSE(plan.levels.empty());
        EXPECT_LE(plan.levels.front().column_spacing, spacing);
        spacing = plan.levels.front().column_spacing;
    }
}

TEST(plan_alignment, the_message_says_what_would_do)
{
    std::uint64_t const min_bytes = plan::min_memory(1'000'000, 2'000'000);
    try
    {
        plan::plan_alignment(plan::lcs_subsequence, {1'000'000, 2'000'000}, 10, 1);
        FAIL();
    }
    catch (memory_limit_too_small const & exception)
    {
        EXPECT_NE(std::string{exception.what()}.find(std::to_string(min_bytes)), std::string::npos) << exception.what();
    }
}

// If many threads prefetch tiles, the thread of the traceback gets the smallest ones, without a level in between.
TEST(prefetched_tiles, fine_tiles_for_many_threads)
{
    std::uint64_t const length = 10'000'000;
    for (plan::checkpoint_grid const & grid : {plan::checkpoint_grid{8192, 8192}, {19'456, 8192}, {65'536, 65'536}})
    {
        auto const plan =
            plan::plan_traceback(plan::lcs_subsequence, grid, {length, length}, plan::default_memory_limit, 16);
        EXPECT_EQ(plan.levels, (std::vector<plan::checkpoint_grid>{{256, 256}}));
        EXPECT_GE(plan.prefetched_tiles, 16u);
        EXPECT_LE(plan.bytes, plan::default_memory_limit);
        EXPECT_GT(plan::plan_traceback(plan::lcs_subsequence, grid, {length, length}, plan::default_memory_limit, 4)
                      .levels.front()
                      .row_spacing,
                  256u);
    }
}

// All of them, and that of the traceback.
TEST(prefetched_tiles, bytes)
{
    auto const plan_for = [](unsigned const threads)
    {
        return plan::plan_alignment(plan::lcs_subsequence, {1'000'000, 1'000'000}, plan::default_memory_limit, threads);
    };
    plan::subsequence_plan const with = plan_for(4);
    plan::subsequence_plan const without = plan_for(3);
    ASSERT_EQ(with.levels, without.levels);
    std::uint64_t const tiles = with.prefetched_tiles + 1;
    EXPECT_EQ((with.bytes - without.bytes) % tiles, 0u);
    EXPECT_GT((with.bytes - without.bytes) / tiles, with.tile_bytes);
}

TEST(prefetched_tiles, only_where_they_pay)
{
    auto const ahead = [](std::uint64_t const size, std::uint64_t const limit, unsigned const threads)
    {
        auto const plan = plan::plan_alignment(plan::lcs_subsequence, {size, size}, limit, threads);
        EXPECT_LE(plan.bytes, limit);
        EXPECT_EQ(plan.threads, threads);
        return plan.prefetched_tiles;
    };
    EXPECT_EQ(ahead(1'000'000, plan::default_memory_limit, 3), 0u);
    EXPECT_EQ(ahead(1'000'000, plan::default_memory_limit, 4), 8u);
    EXPECT_EQ(ahead(1'000'000, plan::default_memory_limit, 16), 32u);
    EXPECT_EQ(ahead(50'000, plan::default_memory_limit, 16), 0u);
    // Large tiles are worth all threads.
    EXPECT_EQ(ahead(100'000'000, plan::default_memory_limit, 16), 0u);
    for (auto const & [rows, columns] : {std::pair{0u, 0u}, {0u, 5u}, {5u, 0u}})
        EXPECT_EQ(
            plan::plan_traceback(plan::lcs_subsequence, {1024, 1024}, {rows, columns}, plan::default_memory_limit, 16)
                .prefetched_tiles,
            0u);
    // With many threads, the thread of the traceback gets fine tiles; without prefetching, it has larger ones with vectors.
    constexpr std::uint64_t size = 10'000'000;
    auto const tile_rows = [&](std::uint64_t const length, unsigned const threads)
    {
        auto const plan = plan::plan_traceback(plan::lcs_subsequence,
                                               {8192, 8192},
                                               {length, length},
                                               plan::default_memory_limit,
                                               threads);
        EXPECT_EQ(plan.levels.size(), 1u);
        EXPECT_EQ(plan.prefetched_tiles != 0, length == size);
        return plan.levels.at(0).row_spacing;
    };
    EXPECT_EQ(tile_rows(size, 16), 256u);
    EXPECT_EQ(tile_rows(size, 4), 3072u);
    EXPECT_EQ(tile_rows(9000, 16), 3072u);
    // Little memory means large tiles and few of them.
    EXPECT_EQ(ahead(1'000'000, plan::min_memory(1'000'000, 1'000'000), 16), 0u);
}
