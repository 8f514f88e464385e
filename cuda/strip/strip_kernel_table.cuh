// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the strip kernel of a shape.
 */

#pragma once

#include "cuda/runtime/kernel_table.cuh"
#include "cuda/strip/strip_kernel.cuh"
#include "cuda/strip/strip_recurrence.hpp"
#include "cuda/strip/tuning_strip.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Finds the kernel of a shape.
 * \tparam recurrence_t What is computed.
 * \tparam shapes       The shapes that its kernels have.
 * \returns The kernel, or null if there is none.
 */
template <recurrence recurrence_t, auto const & shapes>
strip_kernel_t find_strip_kernel(kernel_shape const & wanted)
{
    return find_kernel<strip_kernel_t>(
        shapes,
        wanted,
        [](auto const i) -> strip_kernel_t
        {
            constexpr kernel_shape shape = shapes[i];
            return &strip_kernel<recurrence_t, shape.words, shape.unit_columns, shape.bits>;
        });
}

//!\brief The same for several matrices.
template <recurrence recurrence_t, auto const & shapes>
strip_batch_kernel_t find_strip_batch_kernel(kernel_shape const & wanted)
{
    return find_kernel<strip_batch_kernel_t>(
        shapes,
        wanted,
        [](auto const i) -> strip_batch_kernel_t
        {
            constexpr kernel_shape shape = shapes[i];
            return &strip_batch_kernel<recurrence_t, shape.words, shape.unit_columns, shape.bits>;
        });
}

} // namespace seqan3_gpulcs::cuda
