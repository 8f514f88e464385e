// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/cuda_backend.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/lane/lane_batches.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/search/search_plan.hpp"
#include "cuda/search/seeded_search.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "cuda/strip/strip_batches.hpp"
#include "cuda/strip/strip_pair.hpp"
#include "src/backend/cpu_backend.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// With fewer pairs, of which the largest has so many cells, lanes do not keep a device busy, and strips are faster.
constexpr std::size_t least_pairs_in_lanes(double const most_cells) noexcept
{
    return most_cells <= 1024.0 * 1024.0 ? warp_threads : 8192;
}

// Pairs of so many cells are worth a device where the subsequence is wanted.
constexpr double least_cells_with_runs{1 << 24};

std::uint64_t longest_of(lcs::sequence_pair const & pair) noexcept
{
    return std::max(pair.first.size(), pair.second.size());
}

constexpr std::uint64_t longest_in_strips(lcs::output const wanted) noexcept
{
    return wanted == lcs::output::length ? longest_in_strip_batch : longest_with_checkpoints;
}

} // namespace

device_report const & cuda_backend::devices() const
{
    // Asking takes longer than a small comparison.
    std::call_once(looked_for_devices_,
                   [this]()
                   {
                       devices_ = cuda::find_devices(false);
                       has_started_.store(true, std::memory_order_release);
                   });
    return devices_;
}

bool cuda_backend::has_device() const
{
    return devices().chosen() != nullptr;
}

unsigned cuda_backend::device_of(plan::execution const & execution) const
{
    device_report const & report = devices();
    std::string const advice = " Choose the backend cpu, or leave the choice to the library.";

    if (report.devices.empty())
        throw no_device{report.problem + advice};

    if (!execution.device)
    {
        if (device const * const chosen = report.chosen())
            return chosen->number;
        throw no_device{report.devices.front().problem + advice};
    }

    unsigned const number = *execution.device;
    if (number >= report.devices.size())
        throw no_device{"There is no CUDA device " + std::to_string(number) + ", they are numbered from 0 to "
                        + std::to_string(report.devices.size() - 1) + "; choose one of them."};
    if (!report.devices[number].usable())
        throw no_device{"The CUDA device " + std::to_string(number) + " cannot be used. "
                        + report.devices[number].problem + " Choose another one."};
    return number;
}

bool cuda_backend::is_for_batches(lcs::sequence_pair const & pair, lcs::output const wanted) const noexcept
{
    // The way back through a smaller one is as much work as all of it.
    return longest_of(pair) <= longest_in_strips(wanted)
        && (wanted == lcs::output::length || pair.cells() >= least_cells_with_runs);
}

std::vector<lcs::result> cuda_backend::compute(std::span<lcs::sequence_pair const> const pairs,
                                               lcs::output const wanted,
                                               plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    scoped_device const current{device};
    runtime::task_control control{execution, plan::cell_count(pairs)};
    control.check();

    // A pair a lane, a pair some warps, or the whole device for a pair.
    std::vector<lcs::result> results(pairs.size());
    std::vector<std::size_t> in_lanes{};
    std::vector<std::size_t> in_strips{};
    std::vector<std::size_t> alone{};
    double most_cells_in_lanes = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        if (wanted == lcs::output::length && longest_of(pairs[i]) <= max_lane_size)
        {
            in_lanes.push_back(i);
            most_cells_in_lanes = std::max(most_cells_in_lanes, pairs[i].cells());
        }
        else
            (longest_of(pairs[i]) <= longest_in_strips(wanted) ? in_strips : alone).push_back(i);
    }
    auto const move_all = [](std::vector<std::size_t> & from, std::vector<std::size_t> & to)
    {
        to.insert(to.end(), from.begin(), from.end());
        from.clear();
    };
    if (in_lanes.size() < least_pairs_in_lanes(most_cells_in_lanes))
        move_all(in_lanes, in_strips);
    if (in_strips.size() < 2)
        move_all(in_strips, alone);

    if (!in_lanes.empty())
    {
        in_lanes =
            find_in_lanes(pairs, in_lanes, results, {device, contexts_, plan::available_threads(execution), control});
        move_all(in_lanes, alone);
    }
    if (!in_strips.empty())
    {
        in_strips = find_in_strips({pairs, results, wanted, execution.memory_limit},
                                   in_strips,
                                   {device, contexts_, plan::available_threads(execution), control});
        move_all(in_strips, alone);
    }

    // Also a call without pairs starts the run-time.
    auto const context = contexts_.lend(device);
    for (std::size_t const i : alone)
    {
        control.check();
        results[i] = wanted == lcs::output::length
                       ? find_length(pairs[i], *context, contexts_, control)
                       : find_subsequence(pairs[i], execution, *context, contexts_, control);
    }
    for (lcs::result & result : results)
        result.backend = plan::backend::cuda;
    return results;
}

