// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <reference/environment.hpp>
#include <reference/large_sequence.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/plan/comparison.hpp"
#include "src/similar/wavefront.hpp"

using namespace seqan3_gpulcs;

TEST(large, sequences_past_32_bits)
{
    if (reference::is_instrumented || !reference::test_all())
        GTEST_SKIP() << "Four billion letters take a minute, and too long with a sanitizer.";

    auto const long_sequence = reference::large_sequence({5, 1ull << 32, reference::large_size - 1});
    std::vector<std::uint8_t> const letters{1, 1, 1, 1};
    auto const short_sequence = packing::pack(letters);

    EXPECT_EQ(lcs::length(long_sequence, short_sequence, {.threads = 2}), 3u);
    EXPECT_EQ(lcs::length(short_sequence, long_sequence, {.threads = 2}), 3u);

    // The runs hold counts past 32 bits, and say where the three letters are.
    std::vector<alignment::run> const expected{
        {alignment::operation::insertion, 5},
        {alignment::operation::match, 1},
        {alignment::operation::insertion, (1ull << 32) - 6},
        {alignment::operation::match, 1},
        {alignment::operation::insertion, reference::large_size - 2 - (1ull << 32)},
        {alignment::operation::match, 1}};
    std::vector<std::uint8_t> const three{1, 1, 1};
    auto const short_and_full = packing::pack(three);
    EXPECT_EQ(alignment::to_runs(lcs::subsequence(long_sequence, short_and_full, {.memory_limit = 1ull << 31})),
              expected);
}

TEST(large, similar_sequences_past_32_bits)
{
    if (reference::is_instrumented || !reference::test_all())
        GTEST_SKIP() << "Two sequences of four billion letters, and too long with a sanitizer.";

    // The letter in the middle stands one later.
    auto const first = reference::large_sequence({5, (1ull << 32) - 1, reference::large_size - 1});
    auto const second = reference::large_sequence({5, 1ull << 32, reference::large_size - 1});
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    auto const result =
        similar::compare_by_wavefront({first, second}, plan::lcs_subsequence, {.max_distance = 5}, control);
    EXPECT_EQ(result.distance, 2u);
    std::uint64_t const last_zeros = reference::large_size - 2 - (1ull << 32);
    std::vector<alignment::run> const expected{{alignment::operation::match, (1ull << 32) - 1},
                                               {alignment::operation::deletion, 1},
                                               {alignment::operation::match, last_zeros + 1},
                                               {alignment::operation::insertion, 1},
                                               {alignment::operation::match, 1}};
    EXPECT_EQ(alignment::to_runs(result.path), expected);
}
