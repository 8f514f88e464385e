// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the lane kernel of a shape. Each of two translation units compiles some of them.
 */

#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "lane_kernel.cuh"
#include "tuning.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A lane kernel.
using lane_kernel_t = void (*)(lane_arguments const);

/*!\brief Finds the kernel of a shape among those for one query, or among the others.
 * \returns The kernel, or null if there is none.
 */
template <bool is_one_query>
lane_kernel_t find_lane_kernel(lane_shape const & wanted)
{
    return [&wanted]<std::size_t... i>(std::index_sequence<i...>)
    {
        lane_kernel_t found{};
        auto const look_at = [&]<std::size_t index>()
        {
            constexpr lane_shape shape = lane_shapes[index];
            if constexpr (shape.is_one_query == is_one_query)
            {
                using rows_t =
                    std::conditional_t<is_one_query, query_rows<shape.words>, pair_rows<shape.words, shape.bits>>;
                static_assert(rows_t::bits == shape.bits);
                if (shape == wanted)
                    found = &lane_kernel<shape.words, rows_t>;
            }
        };
        (look_at.template operator()<i>(), ...);
        return found;
    }
    (std::make_index_sequence<std::size(lane_shapes)>{});
}

//!\brief The kernels for one query.
lane_kernel_t find_lane_kernel_one_query(lane_shape const & shape);

//!\brief The kernels for pairs.
lane_kernel_t find_lane_kernel_pairs(lane_shape const & shape);

} // namespace seqan3_gpulcs::cuda
