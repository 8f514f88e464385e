// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/backend/pair_split.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>

#include "cuda/lane/lane_plan.hpp"
#include "cuda/runtime/architectures.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "cuda/traceback/tile_plan.hpp"

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

std::uint64_t max_size(alignment::sequence_pair const & pair) noexcept
{
    return std::max(pair.first.size(), pair.second.size());
}

} // namespace

bool fits_into_batch(alignment::sequence_pair const & pair, plan::comparison const & wanted) noexcept
{
    return plan::has_simple_path(wanted)
        && max_size(pair) <= (!wanted.with_path ? max_strip_batch_size : max_walk_batch_size);
}

bool are_for_lanes(std::uint64_t const pairs, std::uint64_t const max_size, double const max_cells) noexcept
{
    return max_size <= max_lane_size && pairs >= min_pairs_in_lanes(max_cells);
}

pair_split split_pairs(std::span<alignment::sequence_pair const> const pairs, plan::comparison const & wanted)
{
    pair_split split{};
    double max_cells_in_lanes = 0;
    if (!plan::has_simple_path(wanted))
    {
        split.alone.resize(pairs.size());
        std::iota(split.alone.begin(), split.alone.end(), std::size_t{0});
        return split;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        if (!wanted.with_path && max_size(pairs[i]) <= max_lane_size)
        {
            split.in_lanes.push_back(i);
            max_cells_in_lanes = std::max(max_cells_in_lanes, pairs[i].cells());
        }
        else if (wanted.with_path && tile_words(pairs[i]) != 0)
            split.in_tiles.push_back(i);
        else
            (fits_into_batch(pairs[i], wanted) ? split.in_strips : split.alone).push_back(i);
    }

    if (split.in_lanes.size() < min_pairs_in_lanes(max_cells_in_lanes))
        std::ranges::copy(std::exchange(split.in_lanes, {}), std::back_inserter(split.in_strips));
    if (split.in_strips.size() < 2)
        std::ranges::copy(std::exchange(split.in_strips, {}), std::back_inserter(split.alone));
    return split;
}

} // namespace seqan3_gpulcs::cuda
