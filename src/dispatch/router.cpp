// SPDX-License-Identifier: BSD-3-Clause

#include "src/dispatch/router.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/pair_sample.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/watched_execution.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/scan/request.hpp"
#include "src/scan/verification_costs.hpp"

namespace seqan3_gpulcs::dispatch
{

namespace
{

using runtime::watched_execution;

// The pairs that an estimate of their similarity looks at. Together, they take a small part of the start of a device.
constexpr std::size_t sample_size{8};

told_pairs pairs_of(backend::pair_request const & request) noexcept
{
    if (auto const * const list = std::get_if<backend::list_request>(&request))
        return {list->pairs.size(), list->survey.all.cells, list->wanted.metric, list->limits};
    if (auto const * const set = std::get_if<backend::set_request>(&request))
        return {set->sets.pair_count(), set->sets.cells(), set->metric};
    plan::pair_source const & source = std::get<backend::source_request>(request).source;
    return {.cells = source.cells, .metric = source.metric};
}

// Like runtime::watched_execution, for scans, whose requests have a control.
class watched_control
{
public:
    explicit watched_control(runtime::task_control & control) noexcept :
        control_{control},
        cells_before_{control.cells_done()}
    {}

    bool callback_threw() const noexcept
    {
        return control_.is_in_callback();
    }

    void begin_again() const noexcept
    {
        control_.begin_again(cells_before_);
    }

private:
    runtime::task_control & control_;
    double cells_before_;
};

/* A source for two backends, one after the other: what the first one has consumed is not consumed again, but still counts as
 * progress.
 */
class resumable_source
{
public:
    explicit resumable_source(plan::pair_source const & source) :
        source_{source},
        consumed_(source.batch_count()),
        cells_(source.batch_count())
    {}

    resumable_source(resumable_source const &) = delete;
    resumable_source & operator=(resumable_source const &) = delete;

    // Each batch is produced and consumed by one thread at a time.
    plan::pair_source get()
    {
        plan::pair_source resumable{source_};
        resumable.produce = [this](std::size_t const number, plan::pair_batch & batch)
        {
            if (consumed_[number] != 0)
            {
                batch.cells += cells_[number];
                return;
            }
            double const cells_before = batch.cells;
            source_.produce(number, batch);
            cells_[number] = batch.cells - cells_before;
        };
        resumable.consume = [this](std::size_t const number, std::span<plan::pair_value const> const found)
        {
            if (consumed_[number] != 0)
                return;
            consumed_[number] = 1;
            source_.consume(number, found);
        };
        return resumable;
    }

    bool has_consumed_any() const noexcept
    {
        return std::ranges::find(consumed_, 1) != consumed_.end();
    }

private:
    plan::pair_source const & source_;
    std::vector<char> consumed_; // Not bool: threads write side by side.
    std::vector<double> cells_;
};

} // namespace

// A list whose pairs the CPU and the device share.
struct router::list_call
{
    list_call(backend::list_request const & of_list, plan::execution const & execution) :
        request{of_list},
        watched{execution, of_list.survey.all.cells},
        pairs{of_list.pairs},
        survey{of_list.survey}
    {}

    list_call(list_call const &) = delete;
    list_call & operator=(list_call const &) = delete;

    std::span<plan::wavefront_attempt> attempts() noexcept
    {
        return request.attempts.empty() ? found_attempts : request.attempts;
    }

    // The request for some pairs, given their sizes.
    backend::list_request part(plan::pair_list const & some, plan::list_survey const & sizes)
    {
        return {.pairs = some,
                .wanted = request.wanted,
                .survey = sizes,
                .results = request.results,
                .limits = request.limits,
                .leaves_pairs = request.leaves_pairs,
                .attempts = attempts()};
    }

