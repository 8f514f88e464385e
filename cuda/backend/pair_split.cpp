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
#include "src/runtime/parallel_collect.hpp"
#include "src/util/ceil_div.hpp"

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

// Tells where each pair of a list belongs, if there are enough of its kind.
struct pair_places
{
    plan::pair_list const & list;
    plan::comparison const & wanted;
    bool is_for_lanes; // Whether lanes compute the short ones.

    void add_longer(std::size_t const i, pair_split & split) const
    {
        alignment::sequence_pair const & pair = list.pairs[i];
        bool const is_for_tiles = wanted.with_path || wanted.ends.any();
        bool const is_for_strips = plan::has_simple_path(wanted) && plan::batch_sizes{}.fit(pair, wanted);
        (is_for_tiles && tile_words(pair) != 0 ? split.in_tiles
         : is_for_strips                       ? split.in_strips
                                               : split.alone)
            .push_back(i);
    }

    // Splits some pairs of the list.
    pair_split find(std::size_t const begin, std::size_t const end) const
    {
        pair_split split{};
        for (std::size_t number = begin; number < end; ++number)
        {
            std::size_t const i = list.index(number);
            split.cells += list[number].cells();
            if (!is_for_lanes || max_size(list[number]) > max_lane_size)
            {
                add_longer(i, split);
                continue;
            }
            split.in_lanes.push_back(i);
            split.lanes.add(list[number]);
        }
        return split;
    }
};

// Joins parts in their order.
pair_split join(std::vector<pair_split> parts)
{
    if (parts.size() == 1)
        return std::move(parts.front());
    pair_split all{};
    for (auto const kind : {&pair_split::in_lanes, &pair_split::in_tiles, &pair_split::in_strips, &pair_split::alone})
    {
        std::size_t count = 0;
        for (pair_split const & part : parts)
            count += (part.*kind).size();
        (all.*kind).reserve(count);
        for (pair_split const & part : parts)
            (all.*kind).insert((all.*kind).end(), (part.*kind).begin(), (part.*kind).end());
    }
    for (pair_split const & part : parts)
    {
        all.cells += part.cells;
        all.lanes.add(part.lanes);
    }
    return all;
}

} // namespace

bool are_for_lanes(std::uint64_t const pairs, std::uint64_t const max_size, double const max_cells) noexcept
{
    return max_size <= max_lane_size && pairs >= min_pairs_in_lanes(max_cells);
}

pair_split split_pairs(plan::pair_list const & list,
                       plan::comparison const & wanted,
                       pair_results const needed,
                       plan::execution const & execution)
{
    bool const has_ends = wanted.ends.any();
    pair_places const places{list,
                             wanted,
                             !wanted.with_path
                                 && (!has_ends || (needed == pair_results::only_values && has_lane_ends(wanted)))};
    std::vector<pair_split> parts(util::ceil_div(list.size(), runtime::elements_per_task));
    runtime::for_each_part(execution,
                           list.size(),
                           [&](std::size_t const begin, std::size_t const end)
                           {
                               parts[begin / runtime::elements_per_task] = places.find(begin, end);
                           });
    pair_split split = join(std::move(parts));

    // Even a few with free ends take less time in lanes than each by itself, as they are computed if they are long.
    std::size_t const min_pairs = has_ends ? warp_threads : min_pairs_in_lanes(split.lanes.max_cells);
    if (split.in_lanes.size() < min_pairs)
        for (std::size_t const i : std::exchange(split.in_lanes, {}))
            places.add_longer(i, split);
    if (split.in_strips.size() < 2)
        std::ranges::copy(std::exchange(split.in_strips, {}), std::back_inserter(split.alone));
    return split;
}

} // namespace seqan3_gpulcs::cuda
