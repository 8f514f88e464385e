// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The commands of `gpulcs primer`.
 */

#pragma once

#include "src/app/io/file/temporary_file.hpp"
#include "src/app/primer/primer_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Reads all files, finds primers, or sites or products of given ones, and writes them.
 * \param options   The options of the command. A stop ends the work early: seqan3_gpulcs::operation_stopped.
 * \param temporary Holds the profile until it is complete.
 * \throws input_error, output_error, limit_error, and the exceptions of seqan3_gpulcs::primer::compute.
 */
void run_primer(primer_options const & options, temporary_file & temporary);

} // namespace seqan3_gpulcs::app
