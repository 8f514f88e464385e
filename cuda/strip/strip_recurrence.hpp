// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A recurrence as the host knows it, with its strip kernels.
 */

#pragma once

#include <span>

#include "cuda/recurrence/recurrence_traits.hpp"
#include "cuda/strip/strip_arguments.hpp"
#include "cuda/strip/tuning_strip.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A strip kernel.
using strip_kernel_t = void (*)(strip_arguments const);

//!\brief A strip kernel for a band of a matrix.
using band_kernel_t = void (*)(band_arguments const);

//!\brief A kernel for bands of several matrices.
using band_batch_kernel_t = void (*)(band_batch_arguments const);

//!\brief A strip kernel for several matrices.
using strip_batch_kernel_t = void (*)(strip_batch_arguments const);

//!\brief A recurrence and its kernels. Plans carry it to all who compute sizes, launch kernels, or read results.
struct strip_recurrence
{
    plan::metric metric{};                                 //!< The metric.
    recurrence_traits traits{};                            //!< The properties of the recurrence.
    std::span<kernel_shape const> shapes{};                //!< The kernels for one matrix.
    std::span<kernel_shape const> batch_shapes{};          //!< The kernels for several matrices.
    std::span<kernel_shape const> band_shapes{};           //!< The kernels for a band of a matrix.
    std::span<kernel_shape const> band_batch_shapes{};     //!< The kernels for bands of several matrices.
    kernel_costs costs{};                                  //!< The costs of the kernels for one matrix.
    cuda::batch_costs batch_costs{};                       //!< The costs of the kernels for several matrices.
    strip_kernel_t (*find_kernel)(kernel_shape const &){}; //!< The kernel of one of `shapes`.
    strip_batch_kernel_t (*find_batch_kernel)(kernel_shape const &){}; //!< The kernel of one of `batch_shapes`.
    band_kernel_t (*find_band_kernel)(kernel_shape const &){};         //!< The kernel of one of `band_shapes`.
    band_batch_kernel_t (*find_band_batch_kernel)(
        kernel_shape const &){}; //!< The kernel of one of `band_batch_shapes`.
};

//!\brief Longest common subsequences.
extern strip_recurrence const lcs_strips;

//!\brief Edit distances.
extern strip_recurrence const edit_strips;

//!\brief The recurrence of a metric.
inline strip_recurrence const & strips_of(plan::metric const metric) noexcept
{
    return metric == plan::metric::lcs ? lcs_strips : edit_strips;
}

} // namespace seqan3_gpulcs::cuda
