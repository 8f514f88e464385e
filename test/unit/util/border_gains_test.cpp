// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/util/border_gains.hpp"

using namespace seqan3_gpulcs;

namespace
{

std::int64_t expected_max(std::vector<util::border_steps> const & line)
{
    std::int64_t sum = 0;
    std::int64_t max = 0;
    for (util::border_steps const & steps : line)
        for (unsigned i = 0; i < 64; ++i)
        {
            sum += (steps.gains >> i) % 2 == 1 ? 1 : 0;
            sum -= (steps.losses >> i) % 2 == 1 ? 1 : 0;
            max = std::max(max, sum);
        }
    return max;
}

} // namespace

TEST(max_gain, is_the_maximum_after_any_step)
{
    auto generator = reference::make_generator();
    for (unsigned repetition = 0; repetition < 2000; ++repetition)
    {
        std::vector<util::border_steps> line(reference::random_size(generator, 6));
        for (util::border_steps & steps : line)
        {
            steps = {generator(), generator()};
            // Few or many of each.
            for (std::uint64_t * const word : {&steps.gains, &steps.losses})
                for (auto times = generator() % 4; times != 0; --times)
                    *word = repetition % 2 == 0 ? *word & generator() : *word | generator();
        }
        ASSERT_EQ(util::max_gain(line), expected_max(line));
    }
}

TEST(max_gain, of_no_steps_is_zero)
{
    EXPECT_EQ(util::max_gain({}), 0);
}

// All small pairs, at all columns: the maximum is the length of the LCS.
TEST(max_gain, joins_the_columns_of_two_passes)
{
    for (unsigned size = 0; size <= 4; ++size)
        for (unsigned code = 0; code < 16u << size; ++code)
        {
            std::vector<std::uint8_t> first(size);
            std::vector<std::uint8_t> second(4);
            for (unsigned i = 0; i < size; ++i)
                first[i] = static_cast<std::uint8_t>(code >> i & 1);
            for (unsigned j = 0; j < 4; ++j)
                second[j] = static_cast<std::uint8_t>(code >> (size + j) & 1);
            auto const forward = reference::lcs_matrix(first, second);
            auto const backward = reference::lcs_matrix(std::vector<std::uint8_t>(first.rbegin(), first.rend()),
                                                        std::vector<std::uint8_t>(second.rbegin(), second.rend()));
            for (unsigned column = 0; column <= 4; ++column)
            {
                util::border_steps steps{};
                for (unsigned i = 0; i < size; ++i)
                {
                    steps.gains |= std::uint64_t{forward[i + 1][column] != forward[i][column]} << i;
                    steps.losses |= std::uint64_t{backward[size - i][4 - column] != backward[size - i - 1][4 - column]}
                                 << i;
                }
                ASSERT_EQ(util::max_gain({&steps, 1}) + backward[size][4 - column], forward[size][4]);
            }
        }
}
