// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>

#include "cuda/runtime/architectures.hpp"

namespace seqan3_gpulcs::cuda
{

bool has_kernels_for(unsigned const compute_capability) noexcept
{
    // The list of architectures is a macro of nvcc. Code for an architecture runs on newer ones, too.
    constexpr unsigned architectures[]{__CUDA_ARCH_LIST__};
    return std::ranges::any_of(architectures,
                               [=](unsigned const architecture)
                               {
                                   return architecture <= compute_capability * 10;
                               });
}

} // namespace seqan3_gpulcs::cuda
