// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs plot`.
 */

#pragma once

#include <string>

#include "src/app/command_line/command_syntax.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs plot`.
struct plot_options
{
    std::string input{}; //!< The file to draw; `-` is standard input.
    bool equal_scales{}; //!< Whether both axes of a dot plot have the same scale.
};

//!\brief Describes the arguments; the options must live longer than what is returned.
command_syntax plot_syntax(plot_options & options);

//!\brief Checks that the file can be drawn to standard output. \throws usage_error
void check(plot_options const & options);

} // namespace seqan3_gpulcs::app
