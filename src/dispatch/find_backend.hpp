// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the backend that a call asks for.
 */

#pragma once

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/backend/backend.hpp"

namespace seqan3_gpulcs::dispatch
{

/*!\brief Finds the backend for a choice.
 * \param execution The requested backend and devices.
 * \returns A backend that lives as long as the program.
 * \throws seqan3_gpulcs::backend_unavailable if this build or this machine does not have it, or not such devices;
 *         seqan3_gpulcs::invalid_option if a device is named twice.
 *
 * Thread safety: concurrent calls are safe.
 */
backend::backend_interface const & find_backend(plan::execution const & execution);

/*!\brief Whether an execution asks for what only a backend does, or ranks: it names a device, or wants to be told of progress or routes.
 *        Otherwise, short pairs need none.
 */
inline bool needs_backend(plan::execution const & execution) noexcept
{
    return execution.backend == plan::backend::cuda || !execution.devices.empty() || execution.on_progress
        || execution.on_route || execution.ranks != nullptr;
}

//!\brief Whether the choice of a backend for an execution may fall on a device. Starts none.
bool may_choose_device(plan::execution const & execution) noexcept;

} // namespace seqan3_gpulcs::dispatch
