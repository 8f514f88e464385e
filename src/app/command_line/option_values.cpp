// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/command_line/option_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Takes a number off the front of a text.
template <typename number_t>
std::optional<number_t> take_number(std::string_view & text)
{
    number_t number{};
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

// A text that is two numbers with a colon between them.
template <typename number_t>
std::optional<std::pair<number_t, number_t>> parse_two(std::string_view text)
{
    auto const first = take_number<number_t>(text);
    bool const has_colon = text.starts_with(':');
    text.remove_prefix(has_colon ? 1 : 0);
    auto const second = take_number<number_t>(text);
    if (!has_colon || !first || !second || !text.empty())
        return std::nullopt;
    return std::pair{*first, *second};
}

// The power of two that a unit stands for: B, K, KB, KiB, M and so on, in upper or lower case.
std::optional<unsigned> unit_exponent(std::string unit)
{
    std::ranges::transform(unit,
                           unit.begin(),
                           [](char const letter)
                           {
                               return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
                           });

    constexpr std::string_view prefixes{"KMGT"};
    if (unit.empty() || unit == "B")
        return 0;

    auto const position = prefixes.find(unit.front());
    auto const rest = unit.substr(1);
    if (position == std::string_view::npos || (rest != "" && rest != "B" && rest != "IB"))
        return std::nullopt;
    return 10 * static_cast<unsigned>(position + 1);
}

} // namespace

std::uint64_t parse_number(std::string_view const text,
                           char const * const requirement,
                           std::uint64_t const min,
                           std::uint64_t const max)
{
    std::string_view rest{text};
    auto const number = take_number<std::uint64_t>(rest);
    if (!number || !rest.empty() || *number < min || *number > max)
        throw usage_error{std::string{requirement} + ", not " + in_quotes(text) + "."};
    return *number;
}

double parse_seconds(std::string_view const text, char const * const requirement)
{
    std::string_view rest{text};
    auto const number = take_number<double>(rest);
    // False for NaN, too.
    bool const is_time = number && rest.empty() && *number >= 0 && *number <= std::numeric_limits<float>::max();
    if (!is_time)
        throw usage_error{std::string{requirement} + ", such as 60 or 0.5, not " + in_quotes(text) + "."};
    return *number;
}

std::vector<unsigned> parse_devices(std::string_view const text)
{
    if (text == "all")
        return {};
    std::vector<unsigned> numbers{};
    std::string_view rest{text};
    while (true)
    {
        auto const number = take_number<unsigned>(rest);
        bool const has_next = rest.starts_with(',');
        if (!number || (!has_next && !rest.empty()))
            throw usage_error{
                "--device takes all, or numbers of CUDA devices as shown by gpulcs devices, such as 0,2; not "
                + in_quotes(text) + "."};
        if (std::ranges::find(numbers, *number) != numbers.end())
            throw usage_error{"--device has the number " + std::to_string(*number) + " twice; name each device once."};
        numbers.push_back(*number);
        if (!has_next)
            return numbers;
        rest.remove_prefix(1);
    }
}

double parse_identity(std::string_view const text)
{
    std::string_view rest{text};
    auto const number = take_number<double>(rest);
    // False for NaN, too.
    bool const is_identity = number && rest.empty() && *number >= 0 && *number <= 1;
    if (!is_identity)
        throw usage_error{"--min-identity takes a number from 0 to 1, such as 0.9, not " + in_quotes(text) + "."};
    return *number;
}

gc_range parse_gc_range(std::string_view const text)
{
    auto const range = parse_two<double>(text);
    // False for NaN, too.
    bool const is_range = range && 0 <= range->first && range->first <= range->second && range->second <= 100;
    if (!is_range)
        throw usage_error{"--gc takes two percentages, the smaller one first, such as 40:60, not " + in_quotes(text)
                          + "."};
    if (0 < range->second && range->second <= 1)
        throw usage_error{"--gc takes percentages, not fractions: write 40:60 instead of 0.4:0.6, for example; it was "
                          + in_quotes(text) + "."};
    return {range->first, range->second};
}

temperature_range parse_temperature_range(std::string_view const text)
{
    auto const range = parse_two<double>(text);
    // The comparison is false for a NaN, which is no temperature.
    if (!range || !(range->first <= range->second) || !std::isfinite(range->second - range->first))
        throw usage_error{"--tm takes two temperatures in degrees Celsius, the lower one first, such as 58:62, not "
                          + in_quotes(text) + "."};
    return {range->first, range->second};
}

length_range parse_length_range(std::string const & option, std::string_view const text)
{
    auto const range = parse_two<std::uint64_t>(text);
    if (!range || range->first > range->second)
        throw usage_error{option + " takes two numbers of letters, the smaller one first, such as 80:200, not "
                          + in_quotes(text) + "."};
    return {range->first, range->second};
}

three_prime_limit parse_three_prime_limit(std::string_view const text)
{
    auto const limit = parse_two<std::uint64_t>(text);
    if (!limit || limit->first == 0 || limit->second > limit->first)
        throw usage_error{
            "--three-prime takes two numbers, such as 5:1: letters at the 3' end, at least 1, and the edits "
            "allowed in them, at most as many; not "
            + in_quotes(text) + "."};
    return {limit->first, limit->second};
}

std::uint64_t parse_size(std::string_view const text)
{
    std::string_view rest{text};
    auto const number = take_number<std::uint64_t>(rest);
    auto const exponent = unit_exponent(std::string{rest});
    if (!number || !exponent || *number == 0 || *number > std::numeric_limits<std::uint64_t>::max() >> *exponent)
        throw usage_error{"--memory takes a size such as 500M, 4G or 1000000, not " + in_quotes(text) + "."};
    return *number << *exponent;
}

} // namespace seqan3_gpulcs::app
