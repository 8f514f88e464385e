// SPDX-License-Identifier: BSD-3-Clause

#include "lane_plan.hpp"

#include <array>
#include <iterator>
#include <limits>

namespace seqan3_gpulcs::cuda
{

namespace
{

static_assert(std::size(lane_shapes) < std::numeric_limits<std::uint8_t>::max());

// In instructions, for all columns of a kind alike.
unsigned cost_of_column(lane_shape const & shape) noexcept
{
    return shape.is_one_query ? 3 * shape.words + 7 : (shape.bits + 2) * shape.words + 2 * shape.bits + 3;
}

std::uint8_t best_shape(std::uint64_t const rows, unsigned const bits, bool const is_one_query) noexcept
{
    std::size_t best = std::size(lane_shapes);
    std::uint64_t least_cost = ~std::uint64_t{0};
    for (std::size_t i = 0; i < std::size(lane_shapes); ++i)
    {
        lane_shape const & shape = lane_shapes[i];
        if (shape.bits != bits || shape.is_one_query != is_one_query)
            continue;

        std::uint64_t const cost = std::uint64_t{strips_of_lane(shape, rows)} * cost_of_column(shape);
        if (best == std::size(lane_shapes) || cost < least_cost)
        {
            best = i;
            least_cost = cost;
        }
    }
    return static_cast<std::uint8_t>(best);
}

// For each number of words of 32 rows.
using shapes_of_words = std::array<std::uint8_t, longest_in_lane / 32 + 1>;

shapes_of_words find_best_shapes(unsigned const bits, bool const is_one_query) noexcept
{
    shapes_of_words best{};
    for (std::size_t words = 0; words < best.size(); ++words)
        best[words] = best_shape(words * 32, bits, is_one_query);
    return best;
}

} // namespace

std::size_t plan_lanes(std::uint64_t const rows, unsigned const bits, bool const is_one_query) noexcept
{
    // Asked for each pair, which takes little longer itself.
    static shapes_of_words const one_query = find_best_shapes(2, true);
    static shapes_of_words const pairs_2_bits = find_best_shapes(2, false);
    static shapes_of_words const pairs_4_bits = find_best_shapes(4, false);
    static shapes_of_words const pairs_8_bits = find_best_shapes(8, false);

    std::uint64_t const words = (rows + 31) / 32;
    if (bits == 2)
        return is_one_query ? one_query[words] : pairs_2_bits[words];
    return bits == 4 ? pairs_4_bits[words] : pairs_8_bits[words];
}

} // namespace seqan3_gpulcs::cuda
