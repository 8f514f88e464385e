// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/command_line/command_syntax.hpp"

#include <algorithm>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

std::vector<std::string> names(option const & option)
{
    std::size_t const comma = option.name.find(',');
    if (comma == std::string::npos)
        return {option.name};
    return {option.name.substr(0, comma), option.name.substr(comma + 1)};
}

std::vector<std::string_view> option_groups(command_syntax const & command)
{
    std::vector<std::string_view> groups{option_group::input};
    for (option const & each : command.options)
        if (std::ranges::find(groups, each.group) == groups.end())
            groups.push_back(each.group);
    return groups;
}

std::string enumerate(std::vector<std::string_view> const & words)
{
    std::string text{};
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

std::size_t
find_choice(std::string const & option, std::vector<std::string_view> const & names, std::string_view const text)
{
    auto const chosen = std::ranges::find(names, text);
    if (chosen == names.end())
        throw usage_error{option + " takes " + enumerate(names) + ", not " + in_quotes(text) + "."};
    return static_cast<std::size_t>(chosen - names.begin());
}

} // namespace seqan3_gpulcs::app