    // Counts pairs as done, given their indices in ascending order.
    void remove(std::span<std::size_t const> const done)
    {
        auto const is_done = [done](std::size_t const i)
        {
            return std::ranges::binary_search(done, i);
        };
        for (std::size_t const i : done)
        {
            double const cells = request.pairs.pairs[i].cells();
            watched.add_cells(cells);
            survey.all.cells -= cells;
            if (std::ranges::binary_search(survey.large_pairs, i))
                continue;
            --survey.batch_pairs;
            survey.batch_cells -= cells;
        }
        std::erase_if(survey.large_pairs, is_done);
        for (std::size_t number = 0; number < pairs.size(); ++number)
            if (!is_done(pairs.index(number)))
                remaining.push_back(pairs.index(number));
        pairs.indices = remaining;
    }

    backend::list_request const & request;
    watched_execution watched;
    plan::pair_list pairs;                // Those that are not done; without meaning if all are.
    plan::list_survey survey;             // The sizes of these; no pair has more.
    std::vector<std::size_t> remaining{}; // The indices of these, if some others are done.
    std::vector<plan::wavefront_attempt>
        found_attempts{}; // What is known about each pair, if the caller knows nothing.
};

// The backend that an execution names; none if it leaves the choice.
backend::backend_interface const * router::named(plan::execution const & execution) const noexcept
{
    return execution.backend == plan::backend::cpu  ? &cpu_
         : execution.backend == plan::backend::cuda ? &device_
                                                    : nullptr;
}

// Limits make a step an attempt.
void router::tell_pairs(plan::backend const on, told_pairs const & told, plan::execution const & execution) const
{
    if (!execution.on_route || (told.pairs == 0 && told.cells == 0))
        return;
    plan::route_step step{.backend = on, .pairs = told.pairs, .cells = told.cells};
    plan::hardware_costs const costs = known_.costs(execution, device_.state(false));
    if (on == plan::backend::cpu)
        step.seconds = plan::comparison_seconds(step.cells, told.metric, costs.host);
    else if (costs.device)
        step.seconds = plan::comparison_seconds(step.cells, told.metric, *costs.device);
    if (told.limits)
        step.max_seconds = std::min(told.limits->max_seconds, told.limits->max_share * step.seconds);
    execution.on_route(step);
}

plan::route_knowledge router::find_knowledge(plan::execution const & execution) const
{
    plan::device_state const state = device_.state(false);
    return {.costs = known_.costs(execution, state),
            .device = state,
            .batch_cells_before = batch_cells_on_cpu_.load(std::memory_order_relaxed)};
}

// Looking for a device may start it, which takes long.
bool router::has_device_for(bool const is_worth_it) const
{
    return is_worth_it && device_.state(true) == plan::device_state::started;
}

// A sample tells which part of the time of unrelated sequences a batch would take the CPU.
void router::estimate_batch(plan::route_knowledge & known,
                            plan::metric const metric,
                            std::span<alignment::sequence_pair const> const sample) const
{
    double sampled = 0;
    double likely = 0;
    for (alignment::sequence_pair const & pair : sample)
    {
        sampled += pair.cells();
        likely += pair.cells() * known_.cpu_share(pair, metric);
    }
    if (sampled != 0)
        known.likely_batch_share = likely / sampled;
}

void router::count_batch(plan::route_knowledge const & known, double const cells) const noexcept
{
    if (known.device == plan::device_state::not_started)
        batch_cells_on_cpu_.fetch_add(known.likely_batch_share * cells, std::memory_order_relaxed);
}

// A batch that is not worth the device is counted.
bool router::is_batch_for_device(double const cells,
                                 plan::metric const metric,
                                 plan::route_knowledge const & known) const
{
    if (has_device_for(plan::is_batch_for_device(cells, metric, known)))
        return true;
    count_batch(known, cells);
    return false;
}

// On the device or, if its memory does not suffice, on the CPU. Each is told before.
template <typename watched_t, typename tell_t, typename compute_t>
auto router::compute_on_device(watched_t & watched, tell_t const & tell, compute_t const & compute) const
{
    tell(plan::backend::cuda);
    try
    {
        return compute(device_);
    }
    catch (out_of_device_memory const &)
    {
        if (watched.callback_threw())
            throw;
    }
    watched.begin_again();
    tell(plan::backend::cpu);
    return compute(cpu_);
}

// The CPU tries pairs before a device is started for them, until one of them seems to take long.
void router::attempt(list_call & call, plan::list_route const & route, plan::execution const & execution) const
{
    std::vector<std::size_t> untried{};
    for (std::size_t const i : route.alone_on_device)
        if (call.attempts().empty() || call.attempts()[i].worth_distance == 0)
            untried.push_back(i);
    if (untried.empty())
        return;
    if (call.attempts().empty())
        call.found_attempts.resize(call.request.pairs.pairs.size());

    plan::pair_list const list{call.request.pairs.pairs, untried};
    plan::list_survey const survey = plan::survey_list(list, call.request.wanted, known_.batches);
    backend::list_request request = call.part(list, survey);
    request.limits = {.max_seconds = route.attempt_seconds};
    tell_pairs(plan::backend::cpu, pairs_of(request), execution);
    std::vector<std::size_t> const left = cpu_.compute(request, runtime::without_progress(execution)).left;
    std::vector<std::size_t> done{};
    std::ranges::set_difference(untried, left, std::back_inserter(done));
    if (!done.empty())
        call.remove(done);
}

// The first route of a list: it may have a device started, for which another one is planned then.
plan::list_route router::find_route(backend::list_request const & request, plan::route_knowledge & known) const
{
    if (request.survey.batch_pairs > 1
        && plan::worth_sampling(request.survey.batch_cells, request.wanted.metric, known))
    {
        std::vector<alignment::sequence_pair> sample = plan::sample_pairs(sample_size, request.pairs);
        std::erase_if(sample,
                      [&](alignment::sequence_pair const & pair)
                      {
                          return !known_.batches.fit(pair, request.wanted);
                      });
        estimate_batch(known, request.wanted.metric, sample);
    }
    return plan::plan_list({request.pairs, request.survey, request.wanted, request.results.takes_values()}, known);
}

backend::pair_outcome router::compute_list(backend::list_request const & request,
                                           plan::execution const & execution) const
{
    plan::route_knowledge known = find_knowledge(execution);
    plan::list_route route = find_route(request, known);
    if (route.uses_device())
    {
        list_call call{request, execution};
        return follow(route, known, call, execution);
    }
    if (request.survey.batch_pairs > 1)
        count_batch(known, request.survey.batch_cells);
    tell_pairs(plan::backend::cpu, pairs_of(request), execution);
    return cpu_.compute(request, execution);
}

// The device is started only if the attempts leave it any work. Then it is known which device that is.
backend::pair_outcome router::follow(plan::list_route route,
                                     plan::route_knowledge known,
                                     list_call & call,
                                     plan::execution const & execution) const
{
    plan::list_work const work{call.pairs, call.survey, call.request.wanted, call.request.results.takes_values()};
    if (route.attempt_seconds != 0)
    {
        attempt(call, route, execution);
        if (call.survey.pair_count() == 0)
            return {};
        route = plan::plan_list(work, known);
    }
    if (known.device == plan::device_state::not_started && route.uses_device())
    {
        device_.state(true);
        known = find_knowledge(execution);
        route = plan::plan_list(work, known);
    }
    if (call.survey.batch_pairs > 1 && !route.is_batch_on_device)
        count_batch(known, call.survey.batch_cells);
    if (route.uses_device())
        return share(plan::split_list(call.pairs, call.survey, route), call, execution);
    backend::list_request const on_cpu = call.part(call.pairs, call.survey);
    tell_pairs(plan::backend::cpu, pairs_of(on_cpu), execution);
    return cpu_.compute(on_cpu, call.watched.get());
}

// First the device computes its pairs, then the CPU all others, and those for which the device has too little memory.
backend::pair_outcome router::share(plan::list_split split, list_call & call, plan::execution const & execution) const
{
    backend::list_request const & request = call.request;
    plan::pair_list const on_device{request.pairs.pairs, split.on_device.indices};
    backend::list_request of_device = call.part(on_device, split.on_device.survey);
    of_device.leaves_pairs = true;
    backend::pair_outcome outcome = compute_on_device(
        call.watched,
        [&](plan::backend const on)
        {
            tell_pairs(on, pairs_of(of_device), execution);
        },
        [&](backend::backend_interface const & on)
        {
            return on.compute(of_device, call.watched.get());
        });
    // A pair that takes too long ends the call.
    if (request.limits)
    {
        std::ranges::copy(split.on_cpu.indices, std::back_inserter(outcome.left));
        std::ranges::sort(outcome.left);
        return outcome;
    }
    call.watched.add_cells(split.on_device.survey.all.cells);
    for (std::size_t const i : outcome.left)
    {
        call.watched.add_cells(-request.pairs.pairs[i].cells());
        split.on_cpu.add(i, request.pairs.pairs[i], std::ranges::binary_search(call.survey.large_pairs, i));
    }
    if (split.on_cpu.indices.empty())
        return {};
    std::ranges::sort(split.on_cpu.indices);
    std::ranges::sort(split.on_cpu.survey.large_pairs);
    backend::list_request const on_cpu = call.part({request.pairs.pairs, split.on_cpu.indices}, split.on_cpu.survey);
    tell_pairs(plan::backend::cpu, pairs_of(on_cpu), execution);
    return cpu_.compute(on_cpu, call.watched.get());
}

backend::pair_outcome router::compute_set(backend::set_request const & request, plan::execution const & execution) const
{
    plan::sequence_sets const & sets = request.sets;
    // The device takes long sequences out of what it keeps by itself.
    if (request.kept == nullptr
        && (sets.pair_count() < 2 || !known_.batches.fit(sets.max_size(), {.metric = request.metric})))
    {
        backend::compute_lists(*this, request, execution);
        return {};
    }
    plan::route_knowledge known = find_knowledge(execution);
    if (plan::worth_sampling(sets.cells(), request.metric, known))
        estimate_batch(known, request.metric, plan::sample_pairs(sample_size, sets));
    auto const tell = [&](plan::backend const on)
    {
        tell_pairs(on, pairs_of(request), execution);
    };
    if (!is_batch_for_device(sets.cells(), request.metric, known))
    {
        if (request.is_for_kept)
            return {};
        tell(plan::backend::cpu);
        return cpu_.compute(request, execution);
    }
    watched_execution watched{execution, sets.cells()};
    return compute_on_device(watched,
                             tell,
                             [&](backend::backend_interface const & on)
                             {
                                 return on.compute(request, watched.get());
                             });
}

// Searches compare mostly unrelated sequences, so no sample is taken.
backend::pair_outcome router::compute_source(backend::source_request const & request,
                                             plan::execution const & execution) const
{
    plan::pair_source const & source = request.source;
    auto const tell = [&](plan::backend const on)
    {
        tell_pairs(on, pairs_of(request), execution);
    };
    if (!is_batch_for_device(source.cells, source.metric, find_knowledge(execution)))
    {
        tell(plan::backend::cpu);
        return cpu_.compute(request, execution);
    }
    resumable_source resumable{source};
    watched_execution watched{execution, source.cells};
    bool computed_by_both = false;
    backend::pair_outcome outcome =
        compute_on_device(watched,
                          tell,
                          [&](backend::backend_interface const & on)
                          {
                              computed_by_both = resumable.has_consumed_any();
                              plan::pair_source const rest = resumable.get();
                              return on.compute(backend::source_request{rest}, watched.get());
                          });
    if (computed_by_both)
        outcome.statistics.backends.insert(plan::backend::cuda);
    return outcome;
}

backend::pair_outcome router::compute(backend::pair_request const & request, plan::execution const & execution) const
{
    if (backend::backend_interface const * const chosen = named(execution))
    {
        tell_pairs(execution.backend, pairs_of(request), execution);
        return chosen->compute(request, execution);
    }
    if (auto const * const list = std::get_if<backend::list_request>(&request))
        return compute_list(*list, execution);
    if (auto const * const set = std::get_if<backend::set_request>(&request))
        return compute_set(*set, execution);
    return compute_source(std::get<backend::source_request>(request), execution);
}

void router::compute_parts(plan::column_chunks & parts, plan::execution const & execution) const
{
    plan::matrix_part const outline = parts.outline();
    // A pair that comes part by part is told once.
    bool const is_first = outline.region.row_begin == 0 && outline.region.column_begin == 0;
    auto const tell = [&](plan::backend const on)
    {
        tell_pairs(on, {is_first, outline.cells(), outline.metric}, execution);
    };
    auto const compute_on = [&](backend::backend_interface const & on, plan::execution const & with)
    {
        parts.rewind();
        on.compute_parts(parts, with);
    };
    if (backend::backend_interface const * const chosen = named(execution))
    {
        tell(execution.backend);
        return compute_on(*chosen, execution);
    }
    plan::route_knowledge const known = find_knowledge(execution);
    if (!has_device_for(plan::worth_offloading(outline, {.metric = outline.metric}, known.costs, known.device)))
    {
        tell(plan::backend::cpu);
        return compute_on(cpu_, execution);
    }
    watched_execution watched{execution, parts.cells_done() + outline.cells()};
    compute_on_device(watched,
                      tell,
                      [&](backend::backend_interface const & on)
                      {
                          compute_on(on, watched.get());
                      });
}

// A search is told with the time that it takes instead of cells.
void router::tell_scan(plan::backend const on,
                       plan::search_times const & times,
                       plan::hardware_costs const & costs,
                       plan::execution const & execution) const
{
    if (!execution.on_route)
        return;
    plan::route_step step{.backend = on};
    if (on == plan::backend::cpu)
        step.seconds = plan::search_seconds(times, costs.host);
    else if (costs.device)
        step.seconds = plan::search_seconds(times, costs.host, *costs.device);
    execution.on_route(step);
}

primer::statistics router::scan(scan::request const & request, plan::execution const & execution) const
{
    plan::route_knowledge const known = find_knowledge(execution);
    // A request counts the time of a thread with AVX-512.
    auto const times_of = [&](scan::request const & one)
    {
        double const share = known.costs.host.vector_share;
        return plan::search_times{one.times.seconds / share, one.times.pass_seconds / share};
    };
    auto const tell = [&](plan::backend const on, scan::request const & one)
    {
        tell_scan(on, times_of(one), known.costs, execution);
    };
    auto const scan_on_cpu = [&](scan::request const & one)
    {
        tell(plan::backend::cpu, one);
        return cpu_.scan(one, execution);
    };
    if (backend::backend_interface const * const chosen = named(execution))
    {
        tell(execution.backend, request);
        return chosen->scan(request, execution);
    }

    auto const [with_long_patterns, others] = request.split(scan::max_fast_pattern(request.text.size()));
    primer::statistics done{};
    if (with_long_patterns)
        done = scan_on_cpu(*with_long_patterns);
    if (!others)
        return done;
    scan::request const & rest = *others;
    if (!has_device_for(plan::worth_offloading_search(times_of(rest), known.costs, known.device)))
        return scan_on_cpu(rest);

    watched_control const watched{request.control};
    return compute_on_device(
        watched,
        [&](plan::backend const on)
        {
            tell(on, rest);
        },
        [&](backend::backend_interface const & on)
        {
            return on.scan(rest, execution);
        });
}

std::unique_ptr<backend::kept_sequences const>
router::keep(std::span<packing::packed_sequence_view const> const sequences, plan::execution const & execution) const
{
    if (backend::backend_interface const * const chosen = named(execution))
        return chosen->keep(sequences, execution);
    if (!has_device_for(true))
        return nullptr;
    try
    {
        return device_.keep(sequences, execution);
    }
    catch (out_of_device_memory const &)
    {
        return nullptr;
    }
}

} // namespace seqan3_gpulcs::dispatch
