// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The alignments of any number of short pairs.
 */

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/pipeline.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Aligns pairs of one tile, or finds where their alignments end, batch by batch.
 * \param pairs     The pairs of the call.
 * \param chosen    The indices of the pairs to align; see tile_words().
 * \param wanted    What is wanted of them; of longest common subsequences the path.
 * \param results   The results of all pairs, some of which are set.
 * \param resources The devices and host threads that compute them.
 * \returns The indices of the remaining pairs: the memory does not suffice for several pairs at a time.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 */
std::vector<std::size_t> align_in_tiles(std::span<alignment::sequence_pair const> pairs,
                                        std::vector<std::size_t> chosen,
                                        plan::comparison const & wanted,
                                        std::span<alignment::result> results,
                                        pipeline_resources const & resources);

} // namespace seqan3_gpulcs::cuda
