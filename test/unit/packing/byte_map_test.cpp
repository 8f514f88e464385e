// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/packing/detail/byte_map.hpp>

#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

class byte_map : public vector_test
{};

// Some of all values, in random order, with random images.
struct random_map
{
    random_map(std::mt19937_64 & generator, std::size_t const count)
    {
        std::array<std::uint8_t, 256> all{};
        std::iota(all.begin(), all.end(), std::uint8_t{});
        std::ranges::shuffle(all, generator);
        for (std::uint8_t const value : std::span{all}.first(count))
        {
            values.push_back(value);
            images[value] = static_cast<std::uint8_t>(reference::random_size(generator, 255));
            tested.add(value, images[value]);
        }
    }

    std::vector<std::uint8_t> values{};
    std::array<std::uint8_t, 256> images{};
    packing::detail::byte_map tested{};
};

// Memory of just its size, so that a sanitizer sees whatever is beyond.
std::unique_ptr<std::uint8_t[]> allocate(std::size_t const size)
{
    return std::make_unique<std::uint8_t[]>(size);
}

} // namespace

INSTANTIATE_TEST_SUITE_P(all_targets, byte_map, ::testing::ValuesIn(vector_targets()), vector_target_name);

TEST_P(byte_map, images)
{
    auto generator = reference::make_generator();
    for (std::size_t const count : {1, 2, 4, 5, 16, 20, 40, 64, 100, 256})
    {
        random_map const map{generator, count};
        for (std::size_t size = 0; size < 200; ++size)
        {
            auto const values = allocate(size);
            for (std::size_t i = 0; i < size; ++i)
                values[i] = map.values[reference::random_size(generator, count - 1)];
            auto const images = allocate(size);
            map.tested.apply({values.get(), size}, images.get());
            for (std::size_t i = 0; i < size; ++i)
                ASSERT_EQ(images[i], map.images[values[i]]) << count << ", " << size << ", " << i;
        }
    }
}

// Every other value is found, wherever it is.
TEST_P(byte_map, other_values)
{
    auto generator = reference::make_generator();
    for (std::size_t const count : {1, 2, 4, 5, 10, 20, 64})
    {
        random_map const map{generator, count};
        packing::detail::byte_layers layers{};
        for (std::uint8_t const value : map.values)
            layers.add(value, 0);
        for (std::size_t const size : {1, 15, 16, 31, 32, 33, 64, 65, 150})
        {
            auto const values = allocate(size);
            std::span const all{values.get(), size};
            for (std::uint8_t & value : all)
                value = map.values[reference::random_size(generator, count - 1)];
            EXPECT_EQ(map.tested.has_all(all), layers.are_enough());
            if (!layers.are_enough())
                continue;
            ASSERT_EQ(layers.count_known(all), size);
            for (unsigned value = 0; value < 256; ++value)
            {
                std::size_t const place = reference::random_size(generator, size - 1);
                std::uint8_t const before = std::exchange(all[place], static_cast<std::uint8_t>(value));
                bool const is_known = std::ranges::find(map.values, value) != map.values.end();
                ASSERT_EQ(map.tested.has_all(all), is_known) << count << ", " << size << ", " << place << ", " << value;
                ASSERT_EQ(layers.count_known(all), is_known ? size : place);
                all[place] = before;
            }
        }
    }
}

// Four values with the same low bits take all layers.
TEST(byte_layers, are_enough)
{
    packing::detail::byte_layers layers{};
    EXPECT_FALSE(layers.are_enough());
    for (unsigned value = 7; value < 7 + 4 * 16; value += 16)
    {
        layers.add(static_cast<std::uint8_t>(value), 1);
        EXPECT_TRUE(layers.are_enough());
        EXPECT_EQ(layers.size(), value / 16 + 1);
    }
    layers.add(8, 1);
    EXPECT_TRUE(layers.are_enough());
    layers.add(7 + 4 * 16, 1);
    EXPECT_FALSE(layers.are_enough());
    EXPECT_FALSE(packing::detail::byte_map{}.has_all({}));
}
