// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/recurrence/lcs_step.cuh"
#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

strip_kernel_t find_lcs_kernel_2_bits(kernel_shape const & shape)
{
    return find_strip_kernel<lcs_recurrence, kernel_shapes, false, module_part::two_bits>(shape);
}

} // namespace seqan3_gpulcs::cuda
