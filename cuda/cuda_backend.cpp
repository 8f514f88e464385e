// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/cuda_backend.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>

#include "cuda/lane/lane_pipeline.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/lane/lane_set.hpp"
#include "cuda/lane/lane_set_pipeline.hpp"
#include "cuda/pair_split.hpp"
#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/search/search_plan.hpp"
#include "cuda/search/seeded_search.hpp"
#include "cuda/strip/strip_pair.hpp"
#include "cuda/strip/strip_pipeline.hpp"
#include "cuda/traceback/tile_pipeline.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

void check_pattern_size(std::uint64_t const size)
{
    if (size > max_seed_pattern)
        throw backend_unavailable{"Finding these primers, or their matches, takes a search for " + std::to_string(size)
                                  + " letters at once, and a CUDA device searches for at most "
                                  + std::to_string(max_seed_pattern) + ". Choose the backend cpu or auto."};
}

bool is_long(packing::packed_sequence_view const & sequence) noexcept
{
    return sequence.size() > max_lane_size;
}

// The pairs of sets that lanes can compute.
std::uint64_t count_short_pairs(plan::sequence_sets const & sets) noexcept
{
    auto const first = sets.first().size() - static_cast<std::uint64_t>(std::ranges::count_if(sets.first(), is_long));
    if (sets.is_one_set())
        return first * (std::max<std::uint64_t>(first, 1) - 1) / 2;
    return first * (sets.second().size() - static_cast<std::uint64_t>(std::ranges::count_if(sets.second(), is_long)));
}

// The same execution for a part of a call: its progress comes after what is done already.
plan::execution
part_of_call(plan::execution const & execution, runtime::task_control const & control, double const cells_total)
{
    plan::execution part{execution};
    if (execution.on_progress)
        part.on_progress = [&execution, &control, cells_total](plan::progress const & progress)
        {
            execution.on_progress({control.cells_done() + progress.cells_done, cells_total});
        };
    return part;
}

// In lanes; those for which they had no memory one at a time, which needs the least.
void find_short_lengths(chosen_pairs const & pairs,
                        std::uint64_t const max_size,
                        std::span<std::uint64_t> const lengths,
                        pipeline_resources const & resources)
{
    auto const [statistics, left] = find_in_lanes(pairs, max_size, lengths, resources);
    auto const context = resources.contexts.lend(resources.device);
    for (std::size_t const i : left)
    {
        resources.control.check();
        lengths[i] = find_length(pairs[i], *context, resources.contexts, resources.control).length;
    }
}

} // namespace

// The pairs of a part of sets that lanes have left.
struct cuda_backend::remaining_pairs
{
    plan::sequence_sets const & sets;
    set_part const & part;
    bool only_long_ones; // Those with a sequence that is too long for lanes; otherwise all.
    std::span<std::uint64_t> lengths;
};

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
    std::string const advice = " Choose the backend cpu or auto.";

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

bool cuda_backend::fits_into_batch(lcs::sequence_pair const & pair, lcs::output const wanted) const noexcept
{
    return cuda::fits_into_batch(pair, wanted);
}

