// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the strip kernel of a shape. Each of several translation units compiles some of them.
 */

#pragma once

#include <cstddef>

#include "cuda/recurrence/lcs_step.cuh"
#include "cuda/runtime/kernel_table.cuh"
#include "cuda/strip/strip_kernel.cuh"
#include "cuda/strip/strip_recurrence.hpp"
#include "cuda/strip/tuning_strip.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Finds the kernel of a shape among those with the same units and bits.
 * \tparam recurrence_t What is computed.
 * \tparam shapes       The shapes that its kernels have.
 * \returns The kernel, or null if there is none.
 */
template <recurrence recurrence_t, auto const & shapes, unsigned unit_columns, unsigned bits>
strip_kernel_t find_strip_kernel(kernel_shape const & wanted)
{
    return find_kernel<strip_kernel_t>(shapes,
                                       wanted,
                                       [](auto const i) -> strip_kernel_t
                                       {
                                           constexpr kernel_shape shape = shapes[i];
                                           if constexpr (shape.unit_columns == unit_columns && shape.bits == bits)
                                               return &strip_kernel<recurrence_t, shape.words, unit_columns, bits>;
                                           else
                                               return nullptr;
                                       });
}

//!\brief The same for several matrices, among all shapes.
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

//!\brief The kernels for codes of 2 bits and units of 8 and 16 columns.
strip_kernel_t find_strip_kernel_2_bits_short_units(kernel_shape const & shape);

//!\brief The kernels for codes of 2 bits and units of 32 columns.
strip_kernel_t find_strip_kernel_2_bits(kernel_shape const & shape);

//!\brief The kernels for codes of 4 bits.
strip_kernel_t find_strip_kernel_4_bits(kernel_shape const & shape);

//!\brief The kernels for codes of 8 bits.
strip_kernel_t find_strip_kernel_8_bits(kernel_shape const & shape);

//!\brief The kernels for several matrices; null if there is none of this shape.
strip_batch_kernel_t find_strip_batch_kernel(kernel_shape const & shape);

} // namespace seqan3_gpulcs::cuda
