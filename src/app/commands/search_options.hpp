// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs search`.
 */

#pragma once

#include <seqan3_gpulcs/lcs/search.hpp>

#include "src/app/commands/command_syntax.hpp"
#include "src/app/commands/shared_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs search`: the first sequences are the queries, the second ones the subjects.
struct search_options : comparison_options
{
    lcs::search_options hits{}; //!< Which subjects to find.
};

//!\brief Describes the arguments; the options must live longer than what is returned.
command_syntax search_syntax(search_options & options);

//!\brief Checks that the options agree. \throws usage_error
void check(search_options const & options);

} // namespace seqan3_gpulcs::app
