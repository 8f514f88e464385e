// SPDX-License-Identifier: BSD-3-Clause

#include "src/dispatch/router.hpp"

#include <algorithm>
#include <iterator>
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

// The pairs of a request; their number is unknown if they come from a source.
struct counted_pairs
{
    plan::route_step step;
    plan::metric metric;
};

counted_pairs count_pairs(backend::pair_request const & request) noexcept
{
    if (auto const * const list = std::get_if<backend::list_request>(&request))
        return {{.pairs = list->pairs.size(), .cells = list->survey.all.cells}, list->wanted.metric};
    if (auto const * const set = std::get_if<backend::set_request>(&request))
        return {{.pairs = set->sets.pair_count(), .cells = set->sets.cells()}, set->metric};
    plan::pair_source const & source = std::get<backend::source_request>(request).source;
    return {{.cells = source.cells}, source.metric};
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
        is_finished = remaining.empty();
    }

    backend::list_request const & request;
    watched_execution watched;
    plan::pair_list pairs;                // Those that are not done; without meaning if all are.
    plan::list_survey survey;             // The sizes of these.
    std::vector<std::size_t> remaining{}; // The indices of these, if some others are done.
    std::vector<plan::wavefront_attempt>
        found_attempts{}; // What is known about each pair, if the caller knows nothing.
    bool is_finished{};
};

// The backend that an execution names; none if it leaves the choice.
backend::backend_interface const * router::named(plan::execution const & execution) const noexcept
{
    return execution.backend == plan::backend::cpu  ? &cpu_
         : execution.backend == plan::backend::cuda ? &device_
                                                    : nullptr;
}

void router::tell_list(plan::backend const on,
                       plan::list_survey const & survey,
                       plan::metric const metric,
                       plan::execution const & execution) const
{
    tell_step({.backend = on, .pairs = survey.pair_count(), .cells = survey.all.cells}, metric, execution);
}

