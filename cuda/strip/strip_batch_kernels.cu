// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

strip_batch_kernel_t find_strip_batch_kernel(kernel_shape const & wanted)
{
    return find_kernel<strip_batch_kernel_t>(
        batch_shapes,
        wanted,
        [](auto const i) -> strip_batch_kernel_t
        {
            constexpr kernel_shape shape = batch_shapes[i];
            return &strip_batch_kernel<lcs_recurrence, shape.words, shape.unit_columns, shape.bits>;
        });
}

} // namespace seqan3_gpulcs::cuda
