// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/list_route.hpp"

#include <algorithm>

namespace seqan3_gpulcs::plan
{

namespace
{

// A batch is sampled some time before it is worth a start: cells that have been counted cannot be sampled any more.
constexpr double look_ahead{8};

// Whether a device makes a result for each pair of a batch: of its path, or of its end. Values need none, unless they may end in two
// borders.
bool needs_tracebacks(list_work const & work) noexcept
{
    alignment::free_ends const & ends = work.wanted.ends;
    return work.wanted.with_path || (ends.any() && !work.only_values) || (ends.first_trailing && ends.second_trailing);
}

// Whether the device gains the time that it takes for these results.
bool is_worth_tracebacks(list_survey const & survey, plan::metric const metric, hardware_costs const & costs) noexcept
{
    return comparison_seconds(survey.batch_cells, metric, costs.host)
             - comparison_seconds(survey.batch_cells, metric, *costs.device)
        >= static_cast<double>(survey.batch_pairs) * costs.device->result_seconds;
}

} // namespace

bool worth_sampling(double const cells, plan::metric const metric, route_knowledge const & known) noexcept
{
    return known.device == device_state::not_started
        && worth_offloading(look_ahead * (known.batch_cells_before + cells),
                            {.metric = metric},
                            known.costs,
                            known.device);
}

bool is_batch_for_device(double const cells, plan::metric const metric, route_knowledge const & known) noexcept
{
    plan::comparison const wanted{.metric = metric};
    if (known.device != device_state::not_started)
        return worth_offloading(cells, wanted, known.costs, known.device);
    // The batches of all calls count: many calls together may be worth the start, if a device that is up is worth each of them.
    return worth_offloading(known.batch_cells_before + known.likely_batch_share * cells,
                            wanted,
                            known.costs,
                            known.device)
        && worth_offloading(cells, wanted, known.costs, device_state::started);
}

list_route plan_list(list_work const & work, route_knowledge const & known)
{
    auto const & [list, survey, wanted, only_values] = work;
    list_route route{};
    if (!known.costs.device || known.device == device_state::missing)
        return route;
    auto const add_alone = [&](std::size_t const i)
    {
        if (worth_offloading(list.pairs[i], wanted, known.costs, known.device))
            route.alone_on_device.push_back(i);
    };
    std::ranges::for_each(survey.large_pairs, add_alone);
    if (survey.batch_pairs > 1)
        route.is_batch_on_device = is_batch_for_device(survey.batch_cells, wanted.metric, known)
                                && (!needs_tracebacks(work) || is_worth_tracebacks(survey, wanted.metric, known.costs));
    else if (survey.batch_pairs == 1)
    {
        // A batch of a single pair is computed like a large pair. It is the first one that is not among the large pairs.
        std::size_t number = 0;
        while (number < survey.large_pairs.size() && list.index(number) == survey.large_pairs[number])
            ++number;
        add_alone(list.index(number));
        std::ranges::sort(route.alone_on_device);
    }
    // A batch has the device started in any case.
    if (known.device == device_state::not_started && !route.alone_on_device.empty() && !route.is_batch_on_device)
        route.attempt_seconds = known.costs.device->attempt_seconds();
    return route;
}

list_split split_list(pair_list const & list, list_survey const & survey, list_route const & route)
{
    list_split split{};
    bool const is_batch_elsewhere = survey.batch_pairs != 0 && !route.is_batch_on_device;
    if (!is_batch_elsewhere && route.alone_on_device.size() == survey.large_pairs.size())
    {
        split.on_device = {{list.indices.begin(), list.indices.end()}, survey};
        return split;
    }
    auto alone = route.alone_on_device.begin();
    auto large = survey.large_pairs.begin();
    for (std::size_t number = 0; number < list.size(); ++number)
    {
        std::size_t const i = list.index(number);
        bool const is_large = large != survey.large_pairs.end() && *large == i;
        large += is_large;
        bool const is_alone = alone != route.alone_on_device.end() && *alone == i;
        alone += is_alone;
        bool const is_on_device = is_alone || (route.is_batch_on_device && !is_large);
        (is_on_device ? split.on_device : split.on_cpu).add(i, list[number], is_large);
    }
    return split;
}

} // namespace seqan3_gpulcs::plan
