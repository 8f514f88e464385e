// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Facts that hold for all architectures, and those for which device code is compiled.
 */

#pragma once

namespace seqan3_gpulcs::cuda
{

//!\brief The number of threads of a warp, on all architectures.
inline constexpr unsigned warp_threads{32};

//!\brief The schedulers of a multiprocessor, on all architectures that CUDA 13 knows.
inline constexpr unsigned schedulers_per_multiprocessor{4};

//!\brief The oldest architecture for which there is code.
inline constexpr unsigned oldest_compute_capability{75};

//!\brief Whether this build has code for devices of a compute capability: ten times the major version plus the minor one.
bool has_kernels_for(unsigned compute_capability) noexcept;

} // namespace seqan3_gpulcs::cuda
