// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The search for the kernel of a shape among those that are compiled.
 */

#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace seqan3_gpulcs::cuda
{

/*!\brief Finds the kernel of a shape.
 * \tparam kernel_t A pointer to a kernel.
 * \param shapes    The shapes of a family of kernels.
 * \param wanted    One of them.
 * \param kernel_at Called with a std::integral_constant i: gives the kernel of `shapes[i]`, or null if it is compiled elsewhere.
 * \returns The kernel, or null if there is none.
 */
template <typename kernel_t, typename shape_t, std::size_t shape_count, typename kernel_at_t>
kernel_t find_kernel(shape_t const (&shapes)[shape_count], shape_t const & wanted, kernel_at_t const & kernel_at)
{
    return [&]<std::size_t... i>(std::index_sequence<i...>)
    {
        kernel_t found{};
        ((found = shapes[i] == wanted ? kernel_at(std::integral_constant<std::size_t, i>{}) : found), ...);
        return found;
    }
    (std::make_index_sequence<shape_count>{});
}

} // namespace seqan3_gpulcs::cuda