plan::batch_statistics cuda_backend::find_long_enough(plan::pair_source const & source,
                                                      plan::execution const & execution) const
{
    if (source.max_size > max_lane_size)
        return backend_interface::find_long_enough(source, execution);

    unsigned const device = device_of(execution);
    runtime::task_control control{execution, source.cells};
    control.check();
    auto [statistics, without_memory] =
        find_in_lanes(source, {device, contexts_, plan::available_threads(execution), control});

    if (without_memory.empty())
        return statistics;

    // A pair at a time needs the least memory.
    scoped_device const current{device};
    auto const context = contexts_.lend(device);
    for (std::size_t const number : without_memory)
    {
        plan::pair_batch batch{};
        source.produce(number, batch);
        std::vector<plan::pair_length> found{};
        for (std::size_t i = 0; i < batch.pairs.size(); ++i)
        {
            control.check();
            lcs::result const one = find_length(batch.pairs[i], *context, contexts_, control);
            statistics.transfer_seconds += one.transfer_seconds;
            statistics.kernel_seconds += one.kernel_seconds;
            statistics.device_bytes = std::max(statistics.device_bytes, one.device_bytes);
            if (one.length >= batch.min_lengths[i])
                found.push_back({batch.ids[i], one.length});
        }
        source.consume(number, found);
        control.add_cells(batch.cells - plan::cell_count(batch.pairs));
    }
    return statistics;
}

std::vector<std::uint64_t> cuda_backend::prefix_increments(packing::packed_sequence_view const first,
                                                           packing::packed_sequence_view const second,
                                                           plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    runtime::task_control control{execution, lcs::sequence_pair{first, second}.cells()};
    control.check();
    scoped_device const current{device};
    auto const context = contexts_.lend(device);
    return find_increments({first, second}, *context, contexts_, control);
}

primer::work cuda_backend::find_primers(verification::primer_request const & search,
                                        plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    std::vector<verification::scan_range> const pieces = search.cut(search.positions());
    auto const is_open = [&search](verification::scan_range const & piece)
    {
        return search.is_open(piece);
    };
    // There is nothing to search in, or for; or patterns are too long.
    if (search.text().letters().empty() || std::ranges::none_of(pieces, is_open)
        || search.rates().rare_size() > longest_filter_pattern)
        return backend::cpu_backend{}.find_primers(search, execution);

    scoped_device const current{device};
    return cuda::find_primers(search, device, contexts_, plan::available_threads(execution));
}

void cuda_backend::find_matches(verification::match_request const & search, plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    unsigned const threads = plan::available_threads(execution);
    // Those with long patterns come first.
    std::size_t first = 0;
    while (first < search.groups()
           && (search.text().letters().empty() || search.pattern_size(first) > longest_filter_pattern))
        ++first;
    if (first != 0)
        backend::find_matches(search, first, threads);
    if (first == search.groups())
        return;

    scoped_device const current{device};
    cuda::find_matches(search, first, device, contexts_, threads);
}

} // namespace seqan3_gpulcs::cuda
