// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds devices, without the other backends: a program that only compares what is on devices does not link them.
 */

#pragma once

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/backend/backend.hpp"

namespace seqan3_gpulcs::dispatch
{

/*!\brief The backend for devices that a call asks for.
 * \param execution The backend cuda, or the numbers of devices.
 * \returns A backend that lives as long as the program.
 * \throws seqan3_gpulcs::no_device if this build or this machine has no such devices, with a sentence that says why;
 *         seqan3_gpulcs::invalid_option if a device is named twice.
 *
 * Thread safety: concurrent calls are safe.
 */
backend::backend_interface const & find_device_backend(plan::execution const & execution);

//!\brief What a backend offers for sequences on devices, without looking for any; null in a build without devices.
backend::device_interface const * find_device_interface() noexcept;

} // namespace seqan3_gpulcs::dispatch
