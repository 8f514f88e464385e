// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/row_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include <nlohmann/json.hpp>

namespace seqan3_gpulcs::app
{

namespace
{

constexpr double million{1e6};

// Appends a number of up to a thousand, given in millionths.
void append_millionths(std::string & text, std::uint64_t millionths)
{
    char digits[11];
    char * begin = std::end(digits);
    for (int decimals = 0; decimals < 6; ++decimals)
    {
        *--begin = static_cast<char>('0' + millionths % 10);
        millionths /= 10;
    }
    *--begin = '.';
    do
    {
        *--begin = static_cast<char>('0' + millionths % 10);
        millionths /= 10;
    }
    while (millionths != 0);
    text.append(begin, std::end(digits));
}

// Whether JSON has a character as it is. The library for JSON escapes all others.
bool is_plain(char const letter) noexcept
{
    return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
}

} // namespace

void append_number(std::string & text, std::uint64_t const number)
{
    char digits[20];
    auto const end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
    text.append(std::begin(digits), end);
}

void append_decimals(std::string & text, double const number)
{
    // The product's rounding error does not matter unless it is near the middle of two results.
    constexpr double limit{1000};
    constexpr double margin{1e-3};
    if (number >= 0 && number < limit && !std::signbit(number))
    {
        double const scaled = number * million;
        auto const below = static_cast<std::uint64_t>(scaled);
        double const part = scaled - static_cast<double>(below);
        if (std::abs(part - 0.5) > margin)
            return append_millionths(text, below + (part > 0.5 ? 1 : 0));
    }

    char digits[384]; // The largest double has 309 digits.
    auto const end = std::to_chars(std::begin(digits), std::end(digits), number, std::chars_format::fixed, 6).ptr;
    text.append(std::begin(digits), end);
}

void append_json(std::string & text, std::string_view const value)
{
    if (std::ranges::all_of(value, is_plain))
    {
        text += '"';
        text += value;
        text += '"';
        return;
    }
    text += nlohmann::ordered_json(value).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void append_json(std::string & text, double const number)
{
    // This is the function that dump() calls, but dump() also asks for the locale, so that all threads would write to the same memory.
    char digits[64];
    auto const end =
        nlohmann::detail::to_chars(std::begin(digits), std::end(digits), std::round(number * million) / million);
    text.append(std::begin(digits), end);
}

} // namespace seqan3_gpulcs::app
