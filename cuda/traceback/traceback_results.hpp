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

/*!\brief Copies an alignment, which says how long the subsequence is, or the distance and what is aligned. Linear, 32 columns at a time.
 * \param result Receives all of it.
 * \param pair   The pair.
 * \param found  What was found of the pair.
 * \param wanted What was wanted.
 * \throws std::bad_alloc
 */
void set_traced_result(alignment::result & result,
                       alignment::sequence_pair const & pair,
                       found_path const & found,
                       plan::comparison const & wanted);

} // namespace seqan3_gpulcs::cuda
