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
static_assert(plan::batch_sizes{}.max_free_size == max_tile_columns);
static_assert(traceback_match_bytes(traceback_words[1], plan::batch_sizes{}.max_free_letters) <= max_match_bytes);

std::uint64_t max_size(alignment::sequence_pair const & pair) noexcept
{
    return std::max(pair.first.size(), pair.second.size());
}

} // namespace

bool are_for_lanes(std::uint64_t const pairs, std::uint64_t const max_size, double const max_cells) noexcept
{
    return max_size <= max_lane_size && pairs >= min_pairs_in_lanes(max_cells);
}

pair_split split_pairs(plan::pair_list const & list, plan::comparison const & wanted, pair_results const needed)
{
    pair_split split{};
    bool const has_ends = wanted.ends.any();
    bool const is_for_lanes =
        !wanted.with_path && (!has_ends || (needed == pair_results::only_values && has_lane_ends(wanted)));
    bool const is_for_tiles = wanted.with_path || has_ends;
    auto const add_longer = [&](std::size_t const i)
    {
        alignment::sequence_pair const & pair = list.pairs[i];
        bool const is_for_strips = plan::has_simple_path(wanted) && plan::batch_sizes{}.fit(pair, wanted);
        (is_for_tiles && tile_words(pair) != 0 ? split.in_tiles
         : is_for_strips                       ? split.in_strips
                                               : split.alone)
            .push_back(i);
    };
    for (std::size_t number = 0; number < list.size(); ++number)
        if (std::size_t const i = list.index(number); is_for_lanes && max_size(list[number]) <= max_lane_size)
        {
            split.in_lanes.push_back(i);
            split.lanes.add(list[number]);
        }
        else
            add_longer(i);

    // Even a few with free ends take less time in lanes than each by itself, as they are computed if they are long.
    std::size_t const min_pairs = has_ends ? warp_threads : min_pairs_in_lanes(split.lanes.max_cells);
    if (split.in_lanes.size() < min_pairs)
        std::ranges::for_each(std::exchange(split.in_lanes, {}), add_longer);
    if (split.in_strips.size() < 2)
        std::ranges::copy(std::exchange(split.in_strips, {}), std::back_inserter(split.alone));
    return split;
}

} // namespace seqan3_gpulcs::cuda
