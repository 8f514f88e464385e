// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

strip_kernel_t find_strip_kernel_8_bits(kernel_shape const & shape)
{
    return find_strip_kernel<lcs_recurrence, kernel_shapes, 8, 8>(shape);
}

} // namespace seqan3_gpulcs::cuda
