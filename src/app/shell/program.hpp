// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The description of the program, from which manual pages and completions are made.
 */

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/app/command_line/command_syntax.hpp"

namespace seqan3_gpulcs::app::shell
{

//!\brief The program and its commands, all with the options --help and --version.
struct program
{
    command_syntax itself{};
    std::vector<command_syntax> commands{};
    std::string date{}; //!< The date of manual pages.
};

//!\brief All commands, each before those below it, which are named as in `primer find`.
std::vector<command_syntax> flattened(std::vector<command_syntax> const & commands);

//!\brief The names of commands, with spaces between them.
std::string command_names(std::vector<command_syntax> const & commands);

//!\brief All names of all options of a command, with spaces between them.
std::string all_names(command_syntax const & command);

//!\brief Whether an option must be followed by a value.
bool needs_value(option const & option);

//!\brief What stands before the first of these separators in a description, on one line.
std::string first_part(std::string_view description, std::vector<std::string_view> const & separators);

//!\brief What a completion says about an option.
std::string summary(option const & option);

//!\brief What a completion says about a command.
std::string summary(command_syntax const & command);

//!\brief Words with a separator between them.
std::string join(std::vector<std::string> const & words, std::string_view separator);

//!\brief A text with another one in the place of a character.
std::string replace(std::string_view text, char character, std::string_view replacement);

} // namespace seqan3_gpulcs::app::shell
