// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The emulated devices, the current one, and the last error of a host thread.
 */

#pragma once

#include "cuda_runtime.h"

namespace seqan3_gpulcs::emulation
{

//!\brief The current device of this host thread.
int current_device();

//!\brief Whether there is such a device.
cudaError_t find_device(int device);

//!\brief Whether the device can be used: fail_device() may have ended that.
cudaError_t check_device(int device);

//!\brief Counts a launch; returns whether the device fails with it, or has failed.
bool fails_with_launch(int device);

cudaDeviceProp properties(int device);

//!\brief See set_peer_access().
bool has_peer_access();

//!\brief Keeps an error for cudaGetLastError(), and returns it.
cudaError_t report(cudaError_t error);

} // namespace seqan3_gpulcs::emulation
