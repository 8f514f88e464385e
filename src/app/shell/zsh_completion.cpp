// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/shell/completions.hpp"

namespace seqan3_gpulcs::app::shell
{

namespace
{

constexpr char const * begin{R"(#compdef gpulcs
# Completes command lines of gpulcs in zsh; made from its options.

_gpulcs()
{
    local curcontext=$curcontext state line
    local -A opt_args
    local -a commands
    commands=(
)"};

// The script after the options that come before a command.
constexpr char const * middle{R"(        '(-): :->command' \
        '(-)*:: :->arguments'

    case $state in
    command)
        _describe command commands
        ;;
    arguments)
        curcontext=${curcontext%:*:*}:gpulcs-$words[1]:
        case $words[1] in
)"};

// The script after the options of all commands.
constexpr char const * end{R"(        esac
        ;;
    esac
}

# Without compinit's search for it, the file is sourced.
if [[ $funcstack[1] == _gpulcs ]]; then
    _gpulcs "$@"
else
    compdef _gpulcs gpulcs
fi
)"};

std::string quoted(std::string const & text)
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
std::string value(option const & option)
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
    std::string const explained = '[' + escaped(summary(option)) + ']' + value(option);

    std::string text{};
    for (std::string const & name : all)
    {
        std::string const excluded = ends_all ? "(- : *)" : '(' + join(all, " ") + ')';
        text += indent + quoted(excluded + name_with_value(option, name) + explained) + " \\\n";
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
        lines += indent + quoted(position + ':' + file.name + ":_files") + " \\\n";
    }
    return lines;
}

std::string command_case(command_syntax const & command)
{
    std::string const indent(12, ' ');
    std::string lines = option_lines(command, indent) + file_lines(command, indent);
    lines.resize(lines.rfind(" \\\n"));
    return "        " + command.name + ")\n            _arguments -S \\\n" + lines + "\n            ;;\n";
}

} // namespace

std::string zsh_completion(program const & program)
{
    std::string const indent(8, ' ');
    std::string text{begin};
    for (command_syntax const & command : program.commands)
        text += indent + quoted(command.name + ':' + summary(command)) + '\n';
    text += "    )\n\n    _arguments -C \\\n" + option_lines(program.itself, indent) + middle;
    for (command_syntax const & command : program.commands)
        text += command_case(command);
    return text + end;
}

} // namespace seqan3_gpulcs::app::shell
