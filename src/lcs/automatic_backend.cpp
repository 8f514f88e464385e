// SPDX-License-Identifier: BSD-3-Clause

#include "automatic_backend.hpp"

#include <algorithm>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

namespace seqan3_gpulcs::lcs
{

namespace
{

double cells_of(std::span<sequence_pair const> const pairs) noexcept
{
    double cells = 0;
    for (sequence_pair const & pair : pairs)
        cells += pair.cells();
    return cells;
}

// The same execution, but it tells whether what was thrown came from the callback: lack of memory that the callback meets
// with on its own errands is none of the device's.
plan::execution watch_callback(plan::execution const & execution, bool & callback_threw)
{
    plan::execution watched{execution};
    if (execution.on_progress)
        watched.on_progress = [&callback_threw, on_progress = execution.on_progress](plan::progress const & progress)
        {
            callback_threw = true;
            on_progress(progress);
            callback_threw = false;
        };
    return watched;
}

} // namespace

bool automatic_backend::is_for_device(sequence_pair const & pair,
                                      plan::execution const & execution,
                                      output const wanted) const
{
    return plan::pays_on_device(pair.first.size(),
                                pair.second.size(),
                                plan::threads_at_hand(execution),
                                device_.has_started(),
                                wanted == output::subsequence)
        && device_.has_device();
}

std::vector<result> automatic_backend::compute(std::span<sequence_pair const> const pairs,
                                               output const wanted,
                                               plan::execution const & execution) const
{
    std::vector<std::size_t> for_device{};
    std::vector<std::size_t> for_cpu{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
        (is_for_device(pairs[i], execution, wanted) ? for_device : for_cpu).push_back(i);

    if (for_device.empty())
        return cpu_.compute(pairs, wanted, execution);

    std::vector<result> results(pairs.size());
    double const cells_total = cells_of(pairs);
    double cells_done = 0;
    double cells_reported = 0;
    bool callback_threw = false;

    plan::execution part{execution};
    if (execution.on_progress)
        part.on_progress = [&](plan::progress const & progress)
        {
            // Where the CPU begins again what the device gave up, there is nothing to report for a while.
            cells_reported = std::max(cells_reported, cells_done + progress.cells_done);
            execution.on_progress({cells_reported, cells_total});
        };
    part = watch_callback(part, callback_threw);

    auto const compute_some = [&](backend const & with, std::span<std::size_t const> const chosen)
    {
        std::vector<sequence_pair> some{};
        for (std::size_t const i : chosen)
            some.push_back(pairs[i]);

        std::vector<result> found = with.compute(some, wanted, part);
        for (std::size_t i = 0; i < chosen.size(); ++i)
            results[chosen[i]] = std::move(found[i]);
        cells_done += cells_of(some);
    };

    for (std::size_t const i : for_device)
    {
        try
        {
            compute_some(device_, {&i, 1});
        }
        catch (out_of_device_memory const &)
        {
            if (callback_threw)
                throw;
            compute_some(cpu_, {&i, 1});
        }
    }
    if (!for_cpu.empty())
        compute_some(cpu_, for_cpu);
    return results;
}

std::vector<std::uint64_t> automatic_backend::prefix_increments(packing::packed_sequence_view const first,
                                                                packing::packed_sequence_view const second,
                                                                plan::execution const & execution) const
{
    if (!is_for_device({first, second}, execution, output::length))
        return cpu_.prefix_increments(first, second, execution);

    bool callback_threw = false;
    try
    {
        return device_.prefix_increments(first, second, watch_callback(execution, callback_threw));
    }
    catch (out_of_device_memory const &)
    {
        if (callback_threw)
            throw;
    }
    return cpu_.prefix_increments(first, second, execution);
}

} // namespace seqan3_gpulcs::lcs
