// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the user asked for.
 */

#pragma once

#include <string>

#include "lcs_command.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A command line that makes sense.
struct command_line
{
    std::string text{}; //!< The help or the version, where only that was asked for.
    lcs_options lcs{};  //!< The options of the command lcs otherwise.
};

/*!\brief Parses the arguments of main().
 * \throws usage_error
 */
command_line parse_command_line(int argc, char const * const * argv);

} // namespace seqan3_gpulcs::app
