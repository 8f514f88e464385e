// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Explains why arguments cannot be parsed.
 */

#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace seqan3_gpulcs::app
{

//!\brief The option that an argument is the name of, if it takes a value; otherwise null.
CLI::Option const * find_option_with_value(CLI::App const & command, std::string const & argument);

//!\brief The short name of an option, with its dash; its long one or the name of a file if there is none.
std::string shortest_name(CLI::Option const & option);

//!\brief The name of a command as it is typed: "gpulcs primer find".
std::string full_name(CLI::App const & command);

/*!\brief Says what is wrong with the arguments: CLI11 names neither what is unknown nor what to do.
 * \param command   The command that was given, after parsing; the program, if none was.
 * \param arguments All arguments.
 * \param error     The error of CLI11.
 */
std::string
argument_problem(CLI::App const & command, std::vector<std::string> const & arguments, CLI::ParseError const & error);

} // namespace seqan3_gpulcs::app
