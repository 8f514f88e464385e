// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The command `gpulcs demultiplex`.
 */

#pragma once

#include "src/app/demultiplex/demultiplex_options.hpp"
#include "src/app/io/file/temporary_file.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Finds the barcode of each read, and writes a table, and files of reads if they are wanted.
 * \param options   The options of the command. A stop ends the work early: seqan3_gpulcs::operation_stopped.
 * \param temporary Not used: directories take care of themselves, see read_splitter.
 * \throws input_error, output_error, and the exceptions of find_closest_parts().
 *
 * Keeps a chunk of the reads in memory, and with files of reads four bytes for each read.
 */
void run_demultiplex(demultiplex_options const & options, temporary_file & temporary);

} // namespace seqan3_gpulcs::app
