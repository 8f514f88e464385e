// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Primers and their matches with the filter on a device.
 */

#pragma once

#include "cuda/runtime/stream_context.hpp"
#include "src/verification/match_request.hpp"
#include "src/verification/primer_request.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Finds primers: the device searches for patterns, and threads of the CPU follow what it finds.
 * \param search     What is wanted; there is a text, and there are positions.
 * \param device     The number of the device; it must be the current one.
 * \param contexts Lends what is needed of it.
 * \param threads    The threads.
 * \returns What it took.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and what the control of the search throws.
 */
primer::work find_primers(verification::primer_request const & search,
                          unsigned device,
                          stream_context_pool & contexts,
                          unsigned threads);

/*!\brief Finds matches in the same way.
 * \param search     What is wanted; there is a text.
 * \param first      The first group that is wanted; there is one.
 * \param device     The number of the device; it must be the current one.
 * \param contexts Lends what is needed of it.
 * \param threads    The threads.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and what the control of the search throws.
 */
void find_matches(verification::match_request const & search,
                  std::size_t first,
                  unsigned device,
                  stream_context_pool & contexts,
                  unsigned threads);

} // namespace seqan3_gpulcs::cuda
