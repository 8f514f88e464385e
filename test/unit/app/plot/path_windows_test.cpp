// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "src/app/plot/path_windows.hpp"
#include "test/reference/environment.hpp"

using namespace seqan3_gpulcs;

namespace
{

constexpr std::size_t max_windows{std::size_t{1} << 14};

app::path_window random_columns(std::mt19937_64 & random, std::uint64_t const max_count)
{
    std::uint64_t const count = random() % max_count;
    switch (random() % 4)
    {
    case 0:
        return {count, 0, 0};
    case 1:
        return {0, count, 0};
    case 2:
        return {count, count, 0};
    default:
        return {count, count, count};
    }
}

std::uint64_t count_windows(app::path_windows const & paths)
{
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < paths.size(); ++i)
        count += paths[i].size();
    return count;
}

} // namespace

TEST(path_windows, have_all_columns)
{
    std::mt19937_64 random{reference::seed()};
    app::path_windows paths{};
    std::vector<app::path_window> expected(30);
    for (app::path_window & whole : expected)
    {
        paths.begin_path();
        for (int i = 0; i < 200; ++i)
        {
            // Longer than all windows together in the end.
            app::path_window const columns = random_columns(random, std::uint64_t{1} << (i % 40));
            whole += columns;
            paths.add(columns);
        }
    }

    ASSERT_EQ(paths.size(), expected.size());
    EXPECT_LE(count_windows(paths), max_windows);
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        app::path_window sum{};
        for (app::path_window const & window : paths[i])
            sum += window;
        EXPECT_EQ(sum.target, expected[i].target);
        EXPECT_EQ(sum.query, expected[i].query);
        EXPECT_EQ(sum.matches, expected[i].matches);
    }
}

TEST(path_windows, have_equal_sizes)
{
    app::path_windows paths{};
    paths.begin_path();
    paths.add({1000, 1000, 1000});
    ASSERT_EQ(paths[0].size(), 16u);
    for (std::size_t i = 0; i < 15; ++i)
        EXPECT_EQ(paths[0][i].size(), 64u);
    EXPECT_EQ(paths[0][15].size(), 40u);
}

TEST(path_windows, of_straight_paths)
{
    app::path_windows paths{};
    for (std::uint64_t i = 0; i < 3 * max_windows; ++i)
    {
        paths.begin_path();
        paths.add({1000, 900, 0});
        paths.make_straight({1000, 900, i % 900});
    }
    ASSERT_EQ(count_windows(paths), 3 * max_windows);
    for (std::size_t i = 0; i < paths.size(); ++i)
        EXPECT_EQ(paths[i].front().matches, i % 900);
}

TEST(path_windows, without_columns)
{
    app::path_windows paths{};
    paths.begin_path();
    paths.add({});
    ASSERT_EQ(paths[0].size(), 1u);
    EXPECT_EQ(paths[0].front().size(), 0u);
    EXPECT_EQ(paths[0].front().identity(), 0);
}
