// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair with the threads of the CPU.
 */

#pragma once

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/path_end.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/similar_pair.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief The result of a pair without the alignment, as the CPU computes it.
 * \param metric The metric.
 * \param found  The length or the distance, and the cell in which the alignment ends.
 */
alignment::result make_result(plan::metric metric, plan::path_end const & found) noexcept;

/*!\brief Compares a pair: by its similarity, if that probably takes less time than the whole matrix.
 * \param pair    The pair.
 * \param wanted  The metric and the wanted alignment.
 * \param limits  Threads and memory, and what an earlier attempt has found out.
 * \param control Progress and stop.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 */
alignment::result compare_pair(alignment::sequence_pair const & pair,
                               plan::comparison const & wanted,
                               similar::pair_limits const & limits,
                               runtime::task_control & control);

} // namespace seqan3_gpulcs::cpu
