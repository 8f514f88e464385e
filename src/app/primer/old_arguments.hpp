// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The arguments of `gpulcs primer` before it had commands of its own. Deprecated: version 0.5 will not take them.
 */

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace seqan3_gpulcs::app
{

/*!\brief Replaces arguments of `gpulcs primer` without a command by those of `gpulcs primer find`, `check` or `products`.
 * \param arguments   All arguments of the program; others are not changed.
 * \param takes_value Whether an argument is an option that takes a value.
 * \returns Whether they were replaced.
 */
bool replace_old_arguments(std::vector<std::string> & arguments,
                           std::function<bool(std::string const &)> const & takes_value);

//!\brief A command line that a shell splits into these words, without control characters.
std::string shell_words(std::string const & program, std::vector<std::string> const & arguments);

} // namespace seqan3_gpulcs::app
