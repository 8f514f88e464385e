// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Signals between the host and a running kernel.
 */

#pragma once

namespace seqan3_gpulcs::cuda
{

//!\brief Signals between the host and a running kernel, in host memory that the device can access.
struct host_signals
{
    //!\brief The host asks the kernel to end early.
    alignas(128) unsigned stop;
    //!\brief The steps that warps have done: units of columns for all their lanes.
    alignas(128) unsigned long long steps_done;
};

} // namespace seqan3_gpulcs::cuda
