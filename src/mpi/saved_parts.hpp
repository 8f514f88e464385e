// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair, computed by all ranks, with a state that is saved from time to time.
 */

#pragma once

#include <seqan3_gpulcs/lcs/saved_run.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/rank_group.hpp"
#include "src/saved/saved_run.hpp"

namespace seqan3_gpulcs::mpi
{

/*!\brief Computes a pair on all ranks; see seqan3_gpulcs::mpi::compute with a seqan3_gpulcs::lcs::saved_run.
 * \param group     The ranks.
 * \param pair      The pair; neither sequence may be empty.
 * \param wanted    What to compute.
 * \param options   How it is saved; the limits of parts are not used.
 * \param execution Where and how.
 *
 * Rank 0 has the state, in the format of one process. It asks for V after a chunk of columns when the time has come, and saves it
 * in a thread of its own while all ranks go on.
 */
lcs::saved_run_result compute_saved_parts(rank_group & group,
                                          alignment::sequence_pair const & pair,
                                          lcs::output wanted,
                                          saved::run_options const & options,
                                          plan::execution const & execution);

} // namespace seqan3_gpulcs::mpi
