// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <string>
#include <vector>

#include <reference/random_path.hpp>

#include <seqan3_gpulcs/alignment/path.hpp>

using namespace seqan3_gpulcs;

static_assert(std::ranges::forward_range<alignment::run_view>);
static_assert(std::ranges::view<alignment::run_view>);
static_assert(std::ranges::borrowed_range<alignment::run_view>);

namespace
{

void check(std::vector<alignment::run> const & runs)
{
    alignment::path const path = reference::make_path(runs);
    std::uint64_t columns = 0;
    std::uint64_t matches = 0;
    std::string cigar{};
    for (alignment::run const & run : runs)
    {
        columns += run.count;
        matches += run.operation == alignment::operation::match ? run.count : 0;
        cigar += std::to_string(run.count) + static_cast<char>(run.operation);
    }

    EXPECT_EQ(path.columns(), columns);
    EXPECT_EQ(path.empty(), runs.empty());
    EXPECT_EQ(path.matches(), matches);
    EXPECT_TRUE(std::ranges::equal(path.runs(), runs));
    EXPECT_TRUE(alignment::to_runs(path) == runs);
    EXPECT_TRUE(alignment::to_cigar(path) == cigar);
    EXPECT_TRUE(alignment::to_cigar(runs) == cigar);
}

} // namespace

TEST(path, empty)
{
    check({});
    alignment::path const path{};
    EXPECT_TRUE(path.runs().empty());
    EXPECT_TRUE(path.words().empty());
    EXPECT_EQ(path, reference::make_path({}));
}

// Runs that begin and end at every place of a word.
TEST(path, places_in_words)
{
    for (std::uint64_t first = 1; first <= 66; ++first)
        for (std::uint64_t second = 1; second <= 98; ++second)
            for (auto const & [upper, lower] :
                 {std::pair{alignment::operation::match, alignment::operation::deletion},
                  std::pair{alignment::operation::deletion, alignment::operation::insertion},
                  std::pair{alignment::operation::insertion, alignment::operation::match}})
                check({{upper, first}, {lower, second}});
}

TEST(path, one_run)
{
    for (std::uint64_t columns = 1; columns <= 200; ++columns)
        for (auto const kind :
             {alignment::operation::match, alignment::operation::insertion, alignment::operation::deletion})
            check({{kind, columns}});
}

TEST(path, random_runs)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {2, 3, 10, 31, 32, 33, 100, 1000, 100'000})
        for (std::uint64_t const length : {1, 4, 40})
            check(reference::random_runs(generator, size, length));
}

TEST(path, copies_and_moves)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {1, 31, 32, 33, 1000})
    {
        auto const runs = reference::random_runs(generator, size);
        alignment::path path = reference::make_path(runs);
        alignment::path copy{path};
        EXPECT_EQ(copy, path);
        EXPECT_NE(copy.words().data(), path.words().data());

        alignment::path const moved{std::move(path)};
        EXPECT_EQ(copy, moved);
        EXPECT_TRUE(path.empty());
        EXPECT_TRUE(path.runs().empty());

        path = moved;
        EXPECT_EQ(copy, path);
        path = *&path;
        EXPECT_EQ(copy, path);
        copy = std::move(path);
        EXPECT_EQ(copy, moved);
        EXPECT_NE(path, copy);
    }
}

TEST(path, differs)
{
    using alignment::operation;
    auto const path = reference::make_path(std::vector<alignment::run>{{operation::match, 40}});
    EXPECT_NE(path, reference::make_path(std::vector<alignment::run>{{operation::match, 41}}));
    EXPECT_NE(path, reference::make_path(std::vector<alignment::run>{{operation::deletion, 40}}));
    EXPECT_NE(path,
              reference::make_path(std::vector<alignment::run>{{operation::match, 39}, {operation::insertion, 1}}));
}
