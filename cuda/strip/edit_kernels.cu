// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/recurrence/edit_step.cuh"
#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

namespace
{

strip_kernel_t find_edit_kernel(kernel_shape const & shape)
{
    return shape.bits == 2 ? find_edit_kernel_2_bits(shape)
                           : find_strip_kernel<edit_recurrence, edit_shapes, false, module_part::others>(shape);
}

} // namespace

constinit strip_recurrence const edit_strips{
    .metric = plan::metric::edit,
    .traits = traits_of<edit_recurrence>,
    .whole = {edit_shapes, &find_edit_kernel},
    .band = {edit_band_shapes, &find_edit_band_kernel},
    .batch = {edit_batch_shapes, &find_strip_batch_kernel<edit_recurrence, edit_batch_shapes, false>},
    .band_batch = {edit_band_batch_shapes, &find_edit_band_batch_kernel},
    .costs = edit_costs,
    .batch_costs = edit_batch_costs};

} // namespace seqan3_gpulcs::cuda
