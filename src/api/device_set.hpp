// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Starts comparisons of sequences that are on a device.
 */

#pragma once

#include <seqan3_gpulcs/alignment/device_set.hpp>

#include "src/backend/device_interface.hpp"

namespace seqan3_gpulcs::api
{

/*!\brief Checks what a call was given, and starts it.
 * \throws The exceptions of seqan3_gpulcs::lcs::enqueue_lengths.
 */
alignment::device_call enqueue(backend::device_request const & request);

} // namespace seqan3_gpulcs::api
