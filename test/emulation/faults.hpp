// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The faults that tests ask for.
 */

#pragma once

#include "emulation.hpp"

namespace seqan3_gpulcs::emulation
{

//!\brief What keeps a call on the current device from succeeding: the device itself, or seqan3_gpulcs::emulation::fail.
cudaError_t check(call which);

} // namespace seqan3_gpulcs::emulation
