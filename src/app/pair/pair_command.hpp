// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The commands `gpulcs lcs` and `gpulcs edit`.
 */

#pragma once

#include "src/app/io/file/temporary_file.hpp"
#include "src/app/pair/pair_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Reads both files, compares their sequences, and writes the results.
 * \param options   The options of the command. A stop ends the work early: seqan3_gpulcs::operation_stopped.
 * \param temporary Holds the alignments until they are complete.
 * \throws input_error, output_error, and the exceptions of seqan3_gpulcs::lcs::compute and
 *         seqan3_gpulcs::edit::compute.
 */
void run_pairs(pair_options const & options, temporary_file & temporary);

} // namespace seqan3_gpulcs::app
