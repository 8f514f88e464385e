// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/shell/notes.hpp"

#include <algorithm>
#include <sstream>

namespace seqan3_gpulcs::app::shell
{

namespace
{

// The size of the heading at the beginning of a text; 0 if there is none.
std::size_t heading_size(std::string_view const text)
{
    std::size_t const size = std::min(text.find(':'), text.size());
    auto const is_letter = [](char const byte)
    {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == ' ';
    };
    std::string_view const words = text.substr(0, size);
    bool const is_alone = size + 1 == text.size() || text.substr(size).starts_with(": ");
    return is_alone && std::ranges::all_of(words, is_letter) && std::ranges::count(words, ' ') <= 1 ? size : 0;
}

void append_line(std::string & text, std::string_view const line)
{
    if (!text.empty() && !line.empty())
        text += '\n';
    text += line;
}

void add_item(paragraph & list, std::string_view const line)
{
    constexpr std::size_t indent{2};
    std::size_t const end = std::min(line.find("  ", indent), line.size());
    std::size_t const begin_of_text = std::min(line.find_first_not_of(' ', end), line.size());
    if (begin_of_text < line.size())
        list.term_width = begin_of_text - indent;

    if (list.items.empty() || !list.items.back().text.empty())
        list.items.emplace_back();
    list.items.back().terms.emplace_back(line.substr(indent, end - indent));
    list.items.back().text = line.substr(begin_of_text);
}

void continue_item(list_item & item, std::string_view const line)
{
    constexpr std::size_t indent{2};
    if (item.text.empty() && item.terms.back().ends_with('\\'))
        item.terms.emplace_back(line.substr(indent));
    else
        append_line(item.text, line.substr(line.find_first_not_of(' ')));
}

} // namespace

std::vector<paragraph> parse_description(std::string_view const text)
{
    std::vector<paragraph> paragraphs{};
    std::istringstream lines{std::string{text}};
    bool is_new{true};
    for (std::string line{}; std::getline(lines, line);)
    {
        std::size_t const indent = line.find_first_not_of(' ');
        if (indent == std::string::npos)
        {
            is_new = true;
            continue;
        }
        if (is_new || (indent == 0 && !paragraphs.back().items.empty()))
            paragraphs.emplace_back();

        paragraph & last = paragraphs.back();
        if (indent == 0)
            append_line(last.text, line);
        else if (indent == 2 || last.items.empty())
            add_item(last, line);
        else
            continue_item(last.items.back(), line);
        is_new = false;
    }
    return paragraphs;
}

std::vector<paragraph> parse_notes(std::string_view const text)
{
    std::vector<paragraph> paragraphs = parse_description(text);
    for (paragraph & each : paragraphs)
    {
        std::size_t const size = heading_size(each.text);
        each.heading = each.text.substr(0, size);
        if (size != 0)
            each.text.erase(0, size + 2);
    }
    return paragraphs;
}

} // namespace seqan3_gpulcs::app::shell
