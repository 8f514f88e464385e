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

/*!\brief Says what is wrong with the arguments: CLI11 names neither what is unknown nor what to do.
 * \param app       The program, after parsing.
 * \param command   The command that was given, or the program.
 * \param arguments All arguments.
 * \param error     The error of CLI11.
 */
std::string argument_problem(CLI::App const & app,
                             CLI::App const & command,
                             std::vector<std::string> const & arguments,
                             CLI::ParseError const & error);

} // namespace seqan3_gpulcs::app
