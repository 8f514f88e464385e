// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/command_line/argument_problem.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The option that an abbreviation such as "--alig" stands for; empty if there is none, or more than one.
std::string complete_option(CLI::App const & command, std::string_view const argument)
{
    auto const text = argument.substr(0, argument.find('='));
    std::vector<std::string> candidates{};
    for (CLI::Option const * const option : command.get_options())
        for (std::string const & name : option->get_lnames())
            if (("--" + name).starts_with(text))
                candidates.push_back("--" + name);
    return candidates.size() == 1 ? candidates.front() : "";
}

std::string unknown_option(CLI::App const & command, std::string const & argument)
{
    std::string sentence = "There is no option " + in_quotes(argument);
    bool const is_long = argument.starts_with("--");
    if ((!is_long && argument.size() > 2) || std::filesystem::exists(argument))
        sentence += "; if it is a file, write " + in_quotes("./" + argument);
    else if (auto const complete = complete_option(command, argument); is_long && !complete.empty())
        sentence += "; write " + complete + " in full";
    return sentence;
}

// The first of the arguments before the command that is an option of the command; empty if there is none.
std::string misplaced_option(CLI::App const & command, std::vector<std::string> const & extras)
{
    for (std::string const & extra : extras)
        if (auto const name = extra.substr(0, extra.find('='));
            name.starts_with('-') && command.get_option_no_throw(name) != nullptr)
            return "The option " + in_quotes(extra) + " must follow the command: " + full_name(command) + ' ' + name;
    return {};
}

std::string wrong_command(CLI::App const & parent, std::vector<std::string> const & extras)
{
    std::vector<std::string_view> names{};
    for (CLI::App const * const command : parent.get_subcommands(nullptr))
        names.push_back(command->get_name());
    std::string const of_parent = parent.get_parent() == nullptr ? "" : " of " + full_name(parent);
    return extras.empty()
             ? "Give a command" + of_parent + ": " + enumerate(names)
             : "There is no command " + in_quotes(extras.front()) + of_parent + "; give " + enumerate(names);
}

// Collects the arguments that CLI11 did not recognise; those of outer commands come first.
std::vector<std::string> extras_of(CLI::App const * const command)
{
    if (command == nullptr)
        return {};
    std::vector<std::string> extras = extras_of(command->get_parent());
    std::ranges::copy(command->remaining(), std::back_inserter(extras));
    return extras;
}

// An option or file that is missing or is given too often; empty if there is none.
std::string wrong_number(CLI::App const & command, std::vector<std::string> const & arguments)
{
    auto const is_repeated = [](CLI::Option const * const option)
    {
        return option->get_type_size_max() == 1 && option->get_expected_max() == 1 && option->results().size() > 1;
    };

    for (CLI::Option const * const option : command.get_options())
        if (is_repeated(option))
            return shortest_name(*option) + " is given more than once; give it once";

    for (std::string const & argument : arguments)
        if (CLI::Option const * const option = find_option_with_value(command, argument);
            option != nullptr && option->results().empty())
            return shortest_name(*option) + " needs a value, " + option->get_option_text();

    for (CLI::Option const * const option : command.get_options())
        if (option->get_required() && option->results().empty())
            return option->get_positional() ? "No file is given for " + shortest_name(*option)
                                            : "The option " + shortest_name(*option) + " is missing";
    return {};
}

} // namespace

CLI::Option const * find_option_with_value(CLI::App const & command, std::string const & argument)
{
    CLI::Option const * const option = argument.starts_with('-') ? command.get_option_no_throw(argument) : nullptr;
    return option != nullptr && option->get_items_expected_max() == 1 ? option : nullptr;
}

std::string shortest_name(CLI::Option const & option)
{
    return option.get_snames().empty() ? option.get_name() : '-' + option.get_snames().front();
}

std::string full_name(CLI::App const & command)
{
    CLI::App const * const parent = command.get_parent();
    return (parent == nullptr ? "" : full_name(*parent) + ' ') + command.get_name();
}

std::string
argument_problem(CLI::App const & command, std::vector<std::string> const & arguments, CLI::ParseError const & error)
{
    if (auto const problem = misplaced_option(command, extras_of(command.get_parent())); !problem.empty())
        return problem;

    std::vector<std::string> const extras = extras_of(&command);
    // Options after a misspelt command are those of the right one.
    bool const begins_with_option = !extras.empty() && extras.front().starts_with('-');
    if (!command.get_subcommands(nullptr).empty() && !begins_with_option)
        return wrong_command(command, extras);
    for (std::string const & extra : extras)
        if (extra.starts_with('-'))
            return unknown_option(command, extra);

    // This error is about a single value and ends the parsing: the arguments after it only seem to be missing.
    bool const is_about_value = dynamic_cast<CLI::ConversionError const *>(&error) != nullptr;
    if (auto const problem = wrong_number(command, arguments); !is_about_value && !problem.empty())
        return problem;
    if (!extras.empty())
        return "There is an unexpected argument, " + in_quotes(extras.front());
    return without_controls(error.what());
}

} // namespace seqan3_gpulcs::app
