// SPDX-License-Identifier: BSD-3-Clause

#include "lane_plan.hpp"

#include <iterator>

namespace seqan3_gpulcs::cuda
{

namespace
{

// In instructions, for all columns of a kind alike.
unsigned cost_of_column(lane_shape const & shape) noexcept
{
    return shape.is_one_query ? 3 * shape.words + 7 : (shape.bits + 2) * shape.words + 2 * shape.bits + 3;
}

} // namespace

std::size_t plan_lanes(std::uint64_t const rows, unsigned const bits, bool const is_one_query) noexcept
{
    std::size_t best = std::size(lane_shapes);
    std::uint64_t least_cost = ~std::uint64_t{0};
    for (std::size_t i = 0; i < std::size(lane_shapes); ++i)
    {
        lane_shape const & shape = lane_shapes[i];
        if (shape.bits != bits || shape.is_one_query != (is_one_query && bits == 2))
            continue;

        std::uint64_t const cost = std::uint64_t{strips_of_lane(shape, rows)} * cost_of_column(shape);
        if (best == std::size(lane_shapes) || cost < least_cost)
        {
            best = i;
            least_cost = cost;
        }
    }
    return best;
}

} // namespace seqan3_gpulcs::cuda
