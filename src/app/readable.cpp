// SPDX-License-Identifier: BSD-3-Clause

#include "readable.hpp"

#include <algorithm>
#include <cstdio>
#include <system_error>

namespace seqan3_gpulcs::app
{

namespace
{

constexpr bool is_control(char const byte) noexcept
{
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f;
}

// In UTF-8 the controls 0x80 to 0x9F have 0xC2 in front; after another byte of 0x80 or more they are a part of a letter.
constexpr bool is_control(std::string_view const text, std::size_t const position) noexcept
{
    auto const byte_at = [text](std::size_t const i) -> unsigned
    {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
    };
    auto const is_upper = [byte_at](std::size_t const i)
    {
        return byte_at(i) >= 0x80 && byte_at(i) <= 0x9f;
    };

    unsigned const before = position == 0 ? 0 : byte_at(position - 1);
    return is_control(text[position]) || (is_upper(position) && (before < 0x80 || before == 0xc2))
        || (byte_at(position) == 0xc2 && is_upper(position + 1));
}

std::string hexadecimal(char const byte)
{
    char text[3]{};
    std::snprintf(text, sizeof(text), "%02X", unsigned{static_cast<unsigned char>(byte)});
    return text;
}

} // namespace

std::string without_controls(std::string_view const text)
{
    // File names are longer than ids should be; both should leave the rest of the sentence in sight.
    constexpr std::size_t most{200};

    std::string result{};
    for (std::size_t i = 0; i < std::min(most, text.size()); ++i)
        result += is_control(text, i) ? '?' : text[i];
    return result += text.size() > most ? "..." : "";
}

std::string with_visible_controls(std::string_view const text)
{
    auto const is_printable_ascii = [](char const byte)
    {
        return !is_control(byte) && static_cast<unsigned char>(byte) < 0x80;
    };
    if (std::ranges::all_of(text, is_printable_ascii))
        return std::string{text};

    std::string result{};
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (is_control(text, i))
            result += "\\x" + hexadecimal(text[i]);
        else
            result += text[i];
    }
    return result;
}

std::string in_quotes(std::string_view const text)
{
    std::string result{"'"};
    result += without_controls(text);
    return result += '\'';
}

std::string readable_byte(char const byte)
{
    switch (byte)
    {
    case ' ':
        return "blank";
    case '\t':
        return "tab";
    case '\r':
        return "carriage return";
    default:
        break;
    }

    if (!is_control(byte) && static_cast<unsigned char>(byte) < 0x80)
        return {'\'', byte, '\''};

    return "0x" + hexadecimal(byte);
}

std::string system_message(int const error_number)
{
    return std::generic_category().message(error_number);
}

} // namespace seqan3_gpulcs::app
