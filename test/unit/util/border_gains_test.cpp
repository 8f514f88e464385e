// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/util/border_gains.hpp"

using namespace seqan3_gpulcs;

namespace
{

using words_t = std::vector<std::uint64_t>;

std::int64_t expected_max(words_t const & gains, words_t const & losses, unsigned const width)
{
    std::int64_t sum = 0;
    std::int64_t max = 0;
    for (std::size_t i = 0; i < 64 * gains.size() / width; ++i)
    {
        for (std::size_t k = i / 64 * width; k < (i / 64 + 1) * width; ++k)
        {
            sum += (gains[k] >> i % 64) % 2 == 1 ? 1 : 0;
            sum -= (losses[k] >> i % 64) % 2 == 1 ? 1 : 0;
        }
        max = std::max(max, sum);
    }
    return max;
}

template <unsigned width>
void check(words_t const & gains, words_t const & losses)
{
    std::int64_t const max = expected_max(gains, losses, width);
    ASSERT_EQ(util::max_within<width>(gains, losses, 0, 0), max);
    ASSERT_EQ(util::max_within<width>(gains, losses, 5, 5), max + 5);
    ASSERT_EQ(util::max_within<width>(gains, losses, 5, max + 6), max + 6);
    util::gain_summary const found = util::summarise<width>(gains, losses);
    util::gain_summary expected{};
    for (std::size_t i = 0; i < gains.size(); ++i)
    {
        expected.sum += std::popcount(gains[i]) - std::popcount(losses[i]);
        if (i % width == width - 1)
            expected.max = std::max(expected.max, expected.sum);
    }
    ASSERT_EQ(found.sum, expected.sum);
    ASSERT_EQ(found.max, expected.max);
    ASSERT_LE(max, found.max + util::max_gain_within<width>);
}

} // namespace

TEST(border_gains, is_the_maximum_after_any_step)
{
    auto generator = reference::make_generator();
    for (unsigned repetition = 0; repetition < 500; ++repetition)
    {
        std::size_t const size = 2 * reference::random_size(generator, 70);
        words_t gains(size);
        words_t losses(size);
        for (words_t * const words : {&gains, &losses})
            for (std::uint64_t & word : *words)
            {
                word = generator();
                // Few or many of them.
                for (auto times = generator() % 4; times != 0; --times)
                    word = repetition % 2 == 0 ? word & generator() : word | generator();
                if (generator() % 8 == 0)
                    word = repetition % 2 == 0 ? 0 : ~std::uint64_t{0};
            }
        check<1>(gains, losses);
        check<2>(gains, losses);
    }
}

TEST(border_gains, of_no_steps_is_the_value)
{
    EXPECT_EQ(util::max_within({}, {}, 0, 7), 7);
}

// All small pairs, at all columns: the maximum is the length of the LCS.
TEST(border_gains, joins_the_columns_of_two_passes)
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
                std::uint64_t gains = 0;
                std::uint64_t losses = 0;
                for (unsigned i = 0; i < size; ++i)
                {
                    gains |= std::uint64_t{forward[i + 1][column] != forward[i][column]} << i;
                    losses |= std::uint64_t{backward[size - i][4 - column] != backward[size - i - 1][4 - column]} << i;
                }
                ASSERT_EQ(util::max_within({&gains, 1}, {&losses, 1}, 0, 0) + backward[size][4 - column],
                          forward[size][4]);
            }
        }
}
