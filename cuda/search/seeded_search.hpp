// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Primers, matches and sites with a search on devices.
 */

#pragma once

#include <vector>

#include "cuda/runtime/stream_context.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/scan/request.hpp"
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

//!\brief The approximate time that one device needs.
double scan_seconds(scan::request const & request, plan::device_costs const & costs) noexcept;

/*!\brief Finds what is wanted: devices search for patterns, and threads of the CPU verify the candidates.
 * \param request The request.
 * \param team    The devices and the threads.
 * \returns Time and memory.
 * \throws seqan3_gpulcs::backend_unavailable if a pattern has more than scan::max_device_pattern letters;
 *         seqan3_gpulcs::device_error, std::bad_alloc and the exceptions of the request's control.
 */
primer::statistics scan_text(scan::request const & request, search_team const & team);

} // namespace seqan3_gpulcs::cuda
