// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The devices of this host, and their limits.
 */

#pragma once

#include <span>

#include <seqan3_gpulcs/devices.hpp>

#include "cuda/runtime/device_limits.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief See seqan3_gpulcs::find_devices.
 * \param ask_for_memory Whether to ask how much memory is free. That starts every device, which takes time, and memory of
 *                       each, for the rest of the program.
 */
device_report find_devices(bool ask_for_memory);

/*!\brief The limits of a device.
 * \throws seqan3_gpulcs::device_error
 */
device_limits limits_of(unsigned device);

/*!\brief The device that has the most memory among some, at least one; the first one if several have as much.
 * \throws seqan3_gpulcs::device_error
 */
unsigned largest_device(std::span<unsigned const> devices);

} // namespace seqan3_gpulcs::cuda