void router::tell_step(plan::route_step step, plan::metric const metric, plan::execution const & execution) const
{
    if (!execution.on_route)
        return;
    plan::hardware_costs const costs = known_.costs(execution, device_.state(false));
    if (step.backend == plan::backend::cpu)
        step.seconds = plan::comparison_seconds(step.cells, metric, costs.host);
    else if (costs.device)
        step.seconds = plan::comparison_seconds(step.cells, metric, *costs.device);
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
template <typename sample_t>
void router::estimate_batch(plan::route_knowledge & known,
                            double const cells,
                            plan::metric const metric,
                            sample_t const & sample) const
{
    if (!plan::worth_sampling(cells, {.metric = metric}, known))
        return;
    // Together, the pairs take a small part of the start of a device.
    constexpr std::size_t sample_size{8};
    double sampled = 0;
    double likely = 0;
    for (alignment::sequence_pair const & pair : sample(sample_size))
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
template <typename sample_t>
bool router::is_batch_for_device(double const cells,
                                 plan::metric const metric,
                                 sample_t const & sample,
                                 plan::execution const & execution) const
{
    plan::route_knowledge known = find_knowledge(execution);
    estimate_batch(known, cells, metric, sample);
    if (has_device_for(plan::is_batch_for_device(cells, {.metric = metric}, known)))
        return true;
    count_batch(known, cells);
    return false;
}

// On the device or, if its memory does not suffice, on the CPU.
template <typename watched_t, typename compute_t>
auto router::compute_on_device(watched_t & watched, compute_t const & compute) const
{
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

    backend::list_request request = call.part({call.request.pairs.pairs, untried}, call.survey);
    request.limits = {.max_seconds = route.attempt_seconds};
    double cells = 0;
    for (std::size_t const i : untried)
        cells += request.pairs.pairs[i].cells();
    tell_step(
        {.backend = plan::backend::cpu, .pairs = untried.size(), .cells = cells, .max_seconds = route.attempt_seconds},
        request.wanted.metric,
        execution);
    std::vector<std::size_t> const left = cpu_.compute(request, runtime::without_progress(execution)).left;
    std::vector<std::size_t> done{};
    std::ranges::set_difference(untried, left, std::back_inserter(done));
    if (!done.empty())
        call.remove(done);
}

// The first route of a list: it may have a device started, for which another one is planned then.
plan::list_route router::find_route(backend::list_request const & request, plan::route_knowledge & known) const
{
    auto const sample = [&](std::size_t const size)
    {
        std::vector<alignment::sequence_pair> some = plan::sample_pairs(size, request.pairs);
        std::erase_if(some,
                      [&](alignment::sequence_pair const & pair)
                      {
                          return !known_.batches.fit(pair, request.wanted);
                      });
        return some;
    };
    if (request.survey.batch_pairs > 1)
        estimate_batch(known, request.survey.batch_cells, request.wanted.metric, sample);
    return plan::plan_list(request.pairs, request.survey, request.wanted, known);
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
    tell_list(plan::backend::cpu, request.survey, request.wanted.metric, execution);
    return cpu_.compute(request, execution);
}

// The device is started only if the attempts leave it any work. Then it is known which device that is.
backend::pair_outcome router::follow(plan::list_route route,
                                     plan::route_knowledge known,
                                     list_call & call,
                                     plan::execution const & execution) const
{
    plan::comparison const & wanted = call.request.wanted;
    if (route.attempt_seconds != 0)
    {
        attempt(call, route, execution);
        if (call.is_finished)
            return {};
        route = plan::plan_list(call.pairs, call.survey, wanted, known);
    }
    if (known.device == plan::device_state::not_started && route.uses_device())
    {
        device_.state(true);
        known = find_knowledge(execution);
        route = plan::plan_list(call.pairs, call.survey, wanted, known);
    }
    if (call.survey.batch_pairs > 1 && !route.is_batch_on_device)
        count_batch(known, call.survey.batch_cells);
    if (route.uses_device())
        return share(plan::split_list(call.pairs, call.survey, route), call, execution);
    tell_list(plan::backend::cpu, call.survey, wanted.metric, execution);
    return cpu_.compute(call.part(call.pairs, call.survey), call.watched.get());
}

// First the device computes its pairs, then the CPU all others, and those for which the device has too little memory.
backend::pair_outcome router::share(plan::list_split split, list_call & call, plan::execution const & execution) const
{
    backend::list_request const & request = call.request;
    plan::pair_list const on_device{request.pairs.pairs, split.on_device.indices};
    backend::list_request of_device = call.part(on_device, split.on_device.survey);
    of_device.leaves_pairs = true;
    tell_list(plan::backend::cuda, split.on_device.survey, request.wanted.metric, execution);
    backend::pair_outcome outcome = compute_on_device(call.watched,
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
    tell_list(plan::backend::cpu, split.on_cpu.survey, request.wanted.metric, execution);
    return cpu_.compute(call.part({request.pairs.pairs, split.on_cpu.indices}, split.on_cpu.survey),
                        call.watched.get());
}

backend::pair_outcome router::compute_set(backend::set_request const & request, plan::execution const & execution) const
{
    plan::sequence_sets const & sets = request.sets;
    if (sets.pair_count() < 2 || !known_.batches.fit(sets.max_size(), {.metric = request.metric}))
    {
        backend::compute_lists(*this, request, execution);
        return {};
    }
    auto const sample = [&sets](std::size_t const size)
    {
        return plan::sample_pairs(size, sets);
    };
    bool const is_on_device = is_batch_for_device(sets.cells(), request.metric, sample, execution);
    tell_step({.backend = is_on_device ? plan::backend::cuda : plan::backend::cpu,
               .pairs = sets.pair_count(),
               .cells = sets.cells()},
              request.metric,
              execution);
    if (!is_on_device)
        return cpu_.compute(request, execution);

    watched_execution watched{execution, sets.cells()};
    return compute_on_device(watched,
                             [&](backend::backend_interface const & on)
                             {
                                 return on.compute(request, watched.get());
                             });
}

backend::pair_outcome router::compute_source(backend::source_request const & request,
                                             plan::execution const & execution) const
{
    plan::pair_source const & source = request.source;
    // Searches compare mostly unrelated sequences.
    auto const no_sample = [](std::size_t)
    {
        return std::vector<alignment::sequence_pair>{};
    };
    bool const is_on_device = is_batch_for_device(source.cells, source.metric, no_sample, execution);
    tell_step({.backend = is_on_device ? plan::backend::cuda : plan::backend::cpu, .cells = source.cells},
              source.metric,
              execution);
    if (!is_on_device)
        return cpu_.compute(request, execution);

    resumable_source resumable{source};
    watched_execution watched{execution, source.cells};
    bool computed_by_both = false;
    backend::pair_outcome outcome =
        compute_on_device(watched,
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
        counted_pairs counted = count_pairs(request);
        counted.step.backend = execution.backend;
        tell_step(counted.step, counted.metric, execution);
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
    backend::backend_interface const * chosen = named(execution);
    plan::route_knowledge const known = find_knowledge(execution);
    bool const is_on_device =
        chosen ? chosen == &device_
               : has_device_for(plan::worth_offloading(outline, {.metric = outline.metric}, known.costs, known.device));
    tell_step(
        {.backend = is_on_device ? plan::backend::cuda : plan::backend::cpu, .pairs = 1, .cells = outline.cells()},
        outline.metric,
        execution);
    if (chosen || !is_on_device)
        return (is_on_device ? device_ : cpu_).compute_parts(parts, execution);

    watched_execution watched{execution, parts.cells_done() + outline.cells()};
    compute_on_device(watched,
                      [&](backend::backend_interface const & on)
                      {
                          parts.rewind();
                          on.compute_parts(parts, watched.get());
                      });
}

// A search is told with the time that it takes instead of cells.
void router::tell_scan(plan::backend const on,
                       double const thread_seconds,
                       plan::hardware_costs const & costs,
                       plan::execution const & execution) const
{
    if (!execution.on_route)
        return;
    plan::route_step step{.backend = on};
    if (on == plan::backend::cpu)
        step.seconds = plan::search_seconds(thread_seconds, costs.host);
    else if (costs.device)
        step.seconds = plan::search_seconds(thread_seconds, costs.host, *costs.device);
    execution.on_route(step);
}

primer::statistics router::scan(scan::request const & request, plan::execution const & execution) const
{
    plan::route_knowledge const known = find_knowledge(execution);
    // A request counts the time of a thread with AVX-512.
    auto const thread_seconds = [&](scan::request const & one)
    {
        return one.cpu_seconds / known.costs.host.vector_share;
    };
    auto const scan_on = [&](plan::backend const on, scan::request const & one)
    {
        tell_scan(on, thread_seconds(one), known.costs, execution);
        return (on == plan::backend::cpu ? cpu_ : device_).scan(one, execution);
    };
    if (named(execution))
        return scan_on(execution.backend, request);

    auto const [with_long_patterns, others] = request.split(scan::max_fast_pattern(request.text.size()));
    primer::statistics done{};
    if (with_long_patterns)
        done = scan_on(plan::backend::cpu, *with_long_patterns);
    if (!others)
        return done;
    scan::request const & rest = *others;
    if (!has_device_for(plan::worth_offloading_search(thread_seconds(rest), known.costs, known.device)))
        return scan_on(plan::backend::cpu, rest);

    watched_control const watched{request.control};
    return compute_on_device(watched,
                             [&](backend::backend_interface const & on)
                             {
                                 return scan_on(&on == &cpu_ ? plan::backend::cpu : plan::backend::cuda, rest);
                             });
}

} // namespace seqan3_gpulcs::dispatch
