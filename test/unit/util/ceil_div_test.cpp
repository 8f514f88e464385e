// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "src/util/ceil_div.hpp"

using seqan3_gpulcs::util::ceil_div;

TEST(ceil_div, is_the_smallest_number_of_parts_that_hold_everything)
{
    for (unsigned dividend = 0; dividend < 200; ++dividend)
        for (unsigned divisor = 1; divisor < 70; ++divisor)
        {
            unsigned parts = 0;
            while (parts * divisor < dividend)
                ++parts;
            EXPECT_EQ(ceil_div(dividend, divisor), parts) << dividend << " / " << divisor;
        }
}

TEST(ceil_div, does_not_overflow)
{
    constexpr std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(ceil_div(max, std::uint64_t{1}), max);
    EXPECT_EQ(ceil_div(max, max), 1u);
    EXPECT_EQ(ceil_div(max, std::uint64_t{64}), std::uint64_t{1} << 58);
}
