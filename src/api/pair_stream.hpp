// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs that are compared block by block.
 */

#pragma once

#include <seqan3_gpulcs/alignment/pair_stream.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/sequence_sets.hpp"

namespace seqan3_gpulcs::api
{

/*!\brief See seqan3_gpulcs::lcs::all_pairs_in_blocks and seqan3_gpulcs::edit::all_pairs_in_blocks.
 *
 * Seen as a matrix, with a row for each sequence of the first set, a block has some rows, or a part of one. Blocks grow until each of them
 * takes long enough to keep the hardware busy.
 */
void stream_sets(plan::sequence_sets const & sets,
                 plan::metric metric,
                 alignment::value_sink const & sink,
                 plan::execution const & execution);

//!\brief See seqan3_gpulcs::lcs::compute_in_blocks and seqan3_gpulcs::edit::compute_in_blocks. A block keeps all threads busy.
void stream_pairs(alignment::pair_stream const & pairs,
                  plan::comparison const & wanted,
                  alignment::result_sink const & sink,
                  plan::execution const & execution);

} // namespace seqan3_gpulcs::api
