// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The command `gpulcs search`.
 */

#pragma once

#include "src/app/io/file/temporary_file.hpp"
#include "src/app/search/search_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Compares each query with all subjects, which are read once, and writes the best ones.
 * \param options   The options of the command. A stop ends the work early: seqan3_gpulcs::operation_stopped.
 * \param temporary Holds the alignments until they are complete.
 * \throws input_error, output_error, and the exceptions of seqan3_gpulcs::lcs::compute.
 *
 * Keeps all queries, a chunk of the subjects, and the ids of all hits in memory; if alignments are wanted, the letters of
 * the hits, too.
 */
void run_search(search_options const & options, temporary_file & temporary);

} // namespace seqan3_gpulcs::app
