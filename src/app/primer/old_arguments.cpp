// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/old_arguments.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ranges>
#include <string_view>

#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

bool is_option(std::string const & argument, std::string_view const name)
{
    return argument.starts_with(name) && (argument.size() == name.size() || argument[name.size()] == '=');
}

auto find_option(std::vector<std::string> & arguments, std::string_view const name)
{
    return std::ranges::find_if(arguments,
                                [name](std::string const & argument)
                                {
                                    return is_option(argument, name);
                                });
}

bool is_file(std::string const & argument)
{
    std::error_code error{};
    return argument == "-" || std::filesystem::exists(argument, error);
}

// Whether there is an option, and no command: neither a new one, unless it is the name of a file, nor a word that is meant to be one.
bool has_no_command(std::vector<std::string> const & arguments)
{
    if (arguments.size() < 2 || arguments.front() != "primer")
        return false;
    auto const is_command = [](std::string const & argument)
    {
        return argument == "find" || argument == "check" || argument == "products";
    };
    auto const is_given_command = [&](std::string const & argument)
    {
        return is_command(argument) && !is_file(argument);
    };
    auto const is_old_option = [](std::string const & argument)
    {
        return argument.starts_with('-') && argument != "-h" && argument != "--help" && argument != "--version";
    };
    bool const begins_with_word =
        !arguments[1].starts_with('-') && (is_command(arguments[1]) || !is_file(arguments[1]));
    return !begins_with_word && std::ranges::none_of(arguments, is_given_command)
        && std::ranges::any_of(arguments, is_old_option);
}

void rename_option(std::vector<std::string> & arguments, std::string_view const old, std::string_view const name)
{
    for (std::string & each : arguments)
        if (is_option(each, old))
            each.replace(0, old.size(), name);
}

// Removes an option, and returns its value, if there is one.
std::optional<std::string> take_value(std::vector<std::string> & arguments, std::string_view const name)
{
    auto const option = find_option(arguments, name);
    if (option == arguments.end())
        return std::nullopt;
    bool const is_joined = option->size() > name.size();
    if (!is_joined && option + 1 == arguments.end())
    {
        arguments.pop_back();
        return std::nullopt;
    }
    std::string const value = is_joined ? option->substr(name.size() + 1) : option[1];
    arguments.erase(option, option + (is_joined ? 1 : 2));
    return value;
}

std::string shell_word(std::string const & word)
{
    auto const is_plain = [](char const byte)
    {
        bool const is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        return is_letter || (byte >= '0' && byte <= '9')
            || std::string_view{"%+,-./:=@_"}.find(byte) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, is_plain))
        return word;
    std::string quoted{"'"};
    for (char const byte : with_visible_controls(word))
        quoted += byte == '\'' ? "'\\''" : std::string{byte};
    return quoted + '\'';
}

} // namespace

bool replace_old_arguments(std::vector<std::string> & arguments,
                           std::function<bool(std::string const &)> const & takes_value)
{
    if (!has_no_command(arguments))
        return false;

    auto const after_primer = [&arguments](std::string word)
    {
        arguments.insert(arguments.begin() + 1, std::move(word));
    };
    // Both strands are the default now.
    auto const option = std::ranges::find(arguments, "--both-strands");
    if (option != arguments.end() && !takes_value(*std::prev(option)))
        arguments.erase(option);
    bool const is_check = find_option(arguments, "--check") != arguments.end();
    auto const primers = take_value(arguments, "--check");
    if (!is_check)
    {
        rename_option(arguments, "--differences", "--min-edits");
        after_primer("find");
        return true;
    }
    rename_option(arguments, "--differences", "--max-edits");
    bool const has_products = find_option(arguments, "--products") != arguments.end();
    rename_option(arguments, "--products", "--size");
    if (primers)
        after_primer(primers->starts_with('-') && *primers != "-" ? "./" + *primers : *primers);
    after_primer(has_products ? "products" : "check");
    return true;
}

std::string shell_words(std::string const & program, std::vector<std::string> const & arguments)
{
    std::string line{program};
    for (std::string const & argument : arguments)
        line += ' ' + shell_word(argument);
    return line;
}

} // namespace seqan3_gpulcs::app
