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

/*!\brief Finds the kernel of a shape among those for codes of 2 bits, or among the others.
 * \tparam recurrence_t The recurrence.
 * \tparam shapes       The shapes that its kernels have.
 * \tparam is_2_bits    Whether to search the kernels for codes of 2 bits, or the others.
 * \returns The kernel, or null if there is none.
 */
template <recurrence recurrence_t, auto const & shapes, bool is_2_bits>
strip_kernel_t find_strip_kernel(kernel_shape const & wanted)
{
    return find_kernel<strip_kernel_t>(
        shapes,
        wanted,
        [](auto const i) -> strip_kernel_t
        {
            constexpr kernel_shape shape = shapes[i];
            if constexpr ((shape.bits == 2) == is_2_bits)
                return &strip_kernel<recurrence_t, shape.words, shape.unit_columns, shape.bits>;
            else
                return nullptr;
        });
}

//!\brief Finds the kernel of a shape for several matrices, among all shapes.
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

//!\brief Finds the kernel of a shape for a band, among all shapes.
template <recurrence recurrence_t, auto const & shapes>
band_kernel_t find_band_kernel(kernel_shape const & wanted)
{
    return find_kernel<band_kernel_t>(
        shapes,
        wanted,
        [](auto const i) -> band_kernel_t
        {
            constexpr kernel_shape shape = shapes[i];
            return &band_kernel<recurrence_t, shape.words, shape.unit_columns, shape.bits>;
        });
}

//!\brief Finds the kernel of a shape for bands of several matrices, among all shapes.
template <recurrence recurrence_t, auto const & shapes>
band_batch_kernel_t find_band_batch_kernel(kernel_shape const & wanted)
{
    return find_kernel<band_batch_kernel_t>(
        shapes,
        wanted,
        [](auto const i) -> band_batch_kernel_t
        {
            constexpr kernel_shape shape = shapes[i];
            return &band_batch_kernel<recurrence_t, shape.words, shape.unit_columns, shape.bits>;
        });
}

//!\brief Finds the LCS kernels for bands of several matrices, which are a module of their own, too.
band_batch_kernel_t find_lcs_band_batch_kernel(kernel_shape const & shape);

//!\brief Finds the LCS kernels for a band, which are a module of their own, too.
band_kernel_t find_lcs_band_kernel(kernel_shape const & shape);

//!\brief Finds the kernels of edit distances for bands of several matrices.
band_batch_kernel_t find_edit_band_batch_kernel(kernel_shape const & shape);

//!\copydoc find_edit_band_batch_kernel
band_kernel_t find_edit_band_kernel(kernel_shape const & shape);

//!\brief Finds the LCS kernels for codes of 2 bits: a module of their own, because loading all kernels delays the first pair of DNA.
strip_kernel_t find_lcs_kernel_2_bits(kernel_shape const & shape);

//!\brief Finds the kernels of edit distances for codes of 2 bits.
strip_kernel_t find_edit_kernel_2_bits(kernel_shape const & shape);

} // namespace seqan3_gpulcs::cuda
