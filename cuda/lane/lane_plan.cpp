// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_plan.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include "cuda/lane/lane_arguments.hpp"
#include "cuda/lane/lane_recurrence.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// An item that has fewer cells would spend noticeable time on the match vectors of its query.
constexpr double min_cells_per_item{1 << 25};

static_assert(std::size(lane_shapes) < std::numeric_limits<std::uint8_t>::max());

// With two blocks, each scheduler has two warps, which hide each other's latencies.
constexpr std::uint64_t min_blocks_per_multiprocessor{2};

// The maximum number of words of a kernel.
constexpr unsigned max_lane_words{32};

// Estimates the instructions for a column; a term that is the same for all shapes of a kind may be missing.
unsigned column_cost(lane_shape const & shape, recurrence_traits const & traits) noexcept
{
    switch (shape.rows)
    {
    case lane_rows::one_query:
        return traits.word_instructions * shape.words + 7;
    case lane_rows::matches:
        return traits.word_instructions * shape.words + 9;
    default:
        return (traits.word_instructions + shape.bits - 1) * shape.words + 2 * shape.bits + 3;
    }
}

// The index of a shape for each number of words of 32 rows.
using shape_choice = std::array<std::uint8_t, max_lane_size / 32 + 1>;

constexpr std::uint8_t no_shape{std::numeric_limits<std::uint8_t>::max()};

// Replaces shapes by faster ones of a kind: by those with kind.words words, or by any if that is 0.
void improve(shape_choice & best, lane_shape const & kind, recurrence_traits const & traits) noexcept
{
    auto const cost = [&traits](lane_shape const & shape, std::size_t const words)
    {
        return std::uint64_t{lane_strips(shape, words * 32)} * column_cost(shape, traits);
    };
    for (std::size_t i = 0; i < std::size(lane_shapes); ++i)
    {
        lane_shape const & shape = lane_shapes[i];
        if (shape.bits != kind.bits || shape.rows != kind.rows || (kind.words != 0 && shape.words != kind.words)
            || !has_lane_kernel(shape, traits.state_words))
            continue;
        for (std::size_t words = 0; words < best.size(); ++words)
            if (best[words] == no_shape || cost(shape, words) < cost(lane_shapes[best[words]], words))
                best[words] = static_cast<std::uint8_t>(i);
    }
}

// Computed in advance: a choice for each pair should take far less time than the pair.
struct lane_choices
{
    explicit lane_choices(recurrence_traits const & traits) noexcept
    {
        for (unsigned const bits : {2u, 4u, 8u})
        {
            shape_choice none{};
            none.fill(no_shape);
            of_query[bits / 4] = none;
            improve(of_query[bits / 4], {0, bits, lane_rows::one_query}, traits);

            auto & of_max_words = of_pairs[bits / 4];
            of_max_words[0] = none;
            improve(of_max_words[0], {0, bits, lane_rows::planes}, traits);
            for (unsigned words = 1; words <= max_lane_words; ++words)
            {
                of_max_words[words] = of_max_words[words - 1];
                improve(of_max_words[words], {words, bits, lane_rows::matches}, traits);
            }
        }
    }

    // The shapes for a query with codes of 2, 4 and 8 bits.
    std::array<shape_choice, 3> of_query{};
    // The shapes for pairs with codes of 2, 4 and 8 bits, for each maximum number of words with lane_rows::matches.
    std::array<std::array<shape_choice, max_lane_words + 1>, 3> of_pairs{};
};

lane_choices const & choices(recurrence_traits const & traits) noexcept
{
    static lane_choices const of_lcs{lcs_lanes.traits};
    static lane_choices const of_edit{edit_lanes.traits};
    return traits.state_words == 1 ? of_lcs : of_edit;
}

} // namespace

unsigned max_match_words(std::uint64_t const letters, std::uint64_t const shared_bytes) noexcept
{
    std::uint64_t const word_bytes =
        lane_shared_bytes({1, 8, lane_rows::matches}, 1, std::max<std::uint64_t>(letters, 1));
    return static_cast<unsigned>(
        std::min<std::uint64_t>(shared_bytes / min_blocks_per_multiprocessor / word_bytes, max_lane_words));
}

bool is_for_query_kernel(std::uint64_t const rows,
                         unsigned const bits,
                         std::uint64_t const letters,
                         std::uint64_t const shared_bytes,
                         recurrence_traits const & traits) noexcept
{
    lane_shape const & shape = lane_shapes[plan_query_lanes(rows, bits, traits)];
    return lane_shared_bytes(shape, lane_strips(shape, rows), letters) <= shared_bytes / min_blocks_per_multiprocessor;
}

std::size_t plan_query_lanes(std::uint64_t const rows, unsigned const bits, recurrence_traits const & traits) noexcept
{
    return choices(traits).of_query[bits / 4][util::ceil_div<std::uint64_t>(rows, 32)];
}

unsigned plan_subjects_per_item(std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    double const cells = static_cast<double>(rows * columns) * pairs_per_lane_block;
    auto const groups = static_cast<unsigned>(std::clamp(min_cells_per_item / std::max(cells, 1.0), 1.0, 64.0));
    return groups * pairs_per_lane_block;
}

std::size_t plan_pair_lanes(std::uint64_t const rows,
                            unsigned const bits,
                            unsigned const max_words,
                            recurrence_traits const & traits) noexcept
{
    return choices(traits).of_pairs[bits / 4][max_words][util::ceil_div<std::uint64_t>(rows, 32)];
}

} // namespace seqan3_gpulcs::cuda
