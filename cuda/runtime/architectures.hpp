// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The architectures for which the device code is compiled.
 */

#pragma once

namespace seqan3_gpulcs::cuda
{

//!\brief Whether this build has code for devices of a compute capability: ten times the major version plus the minor one.
bool has_kernels_for(unsigned compute_capability) noexcept;

} // namespace seqan3_gpulcs::cuda
