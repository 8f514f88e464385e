// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

strip_kernel_t find_strip_kernel_2_bits_short_units(kernel_shape const & shape)
{
    return shape.unit_columns == 8 ? find_strip_kernel<lcs_recurrence, kernel_shapes, 8, 2>(shape)
                                   : find_strip_kernel<lcs_recurrence, kernel_shapes, 16, 2>(shape);
}

} // namespace seqan3_gpulcs::cuda
