// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs primer find`.
 */

#pragma once

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/primer/primer_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Describes the arguments; the options must live longer than what is returned.
command_syntax find_syntax(primer_options & options);

//!\brief Checks that the options for finding primers agree. \throws usage_error
void check_find(primer_options const & options);

} // namespace seqan3_gpulcs::app
