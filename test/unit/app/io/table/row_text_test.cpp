// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "src/app/io/table/row_text.hpp"

using namespace seqan3_gpulcs;

namespace
{

std::string decimals(double const number)
{
    std::string text{};
    app::append_decimals(text, number);
    return text;
}

std::string decimals_by_printf(double const number)
{
    char text[400]{};
    std::snprintf(text, sizeof(text), "%.6f", number);
    return text;
}

template <typename value_t>
std::string json(value_t const value)
{
    std::string text{};
    app::append_json(text, value);
    return text;
}

template <typename value_t>
std::string json_by_library(value_t const value)
{
    return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

TEST(append_number, has_all_digits)
{
    for (std::uint64_t const number : {std::uint64_t{0}, std::uint64_t{9}, std::numeric_limits<std::uint64_t>::max()})
    {
        std::string text{"a"};
        app::append_number(text, number);
        EXPECT_EQ(text, "a" + std::to_string(number));
    }
}

TEST(append_decimals, rounds_like_printf)
{
    // Some of the fractions lie in the middle of two results, and many of the neighbours next to it.
    for (unsigned denominator = 1; denominator <= 700; ++denominator)
        for (unsigned numerator = 0; numerator <= denominator; ++numerator)
        {
            double const fraction = double{1} * numerator / denominator;
            ASSERT_EQ(decimals(fraction), decimals_by_printf(fraction));
            ASSERT_EQ(decimals(static_cast<float>(1 - fraction)), decimals_by_printf(static_cast<float>(1 - fraction)));
        }
    for (unsigned exponent = 0; exponent < 60; ++exponent)
        for (std::int64_t odd = 1; odd < 3000; odd += 2)
        {
            double const number = static_cast<double>(odd) / static_cast<double>(std::uint64_t{1} << exponent);
            for (double const each : {std::nextafter(number, 0.0), number, std::nextafter(number, 1e9)})
                ASSERT_EQ(decimals(each), decimals_by_printf(each));
        }

    for (double const special : {-0.0,
                                 -1.5,
                                 999.9999994,
                                 999.9999995,
                                 999.9999996,
                                 1000.0,
                                 1e15,
                                 1e308,
                                 5e-324,
                                 std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN()})
        EXPECT_EQ(decimals(special), decimals_by_printf(special));
}

TEST(append_json, numbers)
{
    for (unsigned millionths = 0; millionths <= 1'000'000; ++millionths)
        ASSERT_EQ(json(millionths / 1e6), json_by_library(millionths / 1e6));
    EXPECT_EQ(json(0.0), "0.0");
    EXPECT_EQ(json(1.0), "1.0");
    EXPECT_EQ(json(1.0 / 128), "0.007813");
    EXPECT_EQ(json(2.0 / 3), "0.666667");
    EXPECT_EQ(json(1e-6), "1e-06");
    EXPECT_EQ(json(1e-7), "0.0");
    EXPECT_EQ(json(12.3456789), "12.345679");
}

TEST(append_json, texts)
{
    unsigned const seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};

    for (int i = 0; i < 100'000; ++i)
    {
        // Any bytes, UTF-8 or not; or printable letters alone.
        bool const is_printable = random() % 2 == 0;
        std::string text(random() % 8, ' ');
        for (char & letter : text)
            letter = static_cast<char>(is_printable ? ' ' + random() % 95 : random() % 256);
        ASSERT_EQ(json(std::string_view{text}), json_by_library(text));
    }
    EXPECT_EQ(json(std::string_view{"\xc3\xa4\"\\"}), "\"\xc3\xa4\\\"\\\\\"");
}
