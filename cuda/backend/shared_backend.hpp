// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief All that the shared library of the CUDA backend exports, beside the types of exceptions (exports.map).
 *
 * The library has a hidden copy of the parts of the core that it needs. Objects passed through these functions and the
 * interface backend::backend_interface must come from the same version, so each version has a shared library of its
 * own.
 */

#pragma once

#include <optional>
#include <vector>

#include <seqan3_gpulcs/devices.hpp>

#include "src/backend/backend.hpp"
#include "src/plan/hardware_costs.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The backend, which lives as long as the program. Does not start the CUDA runtime.
backend::backend_interface const & shared_backend();

/*!\brief The numbers of the devices that a comparison of pairs uses; looks for them.
 * \param execution Names devices, or leaves the choice.
 * \param cells     The cells of all pairs.
 * \throws seqan3_gpulcs::no_device if there are none, with a sentence that says why; seqan3_gpulcs::invalid_option if one is
 *         named twice.
 */
std::vector<unsigned> choose_devices(plan::execution const & execution, double cells);

//!\brief The costs of the first device that an execution may use; looks for devices. None if there is no device.
std::optional<plan::device_costs> find_device_costs(plan::execution const & execution);

//!\brief See seqan3_gpulcs::find_devices.
device_report find_all_devices();

} // namespace seqan3_gpulcs::cuda
