// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The command `gpulcs search`.
 */

#pragma once

#include <stop_token>

#include <seqan3_gpulcs/lcs/search.hpp>

#include "../io/temporary_file.hpp"
#include "comparison_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs search`: the first sequences are the queries, the second ones the subjects.
struct search_options : comparison_options
{
    lcs::search_options hits{}; //!< Which subjects to find.
};

/*!\brief Compares each query with all subjects, which are read once, and writes the best ones.
 * \param options   What to do.
 * \param stop      Ends the work early: seqan3_gpulcs::operation_stopped.
 * \param temporary Holds the alignments until they are complete.
 * \throws input_error, output_error, and the exceptions of seqan3_gpulcs::lcs::compute.
 *
 * All queries, a piece of the subjects, and the hits are in memory at a time: of each hit the name, and where
 * alignments are wanted its letters.
 */
void run_search(search_options const & options, std::stop_token stop, temporary_file & temporary);

} // namespace seqan3_gpulcs::app
