// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether two paths lead to the same file.
 */

#pragma once

#include <string>

namespace seqan3_gpulcs::app
{

//!\brief The path of an input: that of standard input for `-`.
std::string input_path(std::string const & input);

/*!\brief Whether two paths lead to the same file.
 *
 * Sees through links and standard streams. False for character devices: a terminal or /dev/null can be used twice.
 */
bool is_same_file(std::string const & left, std::string const & right) noexcept;

//!\brief Whether two inputs are the same file, both read from its beginning.
bool is_same_input(std::string const & left, std::string const & right) noexcept;

} // namespace seqan3_gpulcs::app
