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
                           : find_strip_kernel<edit_recurrence, edit_shapes, false>(shape);
}

} // namespace

constinit strip_recurrence const edit_strips{.metric = plan::metric::edit,
                                             .traits = traits_of<edit_recurrence>,
                                             .shapes = edit_shapes,
                                             .batch_shapes = edit_batch_shapes,
                                             .band_shapes = edit_band_shapes,
                                             .band_batch_shapes = edit_band_batch_shapes,
                                             .costs = edit_costs,
                                             .batch_costs = edit_batch_costs,
                                             .find_kernel = &find_edit_kernel,
                                             .find_batch_kernel =
                                                 &find_strip_batch_kernel<edit_recurrence, edit_batch_shapes>,
                                             .find_band_kernel = &find_edit_band_kernel,
                                             .find_band_batch_kernel = &find_edit_band_batch_kernel};

} // namespace seqan3_gpulcs::cuda
