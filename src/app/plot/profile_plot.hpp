// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Draws numbers along sequences.
 */

#pragma once

#include <string>

#include "src/app/plot/profile.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Draws a panel per sequence. \returns An SVG file.
std::string draw_profiles(profiles const & found);

} // namespace seqan3_gpulcs::app
