// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief All that the shared library of the CUDA backend exports, beside the types of exceptions (exports.map).
 *
 * The library has a hidden copy of the parts of the core that it needs. Objects passed through these functions and the
 * interface backend::backend_interface must come from the same version, so each version has a shared library of its
 * own.
 */

#pragma once

#include <seqan3_gpulcs/devices.hpp>

#include "src/backend/backend.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The backend, which lives as long as the program. Does not start the CUDA runtime.
backend::backend_interface const & shared_backend();

/*!\brief Looks for the device that an execution asks for, or for any.
 * \throws seqan3_gpulcs::no_device if there is none, with a sentence that says why.
 */
void require_device(plan::execution const & execution);

//!\brief See seqan3_gpulcs::find_devices.
device_report find_all_devices();

} // namespace seqan3_gpulcs::cuda
