// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the strip kernel of a shape.
 */

#pragma once

#include <cstdint>

#include "cuda/runtime/kernel_table.cuh"
#include "cuda/strip/strip_kernel.cuh"
#include "cuda/strip/strip_recurrence.hpp"
#include "cuda/strip/tuning_strip.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A kernel for one matrix.
using strip_kernel_t = kernel_family<strip_arguments>::kernel_t;

//!\brief A kernel for several matrices.
using strip_batch_kernel_t = kernel_family<strip_batch_arguments>::kernel_t;

//!\brief The kernels of a family that a CUDA module has: the kernels of one source, all of which a device loads with the first one it needs.
enum class module_part : std::uint8_t
{
    all,      //!< All of them.
    two_bits, //!< Those for codes of 2 bits.
    others    //!< The others.
};

/*!\brief Finds the kernel of a shape.
 * \tparam recurrence_t The recurrence.
 * \tparam shapes       The shapes that its kernels have.
 * \tparam is_banded    Whether they are for bands.
 * \tparam part         The kernels that the module has.
 * \returns The kernel, or null if there is none.
 */
template <recurrence recurrence_t, auto const & shapes, bool is_banded, module_part part = module_part::all>
strip_kernel_t find_strip_kernel(kernel_shape const & wanted)
{
    return find_kernel<strip_kernel_t>(
        shapes,
        wanted,
        [](auto const i) -> strip_kernel_t
        {
            constexpr kernel_shape shape = shapes[i];
            if constexpr (part == module_part::all || (shape.bits == 2) == (part == module_part::two_bits))
                return &strip_kernel<recurrence_t, shape.words, shape.unit_columns, shape.bits, is_banded>;
            else
                return nullptr;
        });
}

//!\brief Finds the kernel of a shape for several matrices, among all shapes.
template <recurrence recurrence_t, auto const & shapes, bool is_banded>
strip_batch_kernel_t find_strip_batch_kernel(kernel_shape const & wanted)
{
    return find_kernel<strip_batch_kernel_t>(
        shapes,
        wanted,
        [](auto const i) -> strip_batch_kernel_t
        {
            constexpr kernel_shape shape = shapes[i];
            return &strip_batch_kernel<recurrence_t, shape.words, shape.unit_columns, shape.bits, is_banded>;
        });
}

/*!\name Modules
 * \brief Kernels that are modules of their own, because loading all kernels delays the first pair.
 * \{
 */
strip_kernel_t find_lcs_kernel_2_bits(kernel_shape const & shape);           //!< LCS, codes of 2 bits.
strip_kernel_t find_lcs_band_kernel(kernel_shape const & shape);             //!< LCS, bands.
strip_batch_kernel_t find_lcs_band_batch_kernel(kernel_shape const & shape); //!< LCS, bands of several matrices.
strip_kernel_t find_edit_kernel_2_bits(kernel_shape const & shape);          //!< Edit distances, codes of 2 bits.
strip_kernel_t find_edit_band_kernel(kernel_shape const & shape);            //!< Edit distances, bands.
strip_batch_kernel_t
find_edit_band_batch_kernel(kernel_shape const & shape); //!< Edit distances, bands of several matrices.
//!\}

} // namespace seqan3_gpulcs::cuda
