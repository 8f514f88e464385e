// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/backend/cuda_backend.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "cuda/backend/kept_set.hpp"
#include "cuda/backend/pair_split.hpp"
#include "cuda/lane/lane_pipeline.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/lane/lane_set_pipeline.hpp"
#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/out_of_memory.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/search/seeded_search.hpp"
#include "cuda/similar/similar_pair.hpp"
#include "cuda/similar/similar_pairs.hpp"
#include "cuda/similar/similarity_choice.hpp"
#include "cuda/strip/bidirectional_pair.hpp"
#include "cuda/strip/divided_pair.hpp"
#include "cuda/strip/strip_chunks.hpp"
#include "cuda/strip/strip_pair.hpp"
#include "cuda/strip/strip_pipeline.hpp"
#include "cuda/traceback/tile_pipeline.hpp"
#include "src/plan/offload_policy.hpp"
#include "src/runtime/parallel_collect.hpp"
#include "src/runtime/without_progress.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// Pairs up to this size leave most warps of a device idle, so it has some of them at a time: alignments of 200 pairs of 400,000 letters
// take 4.3 s one by one, 1.8 s two at a time, 0.9 s four, 1.0 s eight; edit alignments of 200,000 letters 7.3, 3.7, 2.1 and 1.2 s
// (alignment_benchmark --size, H200). Where there are threads for them, 16 are better: 600 pairs of 400,000 letters take 2.9 instead of
// 3.2 s, and 1,000 of them on two devices 2.3 instead of 2.8 s (32 threads; fewer were not measured).
constexpr std::uint64_t small_pair_size{std::uint64_t{1} << 20};
constexpr std::size_t small_pairs_at_a_time{16};

bool is_long(packing::packed_sequence_view const & sequence) noexcept
{
    return sequence.size() > max_lane_size;
}

// The pairs of sets that lanes can compute.
std::uint64_t count_short_pairs(plan::sequence_sets const & sets) noexcept
{
    if (sets.max_size() <= max_lane_size)
        return sets.pair_count();
    auto const first = sets.first().size() - static_cast<std::uint64_t>(std::ranges::count_if(sets.first(), is_long));
    if (sets.is_one_set())
        return first * (std::max<std::uint64_t>(first, 1) - 1) / 2;
    return first * (sets.second().size() - static_cast<std::uint64_t>(std::ranges::count_if(sets.second(), is_long)));
}

// Unless a number is given, each device has a thread, which mostly waits: quotas of processors do not limit devices.
unsigned threads_for(std::vector<unsigned> const & devices, plan::execution const & execution) noexcept
{
    return std::max(plan::available_threads(execution), static_cast<unsigned>(devices.size()));
}

// All devices that keep a set, if none is named.
void limit_devices(pipeline_resources & resources, kept_set const & kept, plan::execution const & execution)
{
    if (execution.devices.empty())
    {
        resources.devices.assign(kept.devices().begin(), kept.devices().end());
        if (execution.threads != 0)
            resources.devices.resize(
                std::min<std::size_t>(resources.devices.size(), plan::available_threads(execution)));
    }
    resources.threads = threads_for(resources.devices, execution);
}

// The work of lanes, part by part. The parts of a second set that is kept are those in which devices have it.
std::vector<lane_set_work> cut_work(backend::set_request const & request)
{
    plan::sequence_sets const & sets = request.sets;
    std::vector<lane_set_work> work{};
    if (request.kept == nullptr)
    {
        for (set_part const & part : cut_sets(sets))
            work.push_back({sets, part, request.metric});
        return work;
    }
    for (set_part const & part : cut_sets(plan::sequence_sets{sets.first(), {}}))
        for (std::unique_ptr<kept_lanes> const & lanes : static_cast<kept_set const &>(*request.kept).parts())
            work.push_back(
                {sets, {part.first_begin, part.first_end, lanes->begin(), lanes->end()}, request.metric, lanes.get()});
    return work;
}

// Some pairs of sets that are computed together, and where their values go.
struct collected_pairs
{
    plan::sequence_sets const & sets;
    plan::value_span values;
    std::vector<alignment::sequence_pair> pairs{};
    std::vector<std::uint64_t> places{};
    plan::list_survey survey{};
    std::uint64_t letters{};

    void add(std::size_t const i, std::size_t const j)
    {
        pairs.push_back({sets.first()[i], sets.second()[j]});
        places.push_back(sets.index(i, j));
        survey.add(pairs.size() - 1, pairs.back(), plan::batch_sizes{}.fit(pairs.back(), plan::lcs_length));
        letters += letter_count(pairs.back());
    }

    // The values of the pairs, in their order.
    void find(backend::backend_interface const & backend,
              plan::metric const metric,
              plan::value_span const & found,
              plan::execution const & execution) const
    {
        backend.compute(backend::list_request{.pairs = {pairs, {}},
                                              .wanted{.metric = metric},
                                              .survey = survey,
                                              .results{found, metric}},
                        execution);
    }

