// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/recurrence/edit_step.cuh"
#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

strip_batch_kernel_t find_edit_band_batch_kernel(kernel_shape const & shape)
{
    return find_strip_batch_kernel<edit_recurrence, edit_band_batch_shapes, true>(shape);
}

} // namespace seqan3_gpulcs::cuda
