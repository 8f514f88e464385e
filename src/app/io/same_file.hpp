// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether two names mean one file.
 */

#pragma once

#include <string>

namespace seqan3_gpulcs::app
{

//!\brief Where an input comes from: `-` is the standard input.
std::string path_of_input(std::string const & input);

/*!\brief Whether two paths lead to the same file.
 *
 * Covers links, pipes, and standard streams that lead to a file; but a terminal or /dev/null takes whatever comes.
 */
bool is_same_file(std::string const & left, std::string const & right) noexcept;

//!\brief Whether two inputs are the same file, and read from the same place on: its beginning.
bool is_same_input(std::string const & left, std::string const & right) noexcept;

//!\brief Whether a path leads to the regular file that standard output goes to.
bool is_standard_output(std::string const & path) noexcept;

} // namespace seqan3_gpulcs::app
