// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/shell/roff.hpp"

#include <algorithm>

namespace seqan3_gpulcs::app::shell
{

namespace
{

constexpr bool is_capital(char const byte) noexcept
{
    return byte >= 'A' && byte <= 'Z';
}

constexpr bool is_letter(char const byte) noexcept
{
    return is_capital(byte) || (byte >= 'a' && byte <= 'z');
}

constexpr bool is_letter_or_dash(char const byte) noexcept
{
    return is_letter(byte) || byte == '-';
}

// A character as it is: without names, roff turns some into others that look better, but cannot be typed.
std::string character(char const byte)
{
    switch (byte)
    {
    case '\\':
        return "\\e";
    case '-':
        return "\\-";
    case '\'':
        return "\\(aq";
    case '`':
        return "\\(ga";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    default:
        return {byte};
    }
}

std::string literal(std::string_view const text)
{
    std::string escaped{};
    for (char const byte : text)
        escaped += character(byte);
    return escaped;
}

// The size of the name of an option at the beginning of a text; 0 if there is none.
std::size_t option_size(std::string_view const text)
{
    std::size_t const dashes = std::min(text.find_first_not_of('-'), text.size());
    if (dashes == 0 || dashes > 2 || dashes == text.size() || !is_letter(text[dashes]))
        return 0;
    auto const end = std::ranges::find_if_not(text, is_letter_or_dash);
    return static_cast<std::size_t>(end - text.begin());
}

std::string text_line(std::string_view const line)
{
    // A dot at the beginning of a line would be a request.
    std::string text{line.starts_with('.') ? "\\&" : ""};
    for (std::size_t i = 0; i < line.size();)
    {
        bool const begins_word = i == 0 || line[i - 1] == ' ' || line[i - 1] == '(';
        std::size_t const size = begins_word ? option_size(line.substr(i)) : 0;
        bool const is_hyphen =
            line[i] == '-' && i > 0 && is_letter(line[i - 1]) && i + 1 < line.size() && is_letter(line[i + 1]);
        if (size != 0)
            text += roff_bold(line.substr(i, size));
        else
            text += is_hyphen ? "-" : character(line[i]);
        i += std::max<std::size_t>(size, 1);
    }
    return text;
}

// A list of terms without texts: each term is a line of its own.
std::string plain_list(list_item const & item)
{
    std::string text{".nf\n"};
    for (std::string const & term : item.terms)
        text += roff_bold(term) + '\n';
    return text + ".fi\n";
}

std::string list(paragraph const & list)
{
    if (list.items.empty())
        return {};
    bool const is_table = list.term_width != 0;
    std::string text{is_table ? ".PD 0\n" : ""};
    for (list_item const & item : list.items)
    {
        if (item.text.empty())
        {
            text += plain_list(item);
            continue;
        }
        text += is_table ? ".TP " + std::to_string(list.term_width) + "n\n" : ".TP\n";
        for (std::string const & term : item.terms)
            text += (&term == &item.terms.front() ? "" : ".TQ\n") + roff_bold(term) + '\n';
        text += roff_text(item.text) + '\n';
    }
    return text + (is_table ? ".PD\n" : "");
}

std::string text_lines(paragraph const & paragraph)
{
    return paragraph.text.empty() ? "" : roff_text(paragraph.text) + '\n';
}

} // namespace

std::string roff_text(std::string_view const text)
{
    std::string lines{};
    for (std::size_t begin = 0; begin <= text.size();)
    {
        std::size_t const end = std::min(text.find('\n', begin), text.size());
        lines += (begin == 0 ? "" : "\n") + text_line(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::string upper_case(std::string text)
{
    std::ranges::transform(text,
                           text.begin(),
                           [](char const letter)
                           {
                               return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
                           });
    return text;
}

std::string roff_bold(std::string_view const text)
{
    return "\\fB" + literal(text) + "\\fR";
}

std::string roff_placeholder(std::string_view const text)
{
    std::string words{};
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        bool const begins = is_capital(text[i]) && (i == 0 || !is_capital(text[i - 1]));
        bool const ends = is_capital(text[i]) && (i + 1 == text.size() || !is_capital(text[i + 1]));
        words += (begins ? "\\fI" : "") + character(text[i]) + (ends ? "\\fR" : "");
    }
    return words;
}

std::string roff_paragraphs(std::vector<paragraph> const & paragraphs)
{
    std::string text{};
    for (paragraph const & each : paragraphs)
    {
        text += each.heading.empty() ? ".PP\n" : ".SH " + upper_case(each.heading) + '\n';
        text += text_lines(each) + list(each);
    }
    return text;
}

std::string roff_item(std::vector<paragraph> const & paragraphs)
{
    std::string text{};
    for (paragraph const & each : paragraphs)
    {
        text += (text.empty() ? "" : ".IP\n") + text_lines(each);
        text += each.items.empty() ? "" : ".RS\n" + list(each) + ".RE\n";
    }
    return text;
}

} // namespace seqan3_gpulcs::app::shell
