// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/command_line/command_line.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <seqan3_gpulcs/version.hpp>

#include "src/app/app_error.hpp"
#include "src/app/command_line/all_commands.hpp"
#include "src/app/command_line/argument_problem.hpp"
#include "src/app/primer/old_arguments.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Lays out an argument and its description.
std::string entry(std::string const & words, std::string const & description)
{
    constexpr std::size_t column{24};
    std::string text{"  " + words};
    text += text.size() < column ? std::string(column - text.size(), ' ') : '\n' + std::string(column, ' ');
    for (char const byte : description)
        text += byte == '\n' ? '\n' + std::string(column, ' ') : std::string{byte};
    return text + '\n';
}

std::string usage(command_syntax const & syntax, std::string const & name)
{
    constexpr std::size_t max_line_size{82};
    std::string text{"Usage: " + name};
    for (option const & each : syntax.options)
        if (each.is_required)
            text += ' ' + names(each).front() + ' ' + each.placeholder;
    text += " [OPTIONS]";
    std::string files{};
    for (file_argument const & file : syntax.files)
    {
        std::string const words = file.name + (file.is_repeatable ? "..." : "");
        files += ' ' + (file.is_optional ? '[' + words + ']' : words);
    }
    if (!syntax.commands.empty())
        files += " COMMAND";
    bool const is_long = text.size() + files.size() > max_line_size;
    return text + (is_long ? "\n      " : "") + files + '\n';
}

// Lists the arguments of a command by their groups.
std::string arguments_text(command_syntax const & syntax)
{
    std::string text{};
    for (std::string_view const group : option_groups(syntax))
    {
        std::string entries{};
        for (file_argument const & file : syntax.files)
            if (group == option_group::input)
                entries += entry(file.name + (file.is_repeatable ? " FILE ..." : " FILE"), file.description);
        for (option const & each : syntax.options)
            if (group == each.group)
                entries +=
                    entry(each.name + (each.placeholder.empty() ? "" : ' ' + each.placeholder), each.description);
        if (!entries.empty())
            text += '\n' + std::string{group} + ":\n" + entries;
    }
    return text;
}

// Returns what --help prints. CLI11 does not lay it out, because its versions differ in that.
std::string help(command_syntax syntax, std::string const & name)
{
    add_information_options(syntax);
    std::string text{syntax.description + '\n' + usage(syntax, name) + '\n' + syntax.examples + arguments_text(syntax)};
    if (!syntax.commands.empty())
        text += "\nCommands:\n";
    for (command_syntax const & command : syntax.commands)
        text += entry(command.name, command.description);
    std::string page{name};
    std::ranges::replace(page, ' ', '-');
    return text + "\nColumns, formats and more: man " + page
         + ", or doc/reference/output.md.\n"
           "Exit status: 0 on success, 1 on failure, 2 if the command line is wrong.\n";
}

void add_file(CLI::App & command, file_argument const & file)
{
    auto const set_each = [set = file.set](std::vector<std::string> const & paths)
    {
        std::ranges::for_each(paths, set);
    };
    CLI::Option * const added = file.is_repeatable
                                  ? command.add_option_function<std::vector<std::string>>(file.name, set_each)
                                  : command.add_option_function<std::string>(file.name, file.set);
    added->option_text(file.is_repeatable ? "FILE ..." : "FILE")->required(!file.is_optional);
}

void add_option(CLI::App & command, option const & each)
{
    if (each.placeholder.empty())
    {
        auto const set = [set = each.set]()
        {
            set({});
        };
        command.add_flag_callback(each.name, set);
        return;
    }
    command.add_option_function<std::string>(each.name, each.set)
        ->option_text(each.placeholder)
        ->required(each.is_required);
}

// Adds what all commands and the program itself have; the syntax must outlive the command.
void add_help(CLI::App & command, command_syntax const & syntax)
{
    command.formatter_fn(
        [&syntax](CLI::App const * const asked, std::string const &, CLI::AppFormatMode)
        {
            return help(syntax, full_name(*asked));
        });
    command.set_help_flag(help_option.name);
    command.set_version_flag(version_option.name, "gpulcs " SEQAN3_GPULCS_VERSION_CSTRING);
}

void add_arguments(CLI::App & command, command_syntax const & syntax)
{
    for (file_argument const & file : syntax.files)
        add_file(command, file);
    for (option const & each : syntax.options)
        add_option(command, each);
    add_help(command, syntax);
    for (command_syntax const & each : syntax.commands)
        add_arguments(*command.add_subcommand(each.name), each);
    command.require_subcommand(syntax.commands.empty() ? 0 : 1);
}

// Whether an argument is an option that takes a value, of a command or of those below it.
bool takes_value(CLI::App const & command, std::string const & argument)
{
    auto const below = command.get_subcommands(nullptr);
    return find_option_with_value(command, argument) != nullptr
        || std::ranges::any_of(below,
                               [&](CLI::App const * const each)
                               {
                                   return takes_value(*each, argument);
                               });
}

