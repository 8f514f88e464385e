// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/recurrence/edit_step.cuh"
#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

strip_kernel_t find_edit_kernel_2_bits(kernel_shape const & shape)
{
    return find_strip_kernel<edit_recurrence, edit_shapes, false, module_part::two_bits>(shape);
}

} // namespace seqan3_gpulcs::cuda
