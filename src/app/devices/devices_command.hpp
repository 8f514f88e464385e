// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The command `gpulcs devices`.
 */

#pragma once

#include "src/app/devices/devices_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Writes a table of the CUDA devices of this machine; if there are none, standard error says why.
 * \throws output_error
 */
void run_devices(devices_options const & options);

} // namespace seqan3_gpulcs::app
