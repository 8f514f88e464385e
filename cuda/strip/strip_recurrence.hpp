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

//!\brief The kernels of a kind.
template <typename arguments_t>
struct kernel_family
{
    //!\brief A kernel.
    using kernel_t = void (*)(arguments_t const);

    std::span<kernel_shape const> shapes{};   //!< The shapes that are compiled.
    kernel_t (*find)(kernel_shape const &){}; //!< Finds the kernel of one of them.
};

//!\brief A recurrence and its kernels. Plans carry it to all who compute sizes, launch kernels, or read results.
struct strip_recurrence
{
    plan::metric metric{};                             //!< The metric.
    recurrence_traits traits{};                        //!< The properties of the recurrence.
    kernel_family<strip_arguments> whole{};            //!< The kernels for one matrix.
    kernel_family<strip_arguments> band{};             //!< The kernels for a band of a matrix.
    kernel_family<strip_batch_arguments> batch{};      //!< The kernels for several matrices.
    kernel_family<strip_batch_arguments> band_batch{}; //!< The kernels for bands of several matrices.
    kernel_costs costs{};                              //!< The costs of the kernels for one matrix.
    cuda::batch_costs batch_costs{};                   //!< The costs of the kernels for several matrices.
};

//!\brief Longest common subsequences.
extern strip_recurrence const lcs_strips;

//!\brief Edit distances.
extern strip_recurrence const edit_strips;

//!\brief The recurrence of a metric.
inline strip_recurrence const & strips_of(plan::metric const metric) noexcept
{
    return *plan::by_metric<strip_recurrence const *>{&lcs_strips, &edit_strips}[metric];
}

} // namespace seqan3_gpulcs::cuda