// Removes '--', unless it is the value of an option, and turns the arguments after it into paths: CLI11 itself would
// take them for options once a command has all of its files.
void mark_files(CLI::App const & app, std::vector<std::string> & arguments)
{
    auto const mark = std::ranges::find(arguments, "--");
    if (mark == arguments.end() || (mark != arguments.begin() && takes_value(app, *std::prev(mark))))
        return;

    for (auto & file : std::ranges::subrange{std::next(mark), arguments.end()})
        if (file.starts_with('-') && file != "-")
            file.insert(0, "./");
    arguments.erase(mark);
}

// The command that arguments begin with; null if there is none.
command_syntax const * find_command(std::vector<command_syntax> const & commands,
                                    std::span<std::string const> const arguments)
{
    if (arguments.empty())
        return nullptr;
    auto const found = std::ranges::find(commands, arguments.front(), &command_syntax::name);
    if (found == commands.end())
        return nullptr;
    command_syntax const * const below = find_command(found->commands, arguments.subspan(1));
    return below != nullptr ? below : &*found;
}

// Whether an argument is the value of an option that may have a number. The option itself refuses others that look like one, such as -1
// or 0.5, with a sentence that helps, unless they are files.
bool is_meant_as_number(std::string const & argument)
{
    auto const is_digit = [](char const letter)
    {
        return letter >= '0' && letter <= '9';
    };
    if (std::ranges::all_of(argument, is_digit))
        return !argument.empty();

    std::string number{argument};
    if (number.starts_with('+') || number.starts_with('-'))
        number.erase(0, 1);
    if (auto const dot = number.find('.'); dot != std::string::npos)
        number.erase(dot, 1);
    std::error_code ignored{};
    return !number.empty() && std::ranges::all_of(number, is_digit) && !std::filesystem::exists(argument, ignored);
}

// Writes the default after options whose value was omitted: CLI11 itself would take the next file.
void set_omitted_values(command_syntax const & syntax, std::vector<std::string> & arguments)
{
    for (option const & each : syntax.options)
    {
        if (each.default_value.empty())
            continue;
        auto const given = std::ranges::find(arguments, each.name);
        if (given == arguments.end())
            continue;
        auto const next = std::next(given);
        bool const is_number = next != arguments.end() && is_meant_as_number(*next);
        *given += '=' + (is_number ? *next : each.default_value);
        if (is_number)
            arguments.erase(next);
    }
}

// The command that was given, or the program.
CLI::App const & chosen_command(CLI::App const & app)
{
    auto const chosen = app.get_subcommands();
    return chosen.empty() ? app : chosen_command(*chosen.front());
}

// Parses all arguments. Returns the information to print if --help or --version is one of them.
std::optional<information> parse(CLI::App & app, std::vector<std::string> const & arguments)
{
    try
    {
        // CLI11 takes arguments from the end.
        app.parse(std::vector<std::string>{arguments.rbegin(), arguments.rend()});
        return std::nullopt;
    }
    catch (CLI::CallForHelp const &)
    {
        return information{app.help()};
    }
    catch (CLI::CallForVersion const & version)
    {
        return information{std::string{version.what()} + '\n'};
    }
    catch (CLI::ParseError const & error)
    {
        CLI::App const & command = chosen_command(app);
        throw usage_error{argument_problem(command, arguments, error) + "; see " + full_name(command) + " --help."};
    }
}

// The options of the command that was parsed.
command_line checked_options(CLI::App const & app, all_options const & options)
{
    auto const checked = [](auto const & chosen) -> command_line
    {
        check(chosen);
        return chosen;
    };
    if (app.got_subcommand("devices"))
        return options.devices;
    if (app.got_subcommand("plot"))
        return checked(options.plot);
    if (app.got_subcommand("primer"))
        return checked(options.primer);
    if (app.got_subcommand("search"))
        return checked(options.search);
    if (app.got_subcommand("demultiplex"))
        return checked(options.demultiplex);
    return checked(app.got_subcommand("edit") ? options.edit : options.lcs);
}

} // namespace

command_line parse_command_line(int const argc, char const * const * const argv)
{
    all_options options{};
    command_syntax program = program_syntax();
    program.commands = all_commands(options);
    CLI::App app{program.description, program.name};
    add_arguments(app, program);

    std::vector<std::string> arguments{argv + std::min(argc, 1), argv + argc};
    mark_files(app, arguments);
    if (replace_old_arguments(arguments,
                              [&app](std::string const & argument)
                              {
                                  return takes_value(app, argument);
                              }))
        options.primer.new_spelling = shell_words("gpulcs", arguments);
    if (command_syntax const * const syntax = find_command(program.commands, arguments))
        set_omitted_values(*syntax, arguments);
    if (auto const asked_for = parse(app, arguments))
        return *asked_for;
    return checked_options(app, options);
}

} // namespace seqan3_gpulcs::app
