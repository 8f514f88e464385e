// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Primers and their matches with a search on devices.
 */

#pragma once

#include <vector>

#include "cuda/runtime/stream_context.hpp"
#include "src/scan/match_request.hpp"
#include "src/scan/primer_request.hpp"
#include "src/scan/site_request.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The devices and the threads of a search.
struct search_team
{
    std::vector<unsigned> devices{}; //!< The numbers of the devices; at least one, and no more than threads.
    stream_context_pool & contexts;  //!< Lends contexts of the devices.
    unsigned threads{};              //!< The threads that verify candidates, each with the searches of one device.

    //!\brief The maximum number of threads that a device has.
    unsigned threads_per_device() const noexcept
    {
        return util::ceil_div(threads, static_cast<unsigned>(devices.size()));
    }
};

/*!\brief Finds primers: devices search for patterns, and threads of the CPU verify the candidates.
 * \param request The request, with a non-empty text and positions.
 * \param team    The devices and the threads.
 * \returns Time and memory.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and the exceptions of the request's control.
 */
primer::statistics find_primers(scan::primer_request const & request, search_team const & team);

/*!\brief Finds matches in the same way.
 * \param request The request, with a non-empty text.
 * \param begin   The first group that is wanted.
 * \param end     One past the last one; greater than `begin`.
 * \param team    The devices and the threads.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and the exceptions of the request's control.
 */
void find_matches(scan::match_request const & request, std::size_t begin, std::size_t end, search_team const & team);

/*!\brief Finds sites in the same way.
 * \param request    The request, with a non-empty text and at least one pattern.
 * \param team       The devices and the threads.
 * \param statistics Receives time and memory.
 * \returns The sites, in the order of primers, those of a primer in any order.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and the exceptions of the request's control.
 */
std::vector<primer::site>
find_sites(scan::site_request const & request, search_team const & team, primer::statistics & statistics);

} // namespace seqan3_gpulcs::cuda
