// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/shell/completions.hpp"

namespace seqan3_gpulcs::app::shell
{

namespace
{

constexpr char const * zsh_head{R"(#compdef gpulcs
# Completes command lines of gpulcs in zsh; made from its options.
)"};

// The beginning of a function that completes a command and its arguments.
constexpr char const * zsh_begin{R"(()
{
    local curcontext=$curcontext state line
    local -A opt_args
    local -a commands
    commands=(
)"};

// The function after the options that come before a command.
constexpr char const * zsh_middle{R"(        '(-): :->command' \
        '(-)*:: :->arguments'

    case $state in
    command)
        _describe command commands
        ;;
    arguments)
        curcontext=${curcontext%:*:*}:gpulcs-$words[1]:
        case $words[1] in
)"};

// The end of the function.
constexpr char const * zsh_end{R"(        esac
        ;;
    esac
}
)"};

constexpr char const * tail{R"(
# Without compinit's search for it, the file is sourced.
if [[ $funcstack[1] == _gpulcs ]]; then
    _gpulcs "$@"
else
    compdef _gpulcs gpulcs
fi
)"};

std::string zsh_quoted(std::string const & text)
{
    return '\'' + replace(text, '\'', "'\\''") + '\'';
}

// Escapes a text for use between brackets.
std::string escaped(std::string_view const text)
{
    std::string result = replace(text, '\\', "\\\\");
    for (char const special : {':', '[', ']'})
        result = replace(result, special, std::string{'\\', special});
    return result;
}

// The specification of the value of an option.
std::string zsh_value(option const & option)
{
    if (option.placeholder.empty())
        return {};
    std::string const text = (needs_value(option) ? ":" : "::") + replace(option.placeholder, ':', "\\:") + ':';
    switch (option.path)
    {
    case path_kind::file:
        return text + "_files";
    case path_kind::directory:
        return text + "_files -/";
    case path_kind::none:
        break;
    }
    std::string const choices = join({option.choices.begin(), option.choices.end()}, " ");
    return text + (choices.empty() ? " " : '(' + choices + ')');
}

// The name of an option, and where its value may be: in the next word, or after '=', which short names do not have.
std::string name_with_value(option const & option, std::string const & name)
{
    if (option.placeholder.empty())
        return name;
    if (!needs_value(option))
        return name + "=-";
    return name + (name.starts_with("--") ? "=" : "+");
}

std::string option_line(option const & option, std::string const & indent)
{
    bool const ends_all = option.group == std::string_view{option_group::help};
    auto const all = names(option);
    std::string const explained = '[' + escaped(summary(option)) + ']' + zsh_value(option);

    std::string text{};
    for (std::string const & name : all)
    {
        std::string const excluded = ends_all ? "(- : *)" : '(' + join(all, " ") + ')';
        text += indent + zsh_quoted(excluded + name_with_value(option, name) + explained) + " \\\n";
    }
    return text;
}

std::string option_lines(command_syntax const & command, std::string const & indent)
{
    std::string lines{};
    for (option const & each : command.options)
        lines += option_line(each, indent);
    return lines;
}

std::string file_lines(command_syntax const & command, std::string const & indent)
{
    std::string lines{};
    for (file_argument const & file : command.files)
    {
        std::string const position = file.is_repeatable ? "*" : file.is_optional ? ":" : "";
        lines += indent + zsh_quoted(position + ':' + file.name + ":_files") + " \\\n";
    }
    return lines;
}

// The name of the function for a command that has commands.
std::string function_name(command_syntax const & command)
{
    return "_gpulcs_" + command.name;
}

std::string zsh_command_case(command_syntax const & command)
{
    std::string const head_line = "        " + command.name + ")\n            ";
    if (!command.commands.empty())
        return head_line + function_name(command) + "\n            ;;\n";
    std::string const indent(12, ' ');
    std::string lines = option_lines(command, indent) + file_lines(command, indent);
    lines.resize(lines.rfind(" \\\n"));
    return head_line + "_arguments -S \\\n" + lines + "\n            ;;\n";
}

// A function that completes one of some commands after the options that come before it.
std::string
command_function(std::string const & name, command_syntax const & before, std::vector<command_syntax> const & commands)
{
    std::string const indent(8, ' ');
    std::string text = '\n' + name + zsh_begin;
    for (command_syntax const & command : commands)
        text += indent + zsh_quoted(command.name + ':' + summary(command)) + '\n';
    text += "    )\n\n    _arguments -C \\\n" + option_lines(before, indent) + zsh_middle;
    for (command_syntax const & command : commands)
        text += zsh_command_case(command);
    return text + zsh_end;
}

} // namespace

std::string zsh_completion(program const & program)
{
    std::string text{zsh_head};
    for (command_syntax const & command : program.commands)
        if (!command.commands.empty())
            text += command_function(function_name(command), command, command.commands);
    return text + command_function("_gpulcs", program.itself, program.commands) + tail;
}

} // namespace seqan3_gpulcs::app::shell
