// SPDX-License-Identifier: BSD-3-Clause

#include "src/backend/automatic_backend.hpp"

#include <algorithm>
#include <optional>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/offload_policy.hpp"
#include "src/verification/match_request.hpp"
#include "src/verification/primer_request.hpp"
#include "src/verification/seed_length.hpp"
#include "src/verification/verification_costs.hpp"

namespace seqan3_gpulcs::backend
{

namespace
{

// The same execution, but it tells whether what was thrown came from the callback: lack of memory that the callback meets
// with on its own errands is none of the device's. Primers ask their runtime::task_control instead, which the backend does not make.
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

bool automatic_backend::is_for_device(double const cells,
                                      plan::execution const & execution,
                                      lcs::output const wanted) const
{
    return plan::worth_offloading(cells,
                                  plan::available_threads(execution),
                                  {device_.has_started()},
                                  wanted == lcs::output::subsequence)
        && device_.has_device();
}

// As long as the device has not started, the batches of all calls count: one that comes in many pieces is worth it, too.
bool automatic_backend::is_batch_for_device(double const cells, plan::execution const & execution) const
{
    double const before = device_.has_started() ? 0 : batch_cells_on_cpu_.load(std::memory_order_relaxed);
    if (is_for_device(before + cells, execution, lcs::output::length))
        return true;
    batch_cells_on_cpu_.fetch_add(cells, std::memory_order_relaxed);
    return false;
}

std::vector<lcs::result> automatic_backend::compute(std::span<lcs::sequence_pair const> const pairs,
                                                    lcs::output const wanted,
                                                    plan::execution const & execution) const
{
    std::vector<std::size_t> for_device{};
    std::vector<std::size_t> batch{};
    std::vector<std::size_t> for_cpu{};
    double batch_cells = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        if (device_.is_for_batches(pairs[i], wanted))
        {
            batch.push_back(i);
            batch_cells += pairs[i].cells();
        }
        else
            (is_for_device(pairs[i].cells(), execution, wanted) ? for_device : for_cpu).push_back(i);
    }

    // One of them is none.
    if (batch.size() == 1)
    {
        (is_for_device(batch_cells, execution, wanted) ? for_device : for_cpu).push_back(batch.front());
        batch.clear();
    }
    bool const is_batch_on_device = !batch.empty() && is_batch_for_device(batch_cells, execution);
    if (for_device.empty() && !is_batch_on_device)
        return cpu_.compute(pairs, wanted, execution);
    if (!is_batch_on_device)
        for_cpu.insert(for_cpu.end(), batch.begin(), batch.end());

    std::vector<lcs::result> results(pairs.size());
    double const cells_total = plan::cell_count(pairs);
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

    auto const compute_some = [&](backend_interface const & with, std::span<std::size_t const> const chosen)
    {
        std::vector<lcs::sequence_pair> some{};
        for (std::size_t const i : chosen)
            some.push_back(pairs[i]);

        std::vector<lcs::result> found = with.compute(some, wanted, part);
        for (std::size_t i = 0; i < chosen.size(); ++i)
            results[chosen[i]] = std::move(found[i]);
        cells_done += plan::cell_count(some);
    };
    auto const compute_on_device = [&](std::span<std::size_t const> const chosen)
    {
        try
        {
            compute_some(device_, chosen);
        }
        catch (out_of_device_memory const &)
        {
            if (callback_threw)
                throw;
            compute_some(cpu_, chosen);
        }
    };

    for (std::size_t const i : for_device)
        compute_on_device({&i, 1});
    if (is_batch_on_device)
        compute_on_device(batch);
    if (!for_cpu.empty())
        compute_some(cpu_, for_cpu);
    return results;
}

plan::batch_statistics automatic_backend::find_long_enough(plan::pair_source const & source,
                                                           plan::execution const & execution) const
{
    if (!is_batch_for_device(source.cells, execution))
        return cpu_.find_long_enough(source, execution);

    // What a share that is taken counts as progress; each is made and taken by one thread.
    std::vector<std::optional<double>> cells_of_taken(source.batches);
    std::vector<double> cells_of_made(source.batches);
    double cells_reported = 0;
    bool callback_threw = false;
    plan::execution watched{execution};
    if (execution.on_progress)
        watched.on_progress = [&](plan::progress const & progress)
        {
            cells_reported = std::max(cells_reported, progress.cells_done);
            execution.on_progress({cells_reported, progress.cells_total});
        };
    watched = watch_callback(watched, callback_threw);

    plan::pair_source some{source};
    some.produce = [&](std::size_t const share, plan::pair_batch & to)
    {
        source.produce(share, to);
        cells_of_made[share] = to.cells;
    };
    some.consume = [&](std::size_t const share, std::span<plan::pair_length const> const found)
    {
        cells_of_taken[share] = cells_of_made[share];
        source.consume(share, found);
    };
    try
    {
        return device_.find_long_enough(some, watched);
    }
    catch (out_of_device_memory const &)
    {
        if (callback_threw)
            throw;
    }

    // What is left.
    some.produce = [&](std::size_t const share, plan::pair_batch & to)
    {
        if (cells_of_taken[share])
            to.cells = *cells_of_taken[share];
        else
            source.produce(share, to);
    };
    some.consume = [&](std::size_t const share, std::span<plan::pair_length const> const found)
    {
        if (!cells_of_taken[share])
            source.consume(share, found);
    };
    plan::batch_statistics work = cpu_.find_long_enough(some, watched);
    if (std::ranges::any_of(cells_of_taken, &std::optional<double>::has_value))
        work.backends.insert(device_.kind());
    return work;
}

std::vector<std::uint64_t> automatic_backend::prefix_increments(packing::packed_sequence_view const first,
                                                                packing::packed_sequence_view const second,
                                                                plan::execution const & execution) const
{
    if (!is_for_device(lcs::sequence_pair{first, second}.cells(), execution, lcs::output::length))
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

// On the device, if that many nanoseconds of a thread of the CPU are worth it and its memory suffices.
template <typename compute_t>
auto automatic_backend::compute_on_one(double const nanoseconds,
                                       plan::execution const & execution,
                                       runtime::task_control & control,
                                       compute_t const & compute) const
{
    double const seconds = nanoseconds / 1e9 / plan::available_threads(execution);
    if (!plan::worth_offloading(seconds, {device_.has_started()}) || !device_.has_device())
        return compute(cpu_);

    double const cells_before = control.cells_done();
    try
    {
        return compute(device_);
    }
    catch (out_of_device_memory const &)
    {
        if (control.is_in_callback())
            throw;
    }
    control.begin_again(cells_before);
    return compute(cpu_);
}

primer::work automatic_backend::find_primers(verification::primer_request const & search,
                                             plan::execution const & execution) const
{
    verification::seed_length const choice{search.rates(), verification::time_of_pass};
    double const nanoseconds = choice.time_of_position() * static_cast<double>(search.positions());
    return compute_on_one(nanoseconds,
                          execution,
                          search.control(),
                          [&](backend_interface const & with)
                          {
                              return with.find_primers(search, execution);
                          });
}

void automatic_backend::find_matches(verification::match_request const & search,
                                     plan::execution const & execution) const
{
    double nanoseconds = 0;
    for (std::size_t i = 0; i < search.groups(); ++i)
        nanoseconds +=
            verification::time_of_pass(search.pattern_size(i)) * static_cast<double>(search.text().letters().size());
    compute_on_one(nanoseconds,
                   execution,
                   search.control(),
                   [&](backend_interface const & with)
                   {
                       with.find_matches(search, execution);
                   });
}

} // namespace seqan3_gpulcs::backend
