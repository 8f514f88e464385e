// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include <reference/random_sequence.hpp>

#include "src/scan/seed_index.hpp"
#include "unit/scan/coded_letters.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Where a seed begins, of the numbers of some positions; some past the last letter may be missing.
std::vector<std::uint32_t> expected_numbers(std::vector<std::uint8_t> const & text,
                                            std::span<std::uint8_t const> const seed,
                                            std::uint64_t const begin,
                                            std::uint64_t const positions,
                                            std::uint64_t const distance)
{
    std::vector<std::uint32_t> numbers{};
    for (std::uint32_t i = 0; i < positions; ++i)
    {
        std::uint64_t const position = begin + i * distance;
        if (position + seed.size() <= text.size()
            && std::equal(seed.begin(), seed.end(), text.begin() + static_cast<std::ptrdiff_t>(position)))
            numbers.push_back(i);
    }
    return numbers;
}

} // namespace

TEST(seed_index, places_of_seeds)
{
    auto generator = reference::make_generator();
    scan::seed_index index{};
    for (auto const & [codes, bits] : {std::pair{1u, 2u}, {2u, 2u}, {4u, 2u}, {5u, 4u}, {20u, 8u}, {250u, 8u}})
        for (std::uint64_t const distance : {1, 3, 8})
        {
            // Sometimes more letters than are read at a time.
            std::size_t const most = std::array{3u, 100u, 40'000u}[reference::random_size(generator, 2)];
            auto const text = reference::random_letters(generator, 1 + reference::random_size(generator, most), codes);
            test::coded_letters const coded{text, reference::random_size(generator, 40), bits};
            std::uint64_t const begin = reference::random_size(generator, text.size() - 1);
            std::uint64_t const positions = 1 + reference::random_size(generator, (text.size() - 1 - begin) / distance);
            index.assign(coded, begin, positions, distance, codes);
            ASSERT_GE(index.max_seed_size(), 1u);

            for (int i = 0; i < 50; ++i)
            {
                std::uint64_t const size = 1 + reference::random_size(generator, index.max_seed_size() - 1);
                auto seed = reference::random_letters(generator, size, codes);
                if (size <= text.size() && i % 2 == 0)
                    std::copy_n(
                        text.end()
                            - static_cast<std::ptrdiff_t>(size + reference::random_size(generator, text.size() - size)),
                        size,
                        seed.begin());
                auto const found = index.find(seed);
                std::vector<std::uint32_t> numbers{found.begin(), found.end()};
                EXPECT_TRUE(size < index.max_seed_size() || std::ranges::is_sorted(numbers));
                std::ranges::sort(numbers);
                std::erase_if(numbers,
                              [&](std::uint32_t const number)
                              {
                                  EXPECT_EQ(index.position(number), begin + number * distance);
                                  return index.position(number) + size > text.size();
                              });
                ASSERT_EQ(numbers, expected_numbers(text, seed, begin, positions, distance))
                    << codes << " codes, distance " << distance << ", seed of " << size << " letters";
            }
        }
}

// Numbers of 32 bits have room for the most positions, and the low bits of their groups.
TEST(seed_index, most_positions)
{
    auto generator = reference::make_generator();
    auto const text = reference::random_letters(generator, scan::seed_index::max_positions, 4);
    test::coded_letters const coded{text, 0, 2};
    scan::seed_index index{};
    index.assign(coded, 0, text.size(), 1, 4);
    ASSERT_EQ(index.max_seed_size(), 11u);
    for (std::size_t const place : {std::size_t{0}, text.size() / 3, text.size() - 11})
    {
        std::span const seed = std::span{text}.subspan(place, 11);
        std::span<std::uint32_t const> const numbers = index.find(seed);
        EXPECT_TRUE(std::ranges::equal(numbers, expected_numbers(text, seed, 0, text.size(), 1)));
    }
}