std::vector<lcs::result> cuda_backend::compute(std::span<lcs::sequence_pair const> const pairs,
                                               lcs::output const wanted,
                                               plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    scoped_device const current{device};
    runtime::task_control control{execution, plan::cell_count(pairs)};
    control.check();
    pipeline_resources const resources{device, contexts_, plan::available_threads(execution), control};

    // A pair for which a batch had no memory may fit alone.
    std::vector<lcs::result> results(pairs.size());
    pair_split split = split_pairs(pairs, wanted);
    if (!split.in_lanes.empty())
        std::ranges::copy(find_in_lanes(pairs, split.in_lanes, results, resources), std::back_inserter(split.alone));
    if (!split.in_tiles.empty())
        std::ranges::copy(align_in_tiles(pairs, split.in_tiles, results, resources), std::back_inserter(split.alone));
    if (!split.in_strips.empty())
        std::ranges::copy(find_in_strips({pairs, results, wanted}, split.in_strips, resources),
                          std::back_inserter(split.alone));

    // A call without pairs starts the CUDA runtime, too.
    auto const context = contexts_.lend(device);
    for (std::size_t const i : split.alone)
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

void cuda_backend::find_lengths(std::span<lcs::sequence_pair const> const pairs,
                                plan::pair_survey const & survey,
                                std::span<std::uint64_t> const lengths,
                                plan::execution const & execution) const
{
    if (!are_for_lanes(pairs.size(), survey.max_size, survey.max_cells))
        return find_different_lengths(pairs, survey, lengths, execution);

    unsigned const device = device_of(execution);
    scoped_device const current{device};
    runtime::task_control control{execution, survey.cells};
    control.check();
    pipeline_resources const resources{device, contexts_, plan::available_threads(execution), control};
    find_short_lengths({pairs, {}}, survey.max_size, lengths, resources);
}

// First those in lanes, then the others.
void cuda_backend::find_different_lengths(std::span<lcs::sequence_pair const> const pairs,
                                          plan::pair_survey const & survey,
                                          std::span<std::uint64_t> const lengths,
                                          plan::execution const & execution) const
{
    pair_split split = split_pairs(pairs, lcs::output::length);
    if (split.in_lanes.empty())
        return backend_interface::find_lengths(pairs, survey, lengths, execution);

    unsigned const device = device_of(execution);
    scoped_device const current{device};
    runtime::task_control control{execution, survey.cells};
    control.check();
    pipeline_resources const resources{device, contexts_, plan::available_threads(execution), control};
    std::uint64_t max_size = 0;
    for (std::size_t const i : split.in_lanes)
        max_size = std::max({max_size, pairs[i].first.size(), pairs[i].second.size()});
    std::vector<std::uint64_t> found(split.in_lanes.size());
    find_short_lengths({pairs, split.in_lanes}, max_size, found, resources);
    for (std::size_t i = 0; i < found.size(); ++i)
        lengths[split.in_lanes[i]] = found[i];

    std::ranges::copy(split.alone, std::back_inserter(split.in_strips));
    std::vector<lcs::sequence_pair> others{};
    for (std::size_t const i : split.in_strips)
        others.push_back(pairs[i]);
    std::vector<lcs::result> const results =
        compute(others, lcs::output::length, part_of_call(execution, control, survey.cells));
    for (std::size_t i = 0; i < results.size(); ++i)
        lengths[split.in_strips[i]] = results[i].length;
}

void cuda_backend::find_set_lengths(plan::sequence_sets const & sets,
                                    std::span<std::uint64_t> const lengths,
                                    plan::execution const & execution) const
{
    // Long sequences are left out of the lanes.
    std::uint64_t const max_size = std::min(sets.max_size(), max_lane_size);
    double const max_cells = static_cast<double>(max_size) * static_cast<double>(max_size);
    if (!are_for_lanes(count_short_pairs(sets), max_size, max_cells))
        return backend_interface::find_set_lengths(sets, lengths, execution);

    unsigned const device = device_of(execution);
    scoped_device const current{device};
    runtime::task_control control{execution, sets.cells()};
    control.check();
    pipeline_resources const resources{device, contexts_, plan::available_threads(execution), control};
    for (set_part const & part : cut_sets(sets))
    {
        double const cells_before = control.cells_done();
        bool const are_found = find_in_lanes(sets, part, lengths, resources);
        if (!are_found)
            control.begin_again(cells_before);
        find_pair_by_pair({sets, part, are_found, lengths}, execution, control);
    }
}

// As if they had nothing in common.
void cuda_backend::find_pair_by_pair(remaining_pairs const & remaining,
                                     plan::execution const & execution,
                                     runtime::task_control & control) const
{
    auto const & [sets, part, only_long_ones, lengths] = remaining;
    std::vector<lcs::sequence_pair> pairs{};
    std::vector<std::uint64_t> places{};
    plan::pair_survey survey{};
    std::uint64_t letters = 0;
    plan::execution const of_batch = part_of_call(execution, control, sets.cells());
    auto const compute_batch = [&]()
    {
        std::vector<std::uint64_t> found(pairs.size());
        find_lengths(pairs, survey, found, of_batch);
        for (std::size_t i = 0; i < places.size(); ++i)
            lengths[places[i]] = found[i];
        control.add_cells(survey.cells);
        control.check();
        pairs.clear();
        places.clear();
        survey = {};
        letters = 0;
    };
    auto const add = [&](std::size_t const i, std::size_t const j)
    {
        pairs.push_back({sets.first()[i], sets.second()[j]});
        places.push_back(sets.index(i, j));
        survey.add(pairs.back());
        letters += letter_count(pairs.back());
        if (pairs.size() == plan::max_device_batch_pairs || letters >= plan::max_batch_letters)
            compute_batch();
    };

    std::vector<std::size_t> chosen_columns{};
    for (std::size_t j = part.second_begin; j < part.second_end; ++j)
        if (!only_long_ones || is_long(sets.second()[j]))
            chosen_columns.push_back(j);
    for (std::size_t i = part.first_begin; i < part.first_end; ++i)
    {
        std::size_t const begin = sets.is_one_set() ? std::max(i + 1, part.second_begin) : part.second_begin;
        if (is_long(sets.first()[i]))
            for (std::size_t j = begin; j < part.second_end; ++j)
                add(i, j);
        else
            for (auto j = std::ranges::lower_bound(chosen_columns, begin); j != chosen_columns.end(); ++j)
                add(i, *j);
    }
    if (!pairs.empty())
        compute_batch();
}

plan::source_statistics cuda_backend::find_long_enough(plan::pair_source const & source,
                                                       plan::execution const & execution) const
{
    std::vector<std::size_t> in_lanes{};
    std::vector<std::size_t> others{};
    for (std::size_t number = 0; number < source.batch_count(); ++number)
        (source.max_sizes[number] <= max_lane_size ? in_lanes : others).push_back(number);
    if (in_lanes.empty())
        return backend_interface::find_long_enough(source, execution);

    unsigned const device = device_of(execution);
    runtime::task_control control{execution, source.cells};
    control.check();
    plan::pair_source const shorts = plan::choose_batches(source, in_lanes);
    auto [statistics, without_memory] =
        find_in_lanes(shorts, {device, contexts_, plan::available_threads(execution), control});
    if (!without_memory.empty())
        statistics.add(find_long_enough_pair_by_pair(plan::choose_batches(shorts, without_memory), device, control));
    if (!others.empty())
        statistics.add(backend_interface::find_long_enough(plan::choose_batches(source, others),
                                                           part_of_call(execution, control, source.cells)));
    return statistics;
}

// A pair at a time needs the least memory.
plan::source_statistics cuda_backend::find_long_enough_pair_by_pair(plan::pair_source const & source,
                                                                    unsigned const device,
                                                                    runtime::task_control & control) const
{
    plan::source_statistics statistics{};
    scoped_device const current{device};
    auto const context = contexts_.lend(device);
    for (std::size_t number = 0; number < source.batch_count(); ++number)
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

plan::source_statistics cuda_backend::compute_part(plan::matrix_part const & part,
                                                   plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    runtime::task_control control{execution, part.cells()};
    control.check();
    scoped_device const current{device};
    auto const context = contexts_.lend(device);
    return cuda::compute_part(part, *context, contexts_, control);
}

std::uint64_t cuda_backend::max_pattern_size() const noexcept
{
    return max_seed_pattern;
}

primer::statistics cuda_backend::find_primers(verification::primer_request const & request,
                                              plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    check_pattern_size(request.hits().rare_size());
    scoped_device const current{device};
    return cuda::find_primers(request, {device, contexts_, plan::available_threads(execution)});
}

void cuda_backend::find_matches(verification::match_request const & request,
                                std::size_t const begin,
                                std::size_t const end,
                                plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    // The first group has the longest pattern.
    check_pattern_size(request.pattern_size(begin));
    scoped_device const current{device};
    cuda::find_matches(request, begin, end, {device, contexts_, plan::available_threads(execution)});
}

} // namespace seqan3_gpulcs::cuda
