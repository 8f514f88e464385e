// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The alignment itself, from checkpoints.
 */

#pragma once

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/traceback_plan.hpp"
#include "src/runtime/task_control.hpp"
#include "src/traceback/checkpoint_source.hpp"

namespace seqan3_gpulcs::traceback
{

/*!\brief Finds the alignment that seqan3_gpulcs::lcs::compute or seqan3_gpulcs::edit::compute promises.
 * \param pair        The sequences.
 * \param wanted      The metric and the wanted alignment.
 * \param plan        The plan, made for the wanted alignment and the lengths of both sequences; or for those of a part of the grid, where
 *                    checkpoints are given.
 * \param control     Stop and progress.
 * \param checkpoints The checkpoints of the whole matrix, if there are any; then there is no forward pass.
 */
alignment::result find_alignment(alignment::sequence_pair const & pair,
                                 plan::comparison const & wanted,
                                 plan::subsequence_plan const & plan,
                                 runtime::task_control & control,
                                 checkpoint_source * checkpoints = nullptr);

} // namespace seqan3_gpulcs::traceback
