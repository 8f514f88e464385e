// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/shell/completions.hpp"

namespace seqan3_gpulcs::app::shell
{

namespace
{

constexpr char const * begin{R"(# Completes command lines of gpulcs in fish; made from its options.

function __gpulcs_command_is
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

complete -c gpulcs -f
)"};

std::string quoted(std::string const & text)
{
    return '\'' + replace(replace(text, '\\', "\\\\"), '\'', "\\'") + '\'';
}

std::string described(std::string const & summary)
{
    return " -d " + quoted(summary) + '\n';
}

// The arguments of `complete` for the value of an option.
std::string value(option const & option)
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
    return choices.empty() ? " -x" : " -x -a " + quoted(choices);
}

// The lines of the options of a command; its name is empty for options before any command.
std::string option_lines(std::string const & command, std::vector<option> const & options)
{
    std::string lines{};
    for (option const & each : options)
    {
        lines += "complete -c gpulcs -n '__gpulcs_command_is \"" + command + "\"'";
        for (std::string const & name : names(each))
            lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        lines += value(each) + described(summary(each));
    }
    return lines;
}

} // namespace

std::string fish_completion(program const & program)
{
    std::string text{begin};
    for (command_syntax const & command : program.commands)
        text += "complete -c gpulcs -n '__gpulcs_command_is \"\"' -a " + command.name + described(summary(command));
    text += option_lines("", program.itself.options);
    for (command_syntax const & command : program.commands)
    {
        text += '\n' + option_lines(command.name, command.options);
        if (!command.files.empty())
            text += "complete -c gpulcs -n '__gpulcs_command_is \"" + command.name + "\"' -F\n";
    }
    return text;
}

} // namespace seqan3_gpulcs::app::shell
