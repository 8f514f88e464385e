// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "src/plan/matrix_part.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Whether a piece has no checkpoint before its end, or begins at one.
bool is_allowed(std::uint64_t const begin, std::uint64_t const end, std::uint64_t const spacing)
{
    if (spacing == 0 || begin % spacing == 0)
        return true;
    for (std::uint64_t i = begin; i < end; ++i)
        if (i % spacing == 0)
            return false;
    return true;
}

// The least number of pieces.
std::uint64_t count_pieces(plan::interval const & whole, std::uint64_t const spacing, std::uint64_t const max)
{
    std::vector<std::uint64_t> counts(whole.end + 1, whole.end + 1);
    counts[whole.begin] = 0;
    for (std::uint64_t end = whole.begin + 1; end <= whole.end; ++end)
        for (std::uint64_t begin = end - std::min(max, end - whole.begin); begin < end; ++begin)
            if (is_allowed(begin, end, spacing))
                counts[end] = std::min(counts[end], counts[begin] + 1);
    return counts[whole.end];
}

} // namespace

TEST(matrix_part, pieces)
{
    for (std::uint64_t begin = 0; begin < 9; ++begin)
        for (std::uint64_t size = 0; size < 25; ++size)
            for (std::uint64_t spacing = 0; spacing < 9; ++spacing)
                for (std::uint64_t max = 1; max < 14; ++max)
                {
                    plan::interval const whole{begin, begin + size};
                    auto const pieces = plan::cut_at_checkpoints(whole, spacing, max);
                    std::uint64_t end = begin;
                    for (plan::interval const & piece : pieces)
                    {
                        ASSERT_EQ(piece.begin, end);
                        end = piece.end;
                        ASSERT_TRUE(piece.size() > 0 && piece.size() <= max && is_allowed(piece.begin, end, spacing));
                    }
                    ASSERT_EQ(end, whole.end);
                    ASSERT_EQ(pieces.size(), count_pieces(whole, spacing, max))
                        << begin << " to " << end << ", distance " << spacing << ", at most " << max;
                }
}

TEST(matrix_part, checkpoints)
{
    for (std::uint64_t size = 1; size < 20; ++size)
        for (std::uint64_t end = 0; end <= size; ++end)
            for (std::uint64_t begin = 0; begin <= end; ++begin)
                for (std::uint64_t spacing = 0; spacing < 8; ++spacing)
                {
                    std::uint64_t count = 0;
                    for (std::uint64_t i = begin + 1; i <= end && spacing != 0; ++i)
                        count += i % spacing == 0 && i != size;
                    ASSERT_EQ(plan::checkpoint_count({begin, end}, size, spacing), count)
                        << begin << " to " << end << " of " << size << ", distance " << spacing;
                }
}

TEST(matrix_part, grids_keep_the_limit)
{
    for (std::uint64_t const size : {1ull, 5000ull, 1'000'000ull, 300'000'000ull})
        for (std::uint64_t const limit : {std::uint64_t{1} << 30, std::uint64_t{1} << 36})
        {
            plan::checkpoint_grid const grid =
                plan::plan_part_checkpoints(plan::lcs_subsequence, {size, 2 * size}, limit, 4096);
            for (std::uint64_t const spacing : {grid.row_spacing, grid.column_spacing})
                EXPECT_TRUE(spacing >= 4096 && spacing % plan::part_alignment == 0) << spacing;
            std::uint64_t const bytes =
                plan::check_part_checkpoints(plan::lcs_subsequence, grid, {size, 2 * size}, limit);
            EXPECT_EQ(bytes,
                      8
                          * ((2 * size - 1) / grid.column_spacing * ((size + 63) / 64)
                             + (size - 1) / grid.row_spacing * ((2 * size + 63) / 64)));
            EXPECT_LE(bytes, limit);
            EXPECT_THROW(plan::check_part_checkpoints(plan::lcs_subsequence, grid, {size, 2 * size}, bytes),
                         memory_limit_too_small);
        }
}
