// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Draws alignments as paths between the targets, on the x-axis, and the queries.
 */

#pragma once

#include <string>

#include "src/app/plot/paf.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Draws a dot plot.
 * \param found            The alignments.
 * \param has_equal_scales Whether as many letters take as many pixels on both axes.
 * \returns An SVG file, whose size is limited whatever there is to draw.
 */
std::string draw_dot_plot(alignments const & found, bool has_equal_scales);

} // namespace seqan3_gpulcs::app
