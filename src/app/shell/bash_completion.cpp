// SPDX-License-Identifier: BSD-3-Clause

#include <map>
#include <vector>

#include "src/app/shell/completions.hpp"

namespace seqan3_gpulcs::app::shell
{

namespace
{

constexpr char const * bash_head{R"(# Completes command lines of gpulcs in bash; made from its options.

_gpulcs()
{
)"};

// The script after the list of commands, up to the cases of commands.
constexpr char const * bash_begin{
    R"(    local word=$2 option=$3 prefix="" options="" files="" values="" kind="" command=${COMP_WORDS[1]} i

    # A word of its own where it separates words, as it usually does.
    if [[ $option == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $word == --*=* ]]; then
        option=${word%%=*}
        prefix=$option=
        word=${word#*=}
    elif [[ $word == = ]]; then
        word=""
    fi

    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$commands" -- "$word"))
        return
    fi
    case $command in
)"};

// The script after the commands that have commands, up to the cases of all.
constexpr char const * bash_middle{R"(    esac
    for ((i = 2; i < COMP_CWORD; ++i)); do
        if [[ ${COMP_WORDS[i]} == -- ]]; then
            compopt -o default
            return
        fi
    done

    case $command in
)"};

constexpr char const * bash_end{R"(    *)
        return
        ;;
    esac

    case $kind in
    values)
        COMPREPLY=($(compgen -P "$prefix" -W "$values" -- "$word"))
        ;;
    file)
        compopt -o default
        ;;
    directory)
        compopt -o dirnames
        ;;
    "")
        if [[ $word != -* && $files ]]; then
            compopt -o default
        else
            COMPREPLY=($(compgen -W "$options" -- "$word"))
        fi
        ;;
    esac
}

complete -F _gpulcs gpulcs
)"};

// The kind of a value, as the script calls it.
std::string kind_of_value(option const & option)
{
    switch (option.path)
    {
    case path_kind::file:
        return "kind=file";
    case path_kind::directory:
        return "kind=directory";
    case path_kind::none:
        break;
    }
    if (option.choices.empty())
        return "kind=other";
    return "kind=values values=\"" + join({option.choices.begin(), option.choices.end()}, " ") + '"';
}

// The names of the commands below a command, which are the next word.
std::string parent_case(command_syntax const & command)
{
    return "    " + command.name + ")\n        if ((COMP_CWORD == 2)); then\n            COMPREPLY=($(compgen -W \""
         + command_names(command.commands) + ' ' + all_names(command)
         + "\" -- \"$word\"))\n            return\n        fi\n        command+=\" ${COMP_WORDS[2]}\"\n        ;;\n";
}

std::string bash_command_case(command_syntax const & command)
{
    // Options with values of the same kind share a line.
    std::map<std::string, std::vector<std::string>> kinds{};
    for (option const & each : command.options)
        if (needs_value(each))
            for (std::string const & name : names(each))
                kinds[kind_of_value(each)].push_back(name);

    std::string text = "    \"" + command.name + "\")\n        options=\"" + all_names(command) + "\"\n";
    text += command.files.empty() ? "" : "        files=1\n";
    text += kinds.empty() ? "" : "        case $option in\n";
    for (auto const & [kind, options] : kinds)
        text += "        " + join(options, " | ") + ") " + kind + " ;;\n";
    text += kinds.empty() ? "" : "        esac\n";
    return text + "        ;;\n";
}

} // namespace

std::string bash_completion(program const & program)
{
    std::string text{bash_head};
    text += "    local commands=\"" + command_names(program.commands) + ' ' + all_names(program.itself) + "\"\n"
          + bash_begin;
    for (command_syntax const & command : program.commands)
        if (!command.commands.empty())
            text += parent_case(command);
    text += bash_middle;
    for (command_syntax const & command : flattened(program.commands))
        if (command.commands.empty())
            text += bash_command_case(command);
    return text + bash_end;
}

} // namespace seqan3_gpulcs::app::shell
