// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The command `gpulcs plot`.
 */

#pragma once

#include <stop_token>

#include "src/app/plot/plot_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Reads a file, and writes a picture of it to standard output.
 * \param options The file to draw.
 * \param stop    Ends the work early: seqan3_gpulcs::operation_stopped.
 * \throws input_error, output_error
 */
void run_plot(plot_options const & options, std::stop_token stop);

} // namespace seqan3_gpulcs::app
