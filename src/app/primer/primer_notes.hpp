// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the manual pages of the commands of `gpulcs primer` say besides their options.
 */

#pragma once

#include <string>

namespace seqan3_gpulcs::app
{

//!\brief `gpulcs primer find`
std::string find_notes();

//!\brief `gpulcs primer check`
std::string check_notes();

//!\brief `gpulcs primer products`
std::string products_notes();

} // namespace seqan3_gpulcs::app
