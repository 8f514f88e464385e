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

//!\brief What searches.
struct search_team
{
    unsigned device{};               //!< The number of the device; it must be the current one.
    stream_context_pool & contexts;  //!< Lends what is needed of it.
    unsigned threads{};              //!< The threads that verify what it finds.
};

/*!\brief Finds primers: the device searches for patterns, and threads of the CPU verify the candidates.
 * \param request What is wanted; there is a text, and there are positions.
 * \param team    What searches.
 * \returns What it took.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and what the control of the request throws.
 */
primer::statistics find_primers(verification::primer_request const & request, search_team const & team);

/*!\brief Finds matches in the same way.
 * \param request What is wanted; there is a text.
 * \param begin   The first group that is wanted.
 * \param end     Behind the last one; at least one more.
 * \param team    What searches.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and what the control of the request throws.
 */
void find_matches(verification::match_request const & request,
                  std::size_t begin,
                  std::size_t end,
                  search_team const & team);

} // namespace seqan3_gpulcs::cuda