    // Begins again without pairs.
    void finish(std::span<std::uint64_t const> const found, runtime::task_control & control)
    {
        for (std::size_t i = 0; i < places.size(); ++i)
            values[places[i]] = found[i];
        control.add_cells(survey.all.cells);
        control.check();
        pairs.clear();
        places.clear();
        survey = {};
        letters = 0;
    }
};

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

// The time of the whole matrix, or what a pair may take if that is less.
double max_seconds(alignment::sequence_pair const & pair,
                   plan::metric const metric,
                   std::size_t const devices,
                   backend::similar_limits const & limits,
                   plan::device_costs const & costs) noexcept
{
    double const whole = plan::comparison_seconds(pair.cells(), metric, costs);
    return std::min(limits.max_share * whole / static_cast<double>(devices), limits.max_seconds);
}

// Whether the next part of a matrix is all that is left of it.
bool is_single(plan::column_chunks & parts)
{
    std::uint64_t const last_column = parts.outline().region.column_end;
    plan::matrix_part const * const next = parts.next(true);
    bool const is_last = next && next->region.column_end == last_column;
    parts.rewind();
    return is_last;
}

// Without free ends, alignments have all letters.
void set_whole_ranges(plan::pair_list const & list,
                      std::span<alignment::result> const results,
                      pipeline_resources const & resources)
{
    auto const set_some = [&](std::size_t const begin, std::size_t const end)
    {
        for (std::size_t number = begin; number < end; ++number)
        {
            alignment::result & result = results[list.index(number)];
            result.first = {0, list[number].first.size()};
            result.second = {0, list[number].second.size()};
        }
    };
    runtime::for_each_part(resources.control, resources.threads, list.size(), set_some);
}

// On as many of some devices as pay.
std::optional<alignment::result> compute_on_team(whole_matrix const & whole,
                                                 plan::execution const & execution,
                                                 context_team const & team,
                                                 stream_context_pool & contexts,
                                                 runtime::task_control & control)
{
    if (whole.pair.cells() == 0)
        return std::nullopt;
    scoped_device const current{team.all().front()->device};
    return compute_similar(whole,
                           {{plan::available_threads(execution), execution.memory_limit}, team, contexts},
                           control);
}

} // namespace

// The pairs of a part of sets that lanes have left.
struct cuda_backend::remaining_pairs
{
    plan::sequence_sets const & sets;
    set_part const & part;
    plan::metric metric;
    bool only_long_ones; // Those with a sequence that is too long for lanes; otherwise all.
    plan::value_span values;
};

// The pairs of a call, and where their results go.
struct cuda_backend::pair_call
{
    plan::pair_list list;
    plan::comparison const & wanted;
    plan::execution const & execution;
    std::span<alignment::result> results; // One for each pair, by its index.
    bool may_be_similar{true};            // Whether points and bands are worth a look.
    bool leaves_pairs{false};             // Whether it goes on without pairs for which there is no memory.
    std::span<plan::wavefront_attempt const> attempts{}; // Empty, or of each pair.
};

