// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Manual pages, in the macros of man(7).
 */

#pragma once

#include <string>

#include "src/app/shell/program.hpp"

namespace seqan3_gpulcs::app::shell
{

//!\brief The name of a page: `gpulcs-primer-find`.
std::string page_name(program const & program, command_syntax const & command);

//!\brief The page of the program itself.
std::string program_page(program const & program);

//!\brief The page of a command of the program.
std::string command_page(program const & program, command_syntax const & command);

} // namespace seqan3_gpulcs::app::shell
