// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/readable.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
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

// Controls are U+0080 to U+009F, and characters that turn the direction of the text after them, or end a line or a paragraph.
constexpr bool is_control(std::uint32_t const code_point) noexcept
{
    auto const is_between = [code_point](std::uint32_t const first, std::uint32_t const last)
    {
        return code_point >= first && code_point <= last;
    };
    return is_between(0x80, 0x9f) || code_point == 0x61c || is_between(0x200e, 0x200f) || is_between(0x2028, 0x202e)
        || is_between(0x2066, 0x2069);
}

// The size of the UTF-8 character at the beginning of a text; 0 if there is none, or if it is a control character.
std::size_t character_size(std::string_view const text) noexcept
{
    auto const byte_at = [text](std::size_t const i) -> std::uint32_t
    {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
    };

    std::uint32_t const first = byte_at(0);
    if (first < 0x80)
        return is_control(text.front()) ? 0 : 1;

    std::size_t const size = first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : 0;
    if (size == 0)
        return 0;

    std::uint32_t code_point = first & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i)
    {
        if ((byte_at(i) & 0xc0) != 0x80)
            return 0;
        code_point = code_point << 6 | (byte_at(i) & 0x3f);
    }

    // Overlong encodings are invalid.
    constexpr std::array<std::uint32_t, 5> min_code_points{0, 0, 0x80, 0x800, 0x10000};
    bool const is_surrogate = code_point >= 0xd800 && code_point <= 0xdfff;
    bool const is_valid = code_point >= min_code_points[size] && code_point <= 0x10ffff && !is_surrogate;
    return is_valid && !is_control(code_point) ? size : 0;
}

std::string hexadecimal(char const byte)
{
    char text[3]{};
    std::snprintf(text, sizeof(text), "%02X", unsigned{static_cast<unsigned char>(byte)});
    return text;
}

// Keeps the characters that begin within the first max_size bytes.
template <typename function_t>
std::string with_replaced_controls(std::string_view const text, std::size_t const max_size, function_t && replacement)
{
    std::string result{};
    for (std::size_t i = 0; i < std::min(max_size, text.size());)
    {
        std::size_t const size = character_size(text.substr(i));
        if (size == 0)
            result += replacement(text[i]);
        else
            result += text.substr(i, size);
        i += std::max<std::size_t>(size, 1);
    }
    return result;
}

} // namespace

std::string without_controls(std::string_view const text)
{
    // Enough for most file names and ids, and short enough to leave the rest of the sentence in sight.
    constexpr std::size_t max_size{200};

    auto const replacement = [](char)
    {
        return '?';
    };
    return with_replaced_controls(text, max_size, replacement) += text.size() > max_size ? "..." : "";
}

std::string with_visible_controls(std::string_view const text)
{
    auto const is_printable_ascii = [](char const byte)
    {
        return !is_control(byte) && static_cast<unsigned char>(byte) < 0x80;
    };
    if (std::ranges::all_of(text, is_printable_ascii))
        return std::string{text};

    auto const replacement = [](char const byte)
    {
        return "\\x" + hexadecimal(byte);
    };
    return with_replaced_controls(text, text.size(), replacement);
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