// Pairs that are too large for batches, or found no memory there.
struct cuda_backend::large_pairs
{
    std::span<alignment::sequence_pair const> pairs;
    std::vector<std::size_t> const & chosen;
    std::span<alignment::result> results;
    plan::comparison const & wanted;
    plan::execution const & execution;
    bool leaves_pairs; // See pair_call.
    std::span<plan::wavefront_attempt const> attempts;
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

plan::device_state cuda_backend::state(bool const starts) const
{
    if (!starts && !has_started_.load(std::memory_order_acquire))
        return plan::device_state::not_started;
    return devices().chosen() != nullptr ? plan::device_state::started : plan::device_state::missing;
}

std::optional<plan::device_costs> cuda_backend::find_costs(plan::execution const & execution) const
{
    device_report const & report = devices();
    device const * first = report.chosen();
    if (!execution.devices.empty() && execution.devices.front() < report.devices.size())
        first = &report.devices[execution.devices.front()];
    return first ? std::optional{plan::describe_device(first->multiprocessors, first->clock_hz)} : std::nullopt;
}

// Without a device, whoever chooses one says so.
plan::device_costs cuda_backend::costs(plan::execution const & execution) const
{
    return find_costs(execution).value_or(plan::typical_device());
}

std::vector<unsigned> cuda_backend::all_devices(plan::execution const & execution) const
{
    device_report const & report = devices();
    std::string const advice = " Choose the backend cpu or auto.";

    if (report.devices.empty())
        throw no_device{report.problem + advice};

    std::vector<unsigned> usable{};
    if (execution.devices.empty())
    {
        for (device const & each : report.devices)
            if (each.usable())
                usable.push_back(each.number);
        if (usable.empty())
            throw no_device{report.devices.front().problem + advice};
        return usable;
    }

    for (unsigned const number : execution.devices)
    {
        if (number >= report.devices.size())
            throw no_device{"There is no CUDA device " + std::to_string(number)
                            + (report.devices.size() == 1
                                   ? ", the only one is 0; choose that."
                                   : ", they are numbered from 0 to " + std::to_string(report.devices.size() - 1)
                                         + "; choose among them.")};
        if (!report.devices[number].usable())
            throw no_device{"The CUDA device " + std::to_string(number) + " cannot be used. "
                            + report.devices[number].problem + " Choose another one."};
        if (std::ranges::find(usable, number) != usable.end())
            throw invalid_option{"The CUDA device " + std::to_string(number)
                                 + " is named twice; name each device once."};
        usable.push_back(number);
    }
    return usable;
}

std::vector<unsigned> cuda_backend::choose_devices(plan::execution const & execution, double const seconds) const
{
    std::vector<unsigned> chosen = all_devices(execution);
    std::size_t count = chosen.size();
    if (execution.threads != 0)
        count = std::min<std::size_t>(count, plan::available_threads(execution));
    if (execution.devices.empty())
    {
        unsigned worthwhile = 1;
        while (worthwhile < count
               && plan::worth_another_device(seconds,
                                             worthwhile,
                                             contexts_.has_started(chosen[worthwhile])
                                                 ? plan::device_state::started
                                                 : plan::device_state::not_started))
            ++worthwhile;
        count = worthwhile;
    }
    chosen.resize(count);
    return chosen;
}

pipeline_resources cuda_backend::choose_resources(plan::execution const & execution,
                                                  double const cells,
                                                  plan::metric const metric,
                                                  runtime::task_control & control) const
{
    plan::device_costs const of_device = costs(execution);
    std::vector<unsigned> devices = choose_devices(execution, plan::comparison_seconds(cells, metric, of_device));
    unsigned const threads = threads_for(devices, execution);
    control.check();
    return {std::move(devices), contexts_, threads, control, of_device};
}

// Returns the pairs for which there is no memory, if it may leave any.
std::vector<std::size_t> cuda_backend::compute(pair_call const & call) const
{
    auto const & [list, wanted, execution, results, may_be_similar, leaves_pairs, attempts] = call;
    std::span<alignment::sequence_pair const> const pairs = list.pairs;
    // If there is no device, an exception says so before anything else is done.
    static_cast<void>(all_devices(execution));
    pair_split split = split_pairs(list, wanted, pair_results::all, execution);
    runtime::task_control control{execution, split.cells};
    pipeline_resources const resources = choose_resources(execution, split.cells, wanted.metric, control);

    // A pair for which a batch had no memory may fit alone.
    if (!split.in_lanes.empty())
        std::ranges::copy(
            find_in_lanes({pairs, split.in_lanes}, split.lanes.max_size, wanted.metric, results, resources),
            std::back_inserter(split.alone));
    if (!split.in_tiles.empty())
        std::ranges::copy(align_in_tiles(pairs, std::move(split.in_tiles), wanted, results, resources),
                          std::back_inserter(split.alone));
    // Threads of the host align similar pairs, which then are no longer in strips.
    if (wanted.with_path && may_be_similar)
        split.in_strips =
            align_by_wavefronts({pairs, results, wanted.metric, execution.memory_limit}, split.in_strips, resources);
    std::ranges::copy(compute_in_strips(call, split.in_strips, resources), std::back_inserter(split.alone));
    // What computes bands and wavefronts does not set the backend.
    for (std::size_t const i : split.in_strips)
        results[i].backend = plan::backend::cuda;

    std::vector<std::size_t> without_memory =
        compute_large({pairs, split.alone, results, wanted, execution, leaves_pairs, attempts}, resources);
    if (plan::traits_of(wanted.metric).tells_parts && !wanted.ends.any())
        set_whole_ranges(list, results, resources);
    return without_memory;
}

// Values of similar pairs do not need all strips. Returns the pairs for which a batch had no memory.
std::vector<std::size_t> cuda_backend::compute_in_strips(pair_call const & call,
                                                         std::vector<std::size_t> chosen,
                                                         pipeline_resources const & resources)
{
    auto const & [list, wanted, execution, results, may_be_similar, leaves_pairs, attempts] = call;
    std::span<alignment::sequence_pair const> const pairs = list.pairs;
    if (!wanted.with_path)
    {
        if (may_be_similar && are_wavefronts_profitable(pairs, chosen, wanted.metric, resources.costs))
            chosen = find_by_wavefronts(pairs, chosen, wanted.metric, results, resources);
        chosen = find_in_bands(pairs, chosen, wanted.metric, results, resources);
    }
    if (chosen.empty())
        return {};
    return find_in_strips({pairs, results, wanted}, chosen, resources);
}

// Of a pair that does not need the whole matrix, or not in one pass.
std::optional<alignment::result> cuda_backend::compute_part_of_matrix(large_pairs const & large,
                                                                      std::size_t const number,
                                                                      context_team const & team,
                                                                      runtime::task_control & control) const
{
    alignment::sequence_pair const & pair = large.pairs[number];
    double const seconds = max_seconds(pair, large.wanted.metric, team.all().size(), {}, costs(large.execution));
    whole_matrix whole{pair, large.wanted, seconds};
    if (!large.attempts.empty())
        whole.attempt = large.attempts[number];
    auto found = compute_on_team(whole, large.execution, team, contexts_, control);
    if (!found && !large.wanted.with_path && !large.wanted.ends.any() && team.all().size() == 1)
    {
        found = find_value_from_both_ends(pair, large.wanted.metric, *team.all().front(), contexts_, control);
        if (found)
            found->backend = plan::backend::cuda;
    }
    return found;
}

alignment::result cuda_backend::compute_alone(large_pairs const & large,
                                              std::size_t const number,
                                              context_team const & team,
                                              runtime::task_control & control) const
{
    control.check();
    alignment::sequence_pair const & pair = large.pairs[number];
    if (auto found = compute_part_of_matrix(large, number, team, control))
        return std::move(*found);
    alignment_request const request{pair, large.wanted, large.execution};
    alignment::result found = large.wanted.with_path  ? find_alignment(request, team, contexts_, control)
                            : large.wanted.ends.any() ? find_end(request, team, contexts_, control)
                                                      : find_value(pair, large.wanted.metric, team, contexts_, control);
    found.backend = plan::backend::cuda;
    return found;
}

// Each pair with all devices, until one of them seems to take too long.
std::vector<std::size_t> cuda_backend::compute_similar_pairs(backend::list_request const & request,
                                                             plan::execution const & execution) const
{
    double const cells = request.survey.all.cells;
    runtime::task_control control{execution, cells};
    pipeline_resources const resources = choose_resources(execution, cells, request.wanted.metric, control);
    std::vector<std::size_t> left{};
    for (std::size_t number = 0; number < request.pairs.size(); ++number)
    {
        std::size_t const i = request.pairs.index(number);
        std::optional<alignment::result> found{};
        if (left.empty() && !request.wanted.ends.any() && request.pairs[number].cells() != 0)
            found = compute_if_similar(request, i, execution, resources);
        if (found)
            request.results.put(i, std::move(*found));
        else
            left.push_back(i);
    }
    return left;
}

std::optional<alignment::result> cuda_backend::compute_if_similar(backend::list_request const & request,
                                                                  std::size_t const number,
                                                                  plan::execution const & execution,
                                                                  pipeline_resources const & resources) const
{
    alignment::sequence_pair const & pair = request.pairs.pairs[number];
    plan::comparison const & wanted = request.wanted;
    std::optional<alignment::result> found{};
    auto const compute = [&](context_team const & team)
    {
        double const seconds = max_seconds(pair, wanted.metric, team.all().size(), *request.limits, resources.costs);
        whole_matrix whole{pair, wanted, seconds};
        if (!request.attempts.empty())
            whole.attempt = request.attempts[number];
        found = compute_on_team(whole, execution, team, contexts_, resources.control);
    };
    pair_output const output = !wanted.with_path ? pair_output::only_value : pair_output::checkpoints;
    if (!compute_divided({pair.first, pair.second, output, &strips_of(wanted.metric)}, resources, compute))
    {
        unsigned const device = largest_device(resources.devices);
        scoped_device const current{device};
        auto const context = contexts_.lend(device);
        compute(*context);
    }
    return found;
}

// A pair on several devices; returns false if it should have one device.
bool cuda_backend::compute_divided(strip_request const & request,
                                   pipeline_resources const & resources,
                                   std::function<void(context_team const &)> const & compute) const
{
    if (resources.devices.size() < 2)
        return false;
    std::vector<unsigned> const devices = divide_pair(request, resources.devices, resources.threads);
    if (devices.empty())
        return false;
    double const cells_before = resources.control.cells_done();
    bool are_lent = false;
    auto const compute_on_all = [&]()
    {
        divided_contexts const contexts{devices, contexts_, resources.control};
        are_lent = contexts.are_lent();
        if (are_lent)
            compute(contexts.team());
    };
    if (fits_into_memory(resources.control, compute_on_all))
        return are_lent;
    // One device may have more memory than the others.
    resources.control.begin_again(cells_before);
    return false;
}

// Those that are more than a device's share of all: each with all devices. Returns the others.
std::vector<std::size_t> cuda_backend::compute_largest(large_pairs const & large,
                                                       pipeline_resources const & resources) const
{
    double cells = 0;
    for (std::size_t const i : large.chosen)
        cells += large.pairs[i].cells();
    double const share = cells / static_cast<double>(resources.devices.size());
    // With free ends, the borders are wanted, too: that is computed in one pass.
    pair_output const wanted = large.wanted.with_path  ? pair_output::checkpoints
                             : large.wanted.ends.any() ? pair_output::border
                                                       : pair_output::only_value;

    std::vector<std::size_t> others{};
    for (std::size_t const i : large.chosen)
    {
        alignment::sequence_pair const & pair = large.pairs[i];
        auto const compute = [&](context_team const & team)
        {
            large.results[i] = compute_alone(large, i, team, resources.control);
        };
        if (pair.cells() == 0 || pair.cells() <= share
            || !compute_divided({pair.first, pair.second, wanted, &strips_of(large.wanted.metric)}, resources, compute))
            others.push_back(i);
    }
    return others;
}

// How many pairs are computed at a time, on all devices: their tracebacks share the memory.
unsigned cuda_backend::choose_team(large_pairs const & large, pipeline_resources const & resources)
{
    std::uint64_t longest = 0;
    for (std::size_t const i : large.chosen)
        longest = std::max({longest, large.pairs[i].first.size(), large.pairs[i].second.size()});
    std::size_t const per_device = longest <= small_pair_size ? small_pairs_at_a_time : 1;
    auto team = std::min<std::size_t>({per_device * resources.devices.size(), resources.threads, large.chosen.size()});
    if (large.wanted.with_path)
        for (std::size_t const i : large.chosen)
        {
            std::uint64_t const needed =
                plan::min_memory(large.wanted, {large.pairs[i].first.size(), large.pairs[i].second.size()});
            while (team > 1 && large.execution.memory_limit / team < needed)
                --team;
        }
    return static_cast<unsigned>(team);
}

// One pair after another, until there are no more, or one for which the device has no memory: it is put back. Counts the cells of all
// others.
void cuda_backend::compute_on(unsigned const device,
                              large_pairs const & large,
                              batch_queue & left,
                              std::atomic<double> & cells_done,
                              runtime::task_control & control) const
{
    scoped_device const current{device};
    std::optional<stream_context_pool::lease> context{};
    for (auto place = left.draw(); place; place = left.draw())
    {
        std::size_t const number = large.chosen[*place];
        auto const compute = [&]()
        {
            if (!context)
                context.emplace(contexts_.lend(device));
            large.results[number] = compute_alone(large, number, **context, control);
        };
        if (!fits_into_memory(control, compute))
            return left.put_back(*place);
        cells_done += large.pairs[number].cells();
    }
}

// Devices with one pair at a time, or with several small ones. Pairs for which they have no memory are left.
void cuda_backend::compute_at_once(unsigned const team,
                                   large_pairs const & large,
                                   batch_queue & left,
                                   pipeline_resources const & resources) const
{
    plan::execution share{large.execution};
    share.threads = std::max(1u, resources.threads / team);
    share.memory_limit /= team;
    large_pairs const
        with_share{large.pairs, large.chosen, large.results, large.wanted, share, large.leaves_pairs, large.attempts};
    std::atomic<std::size_t> next_device{0};
    std::atomic<double> cells_done{resources.control.cells_done()};
    resources.control.run_team(team,
                               [&]()
                               {
                                   compute_on(resources.devices[next_device++ % resources.devices.size()],
                                              with_share,
                                              left,
                                              cells_done,
                                              resources.control);
                               });
    // Pairs that were put back may have been counted.
    resources.control.begin_again(cells_done);
}

// One device has what several have left, or everything. Returns the pairs for which it has no memory, if the call may leave any.
std::vector<std::size_t> cuda_backend::compute_left(unsigned const device,
                                                    large_pairs const & large,
                                                    batch_queue & left,
                                                    runtime::task_control & control) const
{
    scoped_device const current{device};
    std::optional<stream_context_pool::lease> context{};
    std::vector<std::size_t> without_memory{};
    for (auto place = left.draw(); place; place = left.draw())
    {
        std::size_t const number = large.chosen[*place];
        double const cells_before = control.cells_done();
        auto const compute = [&]()
        {
            if (!context)
                context.emplace(contexts_.lend(device));
            large.results[number] = compute_alone(large, number, **context, control);
        };
        if (!large.leaves_pairs)
            compute();
        else if (!fits_into_memory(control, compute))
        {
            context.reset();
            control.begin_again(cells_before);
            without_memory.push_back(number);
        }
    }
    std::ranges::sort(without_memory);
    return without_memory;
}

// Each device has one pair at a time, or several small ones, the largest ones first. Returns what compute_left() does.
std::vector<std::size_t> cuda_backend::compute_large(large_pairs const & large,
                                                     pipeline_resources const & resources) const
{
    // Callers start the CUDA runtime by a call without pairs.
    if (large.pairs.empty())
    {
        unsigned const device = largest_device(resources.devices);
        scoped_device const current{device};
        contexts_.lend(device);
        return {};
    }
    std::vector<std::size_t> order = resources.devices.size() > 1 ? compute_largest(large, resources) : large.chosen;
    large_pairs const
        ordered{large.pairs, order, large.results, large.wanted, large.execution, large.leaves_pairs, large.attempts};
    batch_queue left{order.size()};
    if (unsigned const team = choose_team(ordered, resources); team > 1)
    {
        std::ranges::stable_sort(order,
                                 std::ranges::greater{},
                                 [&](std::size_t const i)
                                 {
                                     return large.pairs[i].cells();
                                 });
        compute_at_once(team, ordered, left, resources);
    }
    return compute_left(largest_device(resources.devices), ordered, left, resources.control);
}

// In lanes. Returns the pairs for which they have no memory.
std::vector<std::size_t> cuda_backend::find_short_values(backend::list_request const & request,
                                                         plan::pair_list const & short_pairs,
                                                         std::uint64_t const max_size,
                                                         pipeline_resources const & resources)
{
    plan::value_span const & values = request.results.values();
    if (short_pairs.indices.empty())
        return find_in_lanes(short_pairs, max_size, request.wanted, values, resources).without_memory;

    std::vector<std::uint64_t> found(short_pairs.size());
    std::vector<std::size_t> without_memory =
        find_in_lanes(short_pairs, max_size, request.wanted, found, resources).without_memory;
    for (std::size_t number = 0; number < found.size(); ++number)
        values[short_pairs.index(number)] = found[number];
    for (std::size_t & number : without_memory)
        number = short_pairs.index(number);
    return without_memory;
}

// Results are there for some pairs, from which the values are taken.
std::vector<std::size_t> cuda_backend::find_values_alone(backend::list_request const & request,
                                                         std::span<std::size_t const> const chosen,
                                                         plan::execution const & execution) const
{
    std::vector<alignment::sequence_pair> pairs{};
    std::vector<plan::wavefront_attempt> attempts{};
    for (std::size_t const i : chosen)
    {
        pairs.push_back(request.pairs.pairs[i]);
        if (!request.attempts.empty())
            attempts.push_back(request.attempts[i]);
    }
    std::vector<alignment::result> results(pairs.size());
    std::vector<std::size_t> left =
        compute({{pairs, {}}, request.wanted, execution, results, true, request.leaves_pairs, attempts});
    for (std::size_t i = 0; i < chosen.size(); ++i)
        request.results.put(chosen[i], std::move(results[i]));
    for (std::size_t & i : left)
        i = chosen[i];
    return left;
}

// In lanes, and the values of longer pairs after these.
std::vector<std::size_t> cuda_backend::find_values(backend::list_request const & request,
                                                   plan::execution const & execution) const
{
    plan::comparison const & wanted = request.wanted;
    plan::pair_survey const & all = request.survey.all;
    runtime::task_control control{execution, all.cells};
    pipeline_resources const resources = choose_resources(execution, all.cells, wanted.metric, control);
    bool const are_all_short =
        has_lane_ends(wanted) && are_for_lanes(request.pairs.size(), all.max_size, all.max_cells);
    pair_split split = are_all_short ? pair_split{.cells = all.cells, .lanes = all}
                                     : split_pairs(request.pairs, wanted, pair_results::only_values, execution);
    std::vector<std::size_t> remaining = std::move(split.in_strips);
    std::ranges::copy(split.in_tiles, std::back_inserter(remaining));
    std::ranges::copy(split.alone, std::back_inserter(remaining));
    if (are_all_short || !split.in_lanes.empty())
    {
        plan::pair_list const short_pairs =
            are_all_short ? request.pairs : plan::pair_list{request.pairs.pairs, split.in_lanes};
        std::ranges::copy(find_short_values(request, short_pairs, split.lanes.max_size, resources),
                          std::back_inserter(remaining));
        if (remaining.empty())
            return {};
    }
    // Callers start the CUDA runtime by a call without pairs.
    return find_values_alone(request, remaining, part_of_call(execution, control, all.cells));
}

// In lanes if that is all; what has no memory there may fit alone.
std::vector<std::size_t> cuda_backend::find_results(backend::list_request const & request,
                                                    plan::execution const & execution) const
{
    plan::pair_list const & list = request.pairs;
    plan::comparison const & wanted = request.wanted;
    plan::pair_survey const & all = request.survey.all;
    std::span<alignment::result> const results = request.results.results();
    if (wanted.with_path || wanted.ends.any() || !are_for_lanes(list.size(), all.max_size, all.max_cells))
        return compute({list, wanted, execution, results, true, request.leaves_pairs, request.attempts});

    runtime::task_control control{execution, all.cells};
    pipeline_resources const resources = choose_resources(execution, all.cells, wanted.metric, control);
    std::vector<std::size_t> const left = find_in_lanes(list, all.max_size, wanted.metric, results, resources);
    if (left.empty())
        return {};
    plan::execution const of_rest = part_of_call(execution, control, all.cells);
    return compute({{list.pairs, left}, wanted, of_rest, results, true, request.leaves_pairs, request.attempts});
}

std::vector<std::size_t> cuda_backend::compute_list(backend::list_request const & request,
                                                    plan::execution const & execution) const
{
    if (request.limits)
        return compute_similar_pairs(request, execution);
    std::vector<std::size_t> left =
        request.results.takes_values() ? find_values(request, execution) : find_results(request, execution);
    std::ranges::sort(left);
    return left;
}

backend::pair_outcome cuda_backend::compute(backend::pair_request const & request,
                                            plan::execution const & execution) const
{
    if (auto const * const list = std::get_if<backend::list_request>(&request))
        return {.left = compute_list(*list, execution)};
    if (auto const * const set = std::get_if<backend::set_request>(&request))
        return {.statistics = find_set_values(*set, execution)};
    return {.statistics = compute_source(std::get<backend::source_request>(request).source, execution)};
}

// The time of kernels is known of lanes only.
plan::source_statistics cuda_backend::find_set_values(backend::set_request const & request,
                                                      plan::execution const & execution) const
{
    auto const & [sets, metric, values, kept, is_for_kept] = request;
    plan::source_statistics statistics{.backends = {plan::backend::cuda}};
    if (are_wavefronts_profitable(sets, metric, costs(execution)))
    {
        find_similar_set_values(request, execution);
        return statistics;
    }

    // Long sequences are left out of the lanes.
    std::uint64_t const max_size = std::min(sets.max_size(), max_lane_size);
    double const max_cells = static_cast<double>(max_size) * static_cast<double>(max_size);
    if (!are_for_lanes(count_short_pairs(sets), max_size, max_cells))
    {
        backend::compute_lists(*this, request, execution);
        return statistics;
    }

    runtime::task_control control{execution, sets.cells()};
    pipeline_resources resources = choose_resources(execution, sets.cells(), metric, control);
    if (kept != nullptr)
        limit_devices(resources, static_cast<kept_set const &>(*kept), execution);
    for (lane_set_work const & work : cut_work(request))
    {
        double const cells_before = control.cells_done();
        std::optional<plan::source_statistics> const found = find_in_lanes(work, values, resources);
        if (found)
            statistics.add(*found);
        else
            control.begin_again(cells_before);
        if (!found || sets.max_size() > max_lane_size)
            find_pair_by_pair({sets, work.part, metric, found.has_value(), values}, execution, control);
    }
    return statistics;
}

std::unique_ptr<backend::kept_sequences const>
cuda_backend::keep(std::span<packing::packed_sequence_view const> const sequences,
                   plan::execution const & execution) const
{
    plan::execution const silent = runtime::without_progress(execution);
    runtime::task_control control{silent, 0};
    std::vector<unsigned> devices = all_devices(execution);
    if (execution.devices.empty())
        devices.resize(1);
    unsigned const threads = threads_for(devices, execution);
    return std::make_unique<kept_set>(sequences, pipeline_resources{std::move(devices), contexts_, threads, control});
}

// By points, and whole matrices of the pairs that these leave.
void cuda_backend::find_similar_set_values(backend::set_request const & request,
                                           plan::execution const & execution) const
{
    plan::sequence_sets const & sets = request.sets;
    plan::metric const metric = request.metric;
    plan::value_span const & values = request.values;
    runtime::task_control control{execution, sets.cells()};
    pipeline_resources const resources = choose_resources(execution, sets.cells(), metric, control);
    plan::execution const of_batch = part_of_call(execution, control, sets.cells());
    collected_pairs batch{sets, values};
    auto const compute_whole = [&](std::span<std::uint64_t> const found)
    {
        std::vector<alignment::result> results(found.size());
        compute({{batch.pairs, {}}, {.metric = metric}, of_batch, results, false});
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = plan::value_of(results[i], metric);
    };
    auto const compute_batch = [&]()
    {
        std::vector<std::uint64_t> found(batch.pairs.size());
        if (are_for_lanes(batch.pairs.size(), batch.survey.all.max_size, batch.survey.all.max_cells))
            batch.find(*this, metric, found, of_batch);
        else
            compute_whole(found);
        batch.finish(found, control);
    };
    for (set_pair const & pair : find_by_wavefronts(sets, metric, values, resources))
    {
        batch.add(pair.first, pair.second);
        if (batch.pairs.size() == plan::max_device_batch_pairs)
            compute_batch();
    }
    if (!batch.pairs.empty())
        compute_batch();
}

// As if they had nothing in common.
void cuda_backend::find_pair_by_pair(remaining_pairs const & remaining,
                                     plan::execution const & execution,
                                     runtime::task_control & control) const
{
    auto const & [sets, part, metric, only_long_ones, values] = remaining;
    collected_pairs batch{sets, values};
    plan::execution const of_batch = part_of_call(execution, control, sets.cells());
    auto const compute_batch = [&]()
    {
        std::vector<std::uint64_t> found(batch.pairs.size());
        batch.find(*this, metric, found, of_batch);
        batch.finish(found, control);
    };
    auto const add = [&](std::size_t const i, std::size_t const j)
    {
        batch.add(i, j);
        if (batch.pairs.size() == plan::max_device_batch_pairs || batch.letters >= plan::max_batch_letters)
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
    if (!batch.pairs.empty())
        compute_batch();
}

plan::source_statistics cuda_backend::compute_source(plan::pair_source const & source,
                                                     plan::execution const & execution) const
{
    std::vector<std::size_t> in_lanes{};
    std::vector<std::size_t> others{};
    for (std::size_t number = 0; number < source.batch_count(); ++number)
        (source.max_sizes[number] <= max_lane_size ? in_lanes : others).push_back(number);
    if (in_lanes.empty())
        return backend::compute_lists(*this, backend::source_request{source}, execution);

    runtime::task_control control{execution, source.cells};
    pipeline_resources const resources = choose_resources(execution, source.cells, source.metric, control);
    plan::pair_source const shorts = plan::choose_batches(source, in_lanes);
    auto [statistics, without_memory] = find_in_lanes(shorts, resources);
    // A pair for which a batch had no memory may fit alone.
    for (std::size_t const number : without_memory)
        others.push_back(in_lanes[number]);
    if (others.empty())
        return statistics;
    std::ranges::sort(others);
    plan::pair_source const rest = plan::choose_batches(source, others);
    statistics.add(
        backend::compute_lists(*this, backend::source_request{rest}, part_of_call(execution, control, source.cells)));
    return statistics;
}

plan::source_statistics cuda_backend::compute_one_part(plan::matrix_part const & part,
                                                       pipeline_resources const & resources) const
{
    plan::source_statistics statistics{};
    auto const compute_on_team = [&](context_team const & team)
    {
        statistics = compute_part(part, team, contexts_, resources.control);
    };
    if (part.cells() != 0 && compute_divided(part_request(part), resources, compute_on_team))
        return statistics;
    unsigned const device = largest_device(resources.devices);
    scoped_device const current{device};
    auto const context = contexts_.lend(device);
    compute_on_team(*context);
    return statistics;
}

// Returns false if their launches cannot overlap.
bool cuda_backend::compute_overlapping(plan::column_chunks & parts, pipeline_resources const & resources) const
{
    plan::matrix_part const all = parts.outline();
    strip_request const request = part_request(all);
    std::optional<divided_contexts> divided{};
    if (resources.devices.size() > 1)
        if (auto const chosen = divide_pair(request, resources.devices, resources.threads); !chosen.empty())
            divided.emplace(chosen, contexts_, resources.control);

    std::vector<stream_context_pool::lease> leases{};
    auto const lend = [&](unsigned const device)
    {
        scoped_device const current{device};
        leases.push_back(contexts_.lend(device));
        return leases.back().get();
    };
    std::vector<stream_context *> first{};
    std::vector<stream_context *> second{};
    if (divided && divided->are_lent())
        first = divided->team().all();
    else
        first.push_back(lend(largest_device(resources.devices)));
    for (stream_context const * const one : first)
        second.push_back(lend(one->device));
    scoped_device const current{first.front()->device};
    return cuda::compute_chunks(parts,
                                {context_team{std::move(first)}, context_team{std::move(second)}},
                                contexts_,
                                resources.control);
}

// One by one where there is a single one, where they cannot overlap, or where there is no memory for two at a time.
void cuda_backend::compute_parts(plan::column_chunks & parts, plan::execution const & execution) const
{
    plan::matrix_part const outline = parts.outline();
    double const cells = outline.cells();
    runtime::task_control control{execution, parts.cells_done() + cells};
    control.add_cells(parts.cells_done());
    pipeline_resources const resources = choose_resources(execution, cells, outline.metric, control);
    bool is_done = false;
    auto const overlap = [&]()
    {
        is_done = compute_overlapping(parts, resources);
    };
    if (cells != 0 && !is_single(parts) && fits_into_memory(control, overlap) && is_done)
        return;
    parts.rewind();
    control.begin_again(parts.cells_done());
    while (plan::matrix_part const * const part = parts.next(true))
        parts.finish(compute_one_part(*part, resources));
}

primer::statistics cuda_backend::scan(scan::request const & request, plan::execution const & execution) const
{
    std::vector<unsigned> devices = choose_devices(execution, scan_seconds(request, costs(execution)));
    scoped_device const current{devices.front()};
    unsigned const threads = threads_for(devices, execution);
    return scan_text(request, {std::move(devices), contexts_, threads});
}

} // namespace seqan3_gpulcs::cuda
