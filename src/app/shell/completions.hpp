// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Scripts by which shells complete command lines.
 */

#pragma once

#include <string>

#include "src/app/shell/program.hpp"

namespace seqan3_gpulcs::app::shell
{

std::string bash_completion(program const & program);
std::string zsh_completion(program const & program);
std::string fish_completion(program const & program);

} // namespace seqan3_gpulcs::app::shell
