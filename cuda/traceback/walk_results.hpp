// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The results of pairs whose alignments a device has found.
 */

#pragma once

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/traceback/path_walk.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Copies an alignment; its columns say how long the subsequence is. Linear, 32 columns at a time.
 * \param result Receives both.
 * \param pair   The pair.
 * \param found  Its steps.
 * \throws std::bad_alloc
 */
void set_path(alignment::result & result, alignment::sequence_pair const & pair, found_path const & found);

} // namespace seqan3_gpulcs::cuda
