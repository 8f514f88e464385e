// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/backend/pair_split.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "cuda/lane/lane_plan.hpp"
#include "cuda/runtime/architectures.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "cuda/traceback/tile_plan.hpp"
#include "src/plan/pair_survey.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// With fewer pairs, given the cells of the largest one, lanes do not keep a device busy, and strips are faster.
constexpr std::size_t min_pairs_in_lanes(double const max_cells) noexcept
{
    return max_cells <= 1024.0 * 1024.0 ? warp_threads : 8192;
}

// Too few pairs for lanes go into strips.
static_assert(max_lane_size <= max_strip_batch_size);
static_assert(plan::batch_sizes{}.max_size == max_strip_batch_size);
static_assert(plan::batch_sizes{}.max_path_size == max_walk_batch_size);

std::uint64_t max_size(alignment::sequence_pair const & pair) noexcept
{
    return std::max(pair.first.size(), pair.second.size());
}

} // namespace

bool are_for_lanes(std::uint64_t const pairs, std::uint64_t const max_size, double const max_cells) noexcept
{
    return max_size <= max_lane_size && pairs >= min_pairs_in_lanes(max_cells);
}

pair_split split_pairs(plan::pair_list const & list, plan::comparison const & wanted)
{
    pair_split split{};
    if (!plan::has_simple_path(wanted))
    {
        for (std::size_t number = 0; number < list.size(); ++number)
            split.alone.push_back(list.index(number));
        return split;
    }
    for (std::size_t number = 0; number < list.size(); ++number)
    {
        std::size_t const i = list.index(number);
        alignment::sequence_pair const & pair = list[number];
        if (!wanted.with_path && max_size(pair) <= max_lane_size)
        {
            split.in_lanes.push_back(i);
            split.lanes.add(pair);
        }
        else if (wanted.with_path && tile_words(pair) != 0)
            split.in_tiles.push_back(i);
        else
            (plan::batch_sizes{}.fit(pair, wanted) ? split.in_strips : split.alone).push_back(i);
    }

    if (split.in_lanes.size() < min_pairs_in_lanes(split.lanes.max_cells))
        std::ranges::copy(std::exchange(split.in_lanes, {}), std::back_inserter(split.in_strips));
    if (split.in_strips.size() < 2)
        std::ranges::copy(std::exchange(split.in_strips, {}), std::back_inserter(split.alone));
    return split;
}

pair_split split_values(plan::pair_list const & list, plan::comparison const & wanted)
{
    pair_split split{};
    for (std::size_t number = 0; number < list.size(); ++number)
        if (has_lane_ends(wanted) && max_size(list[number]) <= max_lane_size)
        {
            split.in_lanes.push_back(list.index(number));
            split.lanes.add(list[number]);
        }
        else
            split.alone.push_back(list.index(number));
    // One by one, even a few short ones would take longer.
    if (split.in_lanes.size() < warp_threads)
        std::ranges::copy(std::exchange(split.in_lanes, {}), std::back_inserter(split.alone));
    return split;
}

} // namespace seqan3_gpulcs::cuda
