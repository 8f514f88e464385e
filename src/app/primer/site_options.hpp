// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs primer` about sites and products of primers.
 */

#pragma once

#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/primer/primer_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What --help says about sites and products.
extern char const * const site_notes;

//!\brief --check
option check_option(primer_options & options);

//!\brief --products, --three-prime, --mismatches-only and --summary
std::vector<option> site_options(primer_options & options);

//!\brief Checks that the options about sites agree with each other and with the others. \throws usage_error
void check_site_options(primer_options const & options);

//!\brief Which sites are wanted.
primer::site_options make_site_options(primer_options const & options);

} // namespace seqan3_gpulcs::app
