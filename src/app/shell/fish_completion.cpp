// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/shell/completions.hpp"

namespace seqan3_gpulcs::app::shell
{

namespace
{

constexpr char const * fish_begin{R"(# Completes command lines of gpulcs in fish; made from its options.

function __gpulcs_command_is
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
    and test (count $argv) -eq 1 -o "$words[3]" = "$argv[2]"
end

complete -c gpulcs -f
)"};

std::string fish_quoted(std::string const & text)
{
    return '\'' + replace(replace(text, '\\', "\\\\"), '\'', "\\'") + '\'';
}

std::string described(std::string const & summary)
{
    return " -d " + fish_quoted(summary) + '\n';
}

// The arguments of `complete` for the value of an option.
std::string fish_value(option const & option)
{
    if (!needs_value(option))
        return {};
    switch (option.path)
    {
    case path_kind::file:
        return " -r -F";
    case path_kind::directory:
        return " -x -a '(__fish_complete_directories)'";
    case path_kind::none:
        break;
    }
    std::string const choices = join({option.choices.begin(), option.choices.end()}, " ");
    return choices.empty() ? " -x" : " -x -a " + fish_quoted(choices);
}

// Begins a line that completes what follows this command; an empty name stands for no command.
std::string condition(std::string const & command)
{
    return "complete -c gpulcs -n '__gpulcs_command_is " + (command.empty() ? "\"\"" : command) + '\'';
}

// Offers commands, where a command is the one that they belong to.
std::string command_lines(std::string const & parent, std::vector<command_syntax> const & commands)
{
    std::string lines{};
    for (command_syntax const & command : commands)
        lines += condition(parent) + " -a " + command.name + described(summary(command));
    return lines;
}

// The lines of the options of a command; its name is empty for options before any command.
std::string option_lines(std::string const & command, std::vector<option> const & options)
{
    std::string lines{};
    for (option const & each : options)
    {
        lines += condition(command);
        for (std::string const & name : names(each))
            lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        lines += fish_value(each) + described(summary(each));
    }
    return lines;
}

} // namespace

std::string fish_completion(program const & program)
{
    std::string text{fish_begin};
    text += command_lines("", program.commands) + option_lines("", program.itself.options);
    for (command_syntax const & command : flattened(program.commands))
    {
        // Before any of its commands.
        std::string const name = command.name + (command.commands.empty() ? "" : " \"\"");
        text += '\n' + command_lines(name, command.commands) + option_lines(name, command.options);
        if (!command.files.empty())
            text += condition(name) + " -F\n";
    }
    return text;
}

} // namespace seqan3_gpulcs::app::shell
