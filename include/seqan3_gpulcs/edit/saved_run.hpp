// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Long comparisons of one pair by its edit distance that survive the end of the process.
 */

#pragma once

#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::edit
{

using alignment::remove_saved_run;
using alignment::saved_run;
using alignment::saved_run_result;

/*!\brief Compares a pair by its edit distance, and saves the state of the computation from time to time.
 * \param pair      The pair; sequences may be empty.
 * \param options   The output that is wanted; without free ends.
 * \param saved     Where the state is saved.
 * \param execution Where and how to compute.
 * \throws seqan3_gpulcs::saved_run_error as seqan3_gpulcs::lcs::compute with a seqan3_gpulcs::lcs::saved_run.
 * \throws seqan3_gpulcs::invalid_option if there are free ends, or the interval is negative.
 * \throws The exceptions of seqan3_gpulcs::edit::compute.
 *
 * The results are those of seqan3_gpulcs::edit::compute. Everything else is as with seqan3_gpulcs::lcs::compute and a
 * seqan3_gpulcs::lcs::saved_run, but the state is twice as large: two bits for each letter of the first sequence. It does not depend on
 * options::preference, so a later call may have another one.
 *
 * Thread safety: concurrent calls need different directories.
 */
saved_run_result compute(sequence_pair const & pair,
                         options const & options,
                         saved_run const & saved,
                         plan::execution const & execution = {});

} // namespace seqan3_gpulcs::edit
