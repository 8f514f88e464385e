// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair, computed by all ranks, with a state that is saved from time to time.
 */

#pragma once

#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/rank_group.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::mpi
{

/*!\brief Computes a pair; see seqan3_gpulcs::mpi::compute with a seqan3_gpulcs::alignment::saved_run.
 * \param group     The ranks; one of them computes what is too little for all.
 * \param pair      The pair.
 * \param wanted    The metric, and whether an alignment is wanted.
 * \param saved     Where the state is saved, and how often.
 * \param execution Where and how to compute.
 *
 * Rank 0 has the state, in the format of one process. It asks for V after a chunk of columns when the time has come, and saves it
 * in a thread of its own while all ranks go on.
 */
alignment::saved_run_result compare_saved(rank_group & group,
                                          alignment::sequence_pair const & pair,
                                          plan::comparison const & wanted,
                                          alignment::saved_run const & saved,
                                          plan::execution const & execution);

} // namespace seqan3_gpulcs::mpi
