// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs primer check` and `products`, which are about sites of given primers.
 */

#pragma once

#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/primer/primer_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Describes the arguments of `gpulcs primer check`; the options must live longer than what is returned.
command_syntax check_syntax(primer_options & options);

//!\brief Describes those of `gpulcs primer products`.
command_syntax products_syntax(primer_options & options);

//!\brief Checks that the options of either command agree. \throws usage_error
void check_sites(primer_options const & options);

//!\brief Which sites are wanted.
primer::site_options make_site_options(primer_options const & options);

} // namespace seqan3_gpulcs::app
