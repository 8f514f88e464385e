// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/shell/manual_page.hpp"

#include <algorithm>

#include <seqan3_gpulcs/version.hpp>

#include "src/app/shell/notes.hpp"
#include "src/app/shell/roff.hpp"

namespace seqan3_gpulcs::app::shell
{

namespace
{

constexpr char const * exit_status_notes{R"(
Exit status: 0 on success, 1 if an input, an output or the hardware has a problem,
2 if the command line is wrong, 130 after Ctrl-C (143 after SIGTERM), 141 if the
reader of standard output ended before, as head does.)"};

std::string command_words(program const & program, command_syntax const & command)
{
    return roff_bold(replace(page_name(program, command), '-', " "));
}

std::string reference(program const & program, command_syntax const & command)
{
    return roff_bold(page_name(program, command)) + "(1)";
}

// Descriptions begin in lower case in the NAME of a page, where they continue a sentence.
std::string lower_first(std::string text)
{
    if (text.front() >= 'A' && text.front() <= 'Z')
        text.front() = static_cast<char>(text.front() - 'A' + 'a');
    return text;
}

// The header turns off hyphenation and justification, so that commands and names can be copied.
std::string header(program const & program, command_syntax const & command)
{
    std::string const name = page_name(program, command);
    std::string const title = upper_case(name) + " 1 \"" + program.date + "\" \"" + program.itself.name
                            + " " SEQAN3_GPULCS_VERSION_CSTRING "\" \"User Commands\"";
    return ".TH " + title + "\n.nh\n.ad l\n.SH NAME\n" + name + " \\- "
         + roff_text(lower_first(replace(command.description, '\n', " "))) + '\n';
}

std::string file_words(file_argument const & file)
{
    std::string const name = roff_placeholder(file.name) + (file.is_repeatable ? " ..." : "");
    return file.is_optional ? '[' + name + ']' : name;
}

std::string option_words(option const & option)
{
    std::vector<std::string> words{};
    for (std::string const & name : names(option))
        words.push_back(roff_bold(name));
    return join(words, ", ") + (option.placeholder.empty() ? "" : ' ' + roff_placeholder(option.placeholder));
}

std::string synopsis(program const & program, command_syntax const & command)
{
    std::vector<std::string> words{command_words(program, command)};
    for (option const & each : command.options)
        if (each.is_required)
            words.push_back(roff_bold(names(each).front()) + ' ' + roff_placeholder(each.placeholder));
    words.push_back('[' + roff_placeholder("OPTIONS") + ']');
    for (file_argument const & file : command.files)
        words.push_back(file_words(file));
    if (!command.commands.empty())
        words.push_back(roff_placeholder("COMMAND"));
    return join(words, " ") + '\n';
}

// An argument and its description.
std::string entry(std::string const & words, std::string const & description)
{
    return ".TP\n" + words + '\n' + roff_item(parse_description(description));
}

// The options in the groups of --help. The group of the input comes first, and also has the files.
std::string options_section(command_syntax const & command)
{
    std::string section{".SH OPTIONS\n"};
    for (std::string_view const group : option_groups(command))
    {
        std::string entries{};
        for (file_argument const & file : command.files)
            if (group == option_group::input)
                entries += entry(roff_placeholder(file.name) + (file.is_repeatable ? " ..." : ""), file.description);
        for (option const & each : command.options)
            if (group == each.group)
                entries += entry(option_words(each), each.manual.empty() ? each.description : each.manual);
        if (!entries.empty())
            section += ".SS " + std::string{group} + '\n' + entries;
    }
    return section;
}

// Writes the section that lists the commands below a command, or those of the program.
std::string commands_section(program const & program, command_syntax const & parent)
{
    std::string section{".SH COMMANDS\n"};
    bool const is_program = parent.name == program.itself.name;
    for (command_syntax command : is_program ? program.commands : parent.commands)
    {
        command.name = (is_program ? "" : parent.name + ' ') + command.name;
        section += entry(command_words(program, command), command.description + ';') + "see "
                 + reference(program, command) + '\n';
    }
    return section;
}

std::string see_also(program const & program, command_syntax const & command)
{
    std::vector<std::string> pages{};
    if (command.name != program.itself.name)
        pages.push_back(reference(program, program.itself));
    for (command_syntax const & other : flattened(program.commands))
        if (other.name != command.name)
            pages.push_back(reference(program, other));
    return ".SH SEE ALSO\n" + join(pages, ",\n") + '\n';
}

// A manual page. Its notes are in its description, up to the first heading.
std::string page(program const & program, command_syntax const & command, std::string const & synopsis)
{
    std::vector<paragraph> const notes = parse_notes(command.notes + '\n' + command.examples + exit_status_notes);
    auto const first_heading = std::ranges::find_if(notes,
                                                    [](paragraph const & each)
                                                    {
                                                        return !each.heading.empty();
                                                    });
    bool const has_commands = command.name == program.itself.name || !command.commands.empty();
    return header(program, command) + ".SH SYNOPSIS\n" + synopsis + ".SH DESCRIPTION\n"
         + roff_text(command.description + '.') + '\n' + roff_paragraphs({notes.begin(), first_heading})
         + (has_commands ? commands_section(program, command) : "") + options_section(command)
         + roff_paragraphs({first_heading, notes.end()}) + see_also(program, command);
}

} // namespace

std::string page_name(program const & program, command_syntax const & command)
{
    return command.name == program.itself.name ? command.name
                                               : program.itself.name + '-' + replace(command.name, ' ', "-");
}

std::string program_page(program const & program)
{
    return page(program,
                program.itself,
                command_words(program, program.itself) + " [" + roff_placeholder("OPTIONS") + "] "
                    + roff_placeholder("COMMAND") + '\n');
}

std::string command_page(program const & program, command_syntax const & command)
{
    return page(program, command, synopsis(program, command));
}

} // namespace seqan3_gpulcs::app::shell
