// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Long comparisons of one pair that survive the end of the process.
 */

#pragma once

#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::lcs
{

using alignment::remove_saved_run;
using alignment::saved_run;
using alignment::saved_run_result;

/*!\brief Compares a pair, and saves the state of the computation from time to time.
 * \param pair      The pair; sequences may be empty.
 * \param wanted    The output: the length alone, or also a subsequence.
 * \param saved     Where the state is saved.
 * \param execution Where and how to compute.
 * \throws seqan3_gpulcs::saved_run_error if the state that is there is damaged, belongs to other sequences, another output or edit
 *         distances, or was written by a newer version; if another process computes with the same directory; or if the state
 *         cannot be saved, because the disk is full, for example. A state that was saved before stays whole in all cases.
 * \throws seqan3_gpulcs::invalid_option if the interval is negative.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 *
 * The results are those of seqan3_gpulcs::lcs::compute. If the directory has the state of an earlier call for the same
 * letters and the same output, the computation goes on from there, however that call ended. A killed process or a machine
 * that lost its power costs no more than what was computed since the last save. The backend, the threads and the memory limit may
 * differ from call to call. Progress includes what earlier calls have computed; it is reported at once when a call begins.
 *
 * The state is saved when the time has come and a part of the matrix is done; so short runs do not save at all. Similar sequences, of
 * which a part of the matrix suffices, are compared without a state if that probably takes less time than the interval; otherwise, the
 * whole matrix is computed, even if the pair is too short. The traceback
 * is not saved: it begins again from the checkpoints, and is a small part of the whole unless the memory limit is small. After
 * the call the last state is still there, in case the result is lost before it is stored; remove_saved_run() removes it.
 *
 * The state is a bit for each letter of the first sequence and, for a subsequence, the checkpoints. These are planned when the
 * run begins, for the memory limit of that call. A later call with a limit that is too small for them throws
 * seqan3_gpulcs::memory_limit_too_small, which names a limit that suffices.
 *
 * Thread safety: concurrent calls need different directories.
 */
saved_run_result
compute(sequence_pair const & pair, output wanted, saved_run const & saved, plan::execution const & execution = {});

} // namespace seqan3_gpulcs::lcs
