// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/products.hpp>

using namespace seqan3_gpulcs;

namespace
{

constexpr std::uint64_t any_length{std::numeric_limits<std::uint64_t>::max()};

primer::site
make_site(std::uint64_t const sequence, std::uint64_t const begin, std::uint64_t const end, primer::strand const strand)
{
    return {.sequence = sequence, .begin = begin, .end = end, .strand = strand};
}

std::vector<primer::site> random_sites(std::mt19937_64 & generator, std::size_t const count, std::size_t const letters)
{
    std::vector<primer::site> sites{};
    for (std::size_t i = 0; i < count; ++i)
    {
        std::uint64_t const begin = reference::random_size(generator, letters);
        sites.push_back(
            make_site(reference::random_size(generator, 2),
                      begin,
                      begin + 1 + reference::random_size(generator, 6),
                      reference::random_size(generator, 1) == 0 ? primer::strand::forward : primer::strand::reverse));
    }
    return sites;
}

// Copies letters from place to place: each begin of a forward site is followed to every end that it can reach.
std::vector<primer::product>
products_by_walking(std::vector<primer::site> const & sites, std::uint64_t const min, std::uint64_t const max)
{
    using place = std::tuple<std::uint64_t, std::uint64_t>;
    std::map<place, std::vector<std::uint64_t>> begins{};
    std::map<place, std::vector<std::uint64_t>> ends{};
    for (std::uint64_t i = 0; i < sites.size(); ++i)
        if (sites[i].strand == primer::strand::forward)
            begins[{sites[i].sequence, sites[i].begin}].push_back(i);
        else
            ends[{sites[i].sequence, sites[i].end}].push_back(i);

    constexpr std::uint64_t last_end{200};
    std::vector<primer::product> products{};
    for (auto const & [from, forward] : begins)
        for (std::uint64_t const i : forward)
            for (std::uint64_t end = std::get<1>(from) + 1; end <= last_end; ++end)
                for (std::uint64_t const j : ends[{std::get<0>(from), end}])
                {
                    std::uint64_t const length = end - sites[i].begin;
                    std::uint64_t const longest =
                        std::max(sites[i].end - sites[i].begin, sites[j].end - sites[j].begin);
                    if (length >= std::max(min, longest) && length <= max)
                        products.push_back({i, j, sites[i].begin, end});
                }
    return products;
}

} // namespace

TEST(products, two_sites)
{
    std::vector<primer::site> const sites{make_site(7, 10, 30, primer::strand::forward),
                                          make_site(7, 100, 120, primer::strand::reverse)};
    std::vector<primer::product> const expected{{0, 1, 10, 120}};
    EXPECT_EQ(primer::find_products(sites, 0, any_length), expected);
    EXPECT_EQ(primer::find_products(sites, 110, 110), expected);
    EXPECT_TRUE(primer::find_products(sites, 111, any_length).empty());
    EXPECT_TRUE(primer::find_products(sites, 0, 109).empty());
}

TEST(products, sites_that_do_not_face_each_other)
{
    auto const forward = make_site(0, 10, 30, primer::strand::forward);
    for (primer::site const & other : {make_site(0, 100, 120, primer::strand::forward),
                                       make_site(1, 100, 120, primer::strand::reverse),
                                       make_site(0, 9, 35, primer::strand::reverse),
                                       make_site(0, 12, 29, primer::strand::reverse)})
        EXPECT_TRUE(primer::find_products(std::vector{forward, other}, 0, any_length).empty());
}

TEST(products, sites_that_overlap)
{
    auto const forward = make_site(0, 10, 30, primer::strand::forward);
    for (primer::site const & other : {make_site(0, 10, 30, primer::strand::reverse),
                                       make_site(0, 29, 30, primer::strand::reverse),
                                       make_site(0, 12, 31, primer::strand::reverse)})
        EXPECT_EQ(primer::find_products(std::vector{forward, other}, 0, any_length).size(), 1u);
}

TEST(products, no_sites)
{
    EXPECT_TRUE(primer::find_products({}, 0, any_length).empty());
}

TEST(products, random_sites)
{
    auto generator = reference::make_generator();
    for (std::size_t round = 0; round < 200; ++round)
    {
        auto const sites =
            random_sites(generator, reference::random_size(generator, 60), 1 + reference::random_size(generator, 100));
        std::uint64_t const min = reference::random_size(generator, 30);
        std::uint64_t const max = min + reference::random_size(generator, 60);
        ASSERT_EQ(primer::find_products(sites, min, max), products_by_walking(sites, min, max));
    }
}

// Far from zero, where a sum with the longest length would be too large for a number.
TEST(products, large_positions)
{
    constexpr std::uint64_t large{any_length - 1000};
    std::vector<primer::site> const sites{make_site(0, large + 600, large + 620, primer::strand::reverse),
                                          make_site(0, large, large + 20, primer::strand::forward)};
    EXPECT_EQ(primer::find_products(sites, 620, any_length),
              (std::vector<primer::product>{{1, 0, large, large + 620}}));
    EXPECT_TRUE(primer::find_products(sites, any_length, any_length).empty());
}

TEST(products, min_above_max)
{
    EXPECT_THROW(primer::find_products({}, 2, 1), invalid_option);
}
