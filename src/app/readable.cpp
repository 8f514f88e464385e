// SPDX-License-Identifier: BSD-3-Clause

#include "readable.hpp"

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

} // namespace

std::string without_controls(std::string_view const text)
{
    // File names are longer than ids should be; both should leave the rest of the sentence in sight.
    constexpr std::size_t most{200};

    std::string result{};
    for (char const byte : text.substr(0, most))
        result += is_control(byte) ? '?' : byte;
    return result += text.size() > most ? "..." : "";
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

    auto const value = static_cast<unsigned char>(byte);
    if (!is_control(byte) && value < 0x80)
        return {'\'', byte, '\''};

    char text[8]{};
    std::snprintf(text, sizeof(text), "0x%02X", unsigned{value});
    return text;
}

std::string system_message(int const error_number)
{
    return std::generic_category().message(error_number);
}

} // namespace seqan3_gpulcs::app
