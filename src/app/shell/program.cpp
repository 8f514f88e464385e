// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/shell/program.hpp"

#include <algorithm>
#include <utility>

namespace seqan3_gpulcs::app::shell
{

std::vector<command_syntax> flattened(std::vector<command_syntax> const & commands)
{
    std::vector<command_syntax> all{};
    for (command_syntax const & command : commands)
    {
        all.push_back(command);
        for (command_syntax & below : flattened(command.commands))
        {
            below.name = command.name + ' ' + below.name;
            all.push_back(std::move(below));
        }
    }
    return all;
}

std::string command_names(std::vector<command_syntax> const & commands)
{
    std::vector<std::string> all{};
    for (command_syntax const & command : commands)
        all.push_back(command.name);
    return join(all, " ");
}

std::string all_names(command_syntax const & command)
{
    std::vector<std::string> all{};
    for (option const & each : command.options)
        for (std::string const & name : names(each))
            all.push_back(name);
    return join(all, " ");
}

bool needs_value(option const & option)
{
    return !option.placeholder.empty() && option.default_value.empty();
}

std::string first_part(std::string_view const description, std::vector<std::string_view> const & separators)
{
    std::string part = replace(description, '\n', " ");
    for (std::string_view const separator : separators)
        part.resize(std::min(part.find(separator), part.size()));
    // The part may end within parentheses.
    std::size_t const open = part.rfind(" (");
    if (open != std::string::npos && part.find(')', open) == std::string::npos)
        part.resize(open);
    return part;
}

std::string summary(option const & option)
{
    std::string_view const required{"Required: "};
    std::string_view description{option.description};
    if (description.starts_with(required))
        description.remove_prefix(required.size());
    std::string text = first_part(description, {": ", "; ", ". ", ", as explained", ", explained"});
    if (text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string summary(command_syntax const & command)
{
    return first_part(command.description, {"; "});
}

std::string join(std::vector<std::string> const & words, std::string_view const separator)
{
    std::string text{};
    for (std::string const & word : words)
    {
        text += text.empty() ? "" : separator;
        text += word;
    }
    return text;
}

std::string replace(std::string_view const text, char const character, std::string_view const replacement)
{
    std::string replaced{};
    for (char const byte : text)
    {
        if (byte == character)
            replaced += replacement;
        else
            replaced += byte;
    }
    return replaced;
}

} // namespace seqan3_gpulcs::app::shell
