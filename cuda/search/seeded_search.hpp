// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Primers and their matches with a search on a device.
 */

#pragma once

#include "cuda/runtime/stream_context.hpp"
#include "src/verification/match_request.hpp"
#include "src/verification/primer_request.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The device and the threads of a search.
struct search_team
{
    unsigned device{};              //!< The number of the device; it must be the current one.
    stream_context_pool & contexts; //!< Lends contexts of the device.
    unsigned threads{};             //!< The threads that verify candidates.
};

/*!\brief Finds primers: the device searches for patterns, and threads of the CPU verify the candidates.
 * \param request The request, with a non-empty text and positions.
 * \param team    The device and the threads.
 * \returns Time and memory.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and the exceptions of the request's control.
 */
primer::statistics find_primers(verification::primer_request const & request, search_team const & team);

/*!\brief Finds matches in the same way.
 * \param request The request, with a non-empty text.
 * \param begin   The first group that is wanted.
 * \param end     One past the last one; greater than `begin`.
 * \param team    The device and the threads.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and the exceptions of the request's control.
 */
void find_matches(verification::match_request const & request,
                  std::size_t begin,
                  std::size_t end,
                  search_team const & team);

} // namespace seqan3_gpulcs::cuda
