// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The results of pairs whose alignments a device has found.
 */

#pragma once

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/traceback/batch_tracebacks.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Copies an alignment, which says how long the subsequence is, or the distance. Linear, 32 columns at a time.
 * \param result Receives both.
 * \param pair   The pair.
 * \param found  The steps of the pair.
 * \param metric The metric.
 * \throws std::bad_alloc
 */
void set_path(alignment::result & result,
              alignment::sequence_pair const & pair,
              found_path const & found,
              plan::metric metric);

} // namespace seqan3_gpulcs::cuda
