// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair, computed by all ranks.
 */

#pragma once

#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/rank_group.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief Whether all ranks together compute a pair faster than one of them. Constant time.
bool is_for_all_ranks(rank_group const & group,
                      alignment::sequence_pair const & pair,
                      plan::comparison const & wanted) noexcept;

/*!\brief Computes a pair on all ranks; see seqan3_gpulcs::lcs::compute and seqan3_gpulcs::edit::compute.
 * \param group     The ranks.
 * \param pair      The pair; neither sequence may be empty.
 * \param wanted    The metric, and whether an alignment is wanted; without free ends.
 * \param execution Where and how to compute.
 *
 * Of similar sequences, a band is computed. The rows are cut among the ranks; chunks of columns go from one to the next, one bit a column,
 * or two. Rank 0 follows the path of an alignment, with checkpoints from all ranks. If its memory limit is too small for those of the whole
 * matrix, it computes the alignment alone.
 */
alignment::result compute_parts(rank_group & group,
                                alignment::sequence_pair const & pair,
                                plan::comparison const & wanted,
                                plan::execution const & execution);

//!\brief Computes a pair, as above, with a state that rank 0 saves as `saved` says.
alignment::saved_run_result compute_saved_parts(rank_group & group,
                                                alignment::sequence_pair const & pair,
                                                plan::comparison const & wanted,
                                                alignment::saved_run const & saved,
                                                plan::execution const & execution);

//!\brief See seqan3_gpulcs::lcs::prefix_increments; neither sequence may be empty.
std::vector<std::uint64_t>
compute_part_increments(rank_group & group, alignment::sequence_pair const & pair, plan::execution const & execution);

} // namespace seqan3_gpulcs::mpi
