// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options and checks that several commands share.
 */

#pragma once

#include <string>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/commands/command_syntax.hpp"
#include "src/app/io/table_writer.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What --help says about files, for commands that read sequences.
extern char const * const file_notes;

//!\brief What --help says about the exit status of such commands.
extern char const * const exit_status_notes;

//!\brief --format for a plain table.
option table_format_option(table_format & format);

//!\brief --alphabet
option alphabet_option(std::string & alphabet);

//!\brief --timings
option timings_option(bool & timings);

/*!\brief An option that takes a whole number, and says what to compute.
 * \param name        Its name.
 * \param number      Where the number goes.
 * \param requirement The beginning of the sentence if it is not such a number: "--top takes a number".
 * \param description What the help says about it.
 * \param min         The smallest number allowed.
 */
option number_option(std::string name,
                     std::uint64_t & number,
                     char const * requirement,
                     std::string description,
                     std::uint64_t min = 0);

//!\brief --backend, with its description, --device and --threads.
std::vector<option> execution_options(plan::execution & execution, std::string description);

//!\brief Checks that the options of execution_options() agree. \throws usage_error
void check_execution(plan::execution const & execution);

//!\brief Checks that at most one input is the standard input, and none of them the standard output. \throws usage_error
void check_inputs(std::vector<std::string> const & inputs);

/*!\brief Checks the path of an output beside standard output.
 * \param path   The path.
 * \param option The option that takes it.
 * \param inputs The paths of the inputs, none of which it may be.
 * \throws usage_error
 */
void check_output(std::string const & path, std::string const & option, std::vector<std::string> const & inputs);

} // namespace seqan3_gpulcs::app
