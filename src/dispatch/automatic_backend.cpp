// SPDX-License-Identifier: BSD-3-Clause

#include "src/dispatch/automatic_backend.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/dispatch/batch_split.hpp"
#include "src/plan/pair_sample.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/watched_execution.hpp"
#include "src/scan/request.hpp"
#include "src/scan/verification_costs.hpp"

namespace seqan3_gpulcs::dispatch
{

namespace
{

using runtime::watched_execution;

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

// The pairs of a call, of which each backend computes some.
struct shared_pairs
{
    std::span<alignment::sequence_pair const> pairs;
    std::span<plan::wavefront_attempt const> attempts;
    plan::comparison const & wanted;
    std::span<alignment::result> results;
    watched_execution & watched;
};

// Returns the pairs for which memory does not suffice.
std::vector<std::size_t>
compute_some(backend::backend_interface const & on, std::span<std::size_t const> const chosen, shared_pairs const & all)
{
    std::vector<alignment::sequence_pair> some{};
    std::vector<plan::wavefront_attempt> attempts{};
    for (std::size_t const i : chosen)
    {
        some.push_back(all.pairs[i]);
        if (!all.attempts.empty())
            attempts.push_back(all.attempts[i]);
    }

    std::vector<alignment::result> found(some.size());
    std::vector<std::size_t> left = on.compute_what_fits(some, all.wanted, all.watched.get(), found, attempts);
    auto next = left.begin();
    for (std::size_t i = 0; i < chosen.size(); ++i)
        if (next != left.end() && *next == i)
            *next++ = chosen[i];
        else
        {
            all.results[chosen[i]] = std::move(found[i]);
            all.watched.add_cells(all.pairs[chosen[i]].cells());
        }
    return left;
}

} // namespace

plan::device_state automatic_backend::device_state() const noexcept
{
    return device_.has_started() ? plan::device_state::started : plan::device_state::not_started;
}

template <typename work_t>
bool automatic_backend::is_for_device(work_t const & work,
                                      plan::execution const & execution,
                                      plan::comparison const & wanted) const
{
    return plan::worth_offloading(work, wanted, costs_(execution, device_state()), device_state())
        && device_.has_device();
}

// A sample tells about how many cells of unrelated sequences would take the CPU as long as a batch.
double
automatic_backend::likely_cells(double const cells, plan::metric const metric, sample_function const & sample) const
{
    // Together, they take a small part of the start of a device.
    constexpr std::size_t sample_size{8};
    double sampled_cells = 0;
    double likely = 0;
    for (alignment::sequence_pair const & pair : sample(sample_size))
    {
        sampled_cells += pair.cells();
        likely += pair.cells() * cpu_.estimate_part(pair, metric);
    }
    return sampled_cells == 0 ? cells : cells * likely / sampled_cells;
}

// Until the device has started, the batches of all calls count: many calls together may be worth starting it.
bool automatic_backend::is_batch_for_device(double const cells,
                                            plan::metric const metric,
                                            sample_function const & sample,
                                            plan::execution const & execution) const
{
    plan::comparison const wanted{.metric = metric};
    if (device_.has_started())
        return is_for_device(cells, execution, wanted);

    // Some time before it comes to that: what has been counted cannot be sampled any more.
    constexpr double look_ahead{8};
    double const before = batch_cells_on_cpu_.load(std::memory_order_relaxed);
    bool const is_sampled = plan::worth_offloading(look_ahead * (before + cells),
                                                   wanted,
                                                   costs_(execution, device_state()),
                                                   device_state());
    double const likely = is_sampled ? likely_cells(cells, metric, sample) : cells;
    if (is_for_device(before + likely, execution, wanted))
        return true;
    batch_cells_on_cpu_.fetch_add(likely, std::memory_order_relaxed);
    return false;
}

// Primers, matches and sites, by what a thread of the CPU would take.
bool automatic_backend::is_scan_for_device(double const thread_seconds, plan::execution const & execution) const
{
    // The request counts the time of a thread with AVX-512.
    plan::hardware_costs const costs = costs_(execution, device_state());
    return plan::worth_offloading_search(thread_seconds / costs.host.vector_share, costs, device_state())
        && device_.has_device();
}

// What is known of a pair before a device that has not started is started for it.
std::optional<alignment::result> automatic_backend::compute_before_start(alignment::sequence_pair const & pair,
                                                                         plan::comparison const & wanted,
                                                                         plan::execution const & execution,
                                                                         plan::wavefront_attempt & attempt) const
{
    if (device_.has_started()
        || !plan::worth_offloading(pair, wanted, costs_(execution, device_state()), device_state()))
        return std::nullopt;
    return cpu_.compute_if_soon_done(pair, wanted, execution, attempt);
}

automatic_backend::backend_choice
automatic_backend::choose_backends(std::span<alignment::sequence_pair const> const pairs,
                                   plan::comparison const & wanted,
                                   plan::execution const & execution) const
{
    backend_choice choice{};
    std::vector<std::size_t> batch{};
    double batch_cells = 0;
    auto const add_alone = [&](std::size_t const i)
    {
        plan::wavefront_attempt attempt{};
        std::optional<alignment::result> found = compute_before_start(pairs[i], wanted, execution, attempt);
        if (attempt.worth_distance != 0)
        {
            choice.attempts.resize(pairs.size());
            choice.attempts[i] = attempt;
        }
        if (found)
            choice.done.emplace_back(i, std::move(*found));
        else
            (is_for_device(pairs[i], execution, wanted) ? choice.on_device : choice.on_cpu).push_back(i);
    };
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        if (device_.fits_into_batch(pairs[i], wanted))
        {
            batch.push_back(i);
            batch_cells += pairs[i].cells();
        }
        else
            add_alone(i);
    }

    auto const sample = [&](std::size_t const size)
    {
        return plan::sample_pairs(size, pairs, batch);
    };
    if (batch.size() == 1)
        add_alone(batch.front());
    else if (!batch.empty())
        std::ranges::copy(batch,
                          std::back_inserter(is_batch_for_device(batch_cells, wanted.metric, sample, execution)
                                                 ? choice.on_device
                                                 : choice.on_cpu));
    return choice;
}

// On the device or, if its memory does not suffice, on the CPU.
template <typename watched_t, typename compute_t>
auto automatic_backend::compute_on_device(watched_t & watched, compute_t const & compute) const
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

std::optional<alignment::result> automatic_backend::compute_if_similar(alignment::sequence_pair const & pair,
                                                                       plan::comparison const & wanted,
                                                                       plan::execution const & execution,
                                                                       backend::similar_limits const & limits) const
{
    backend::similar_limits known{limits};
    if (limits.attempt.worth_distance == 0)
        if (std::optional<alignment::result> found = compute_before_start(pair, wanted, execution, known.attempt))
            return found;
    if (!is_for_device(pair, execution, wanted))
        return cpu_.compute_if_similar(pair, wanted, execution, known);
    watched_execution watched{execution, pair.cells()};
    return compute_on_device(watched,
                             [&](backend::backend_interface const & on)
                             {
                                 return on.compute_if_similar(pair, wanted, watched.get(), known);
                             });
}

std::vector<alignment::result> automatic_backend::compute(std::span<alignment::sequence_pair const> const pairs,
                                                          plan::comparison const & wanted,
                                                          plan::execution const & execution) const
{
    backend_choice choice = choose_backends(pairs, wanted, execution);
    std::vector<alignment::result> results(pairs.size());
    if (choice.done.empty() && choice.on_device.empty())
    {
        cpu_.compute_what_fits(pairs, wanted, execution, results, choice.attempts);
        return results;
    }
    watched_execution watched{execution, plan::cell_count(pairs)};
    for (auto & [i, found] : choice.done)
    {
        results[i] = std::move(found);
        watched.add_cells(pairs[i].cells());
    }

    shared_pairs const all{pairs, choice.attempts, wanted, results, watched};
    if (!choice.on_device.empty())
        std::ranges::copy(compute_on_device(watched,
                                            [&](backend::backend_interface const & on)
                                            {
                                                return compute_some(on, choice.on_device, all);
                                            }),
                          std::back_inserter(choice.on_cpu));
    if (!choice.on_cpu.empty())
        compute_some(cpu_, choice.on_cpu, all);
    return results;
}

// Whether pairs without longer sequences are computed in batches.
bool automatic_backend::fit_into_batches(std::uint64_t const max_size, plan::comparison const & wanted) const noexcept
{
    packing::packed_sequence_view const longest{nullptr, max_size, 2, {}};
    return device_.fits_into_batch({longest, longest}, wanted);
}

void automatic_backend::find_values(std::span<alignment::sequence_pair const> const pairs,
                                    plan::comparison const & wanted,
                                    plan::pair_survey const & survey,
                                    std::span<std::uint64_t> const lengths,
                                    plan::execution const & execution) const
{
    if (pairs.size() < 2)
        return backend::backend_interface::find_values(pairs, wanted, survey, lengths, execution);
    // With free ends, pairs do not fit into batches of the device: it computes large ones, one after the other.
    if (wanted.ends.any())
        return std::ranges::any_of(pairs,
                                   [&](alignment::sequence_pair const & pair)
                                   {
                                       return is_for_device(pair, execution, wanted);
                                   })
                 ? backend::backend_interface::find_values(pairs, wanted, survey, lengths, execution)
                 : cpu_.find_values(pairs, wanted, survey, lengths, execution);
    if (!fit_into_batches(survey.max_size, wanted))
        return find_different_values(pairs, wanted, survey, lengths, execution);
    auto const sample = [pairs](std::size_t const size)
    {
        return plan::sample_pairs(size, pairs);
    };
    if (!is_batch_for_device(survey.cells, wanted.metric, sample, execution))
        return cpu_.find_values(pairs, wanted, survey, lengths, execution);

    watched_execution watched{execution, survey.cells};
    compute_on_device(watched,
                      [&](backend::backend_interface const & on)
                      {
                          on.find_values(pairs, wanted, survey, lengths, watched.get());
                      });
}

// A choice for each pair that is too long for batches, and one for all others together.
void automatic_backend::find_different_values(std::span<alignment::sequence_pair const> const pairs,
                                              plan::comparison const & wanted,
                                              plan::pair_survey const & survey,
                                              std::span<std::uint64_t> const lengths,
                                              plan::execution const & execution) const
{
    auto const [long_pairs, short_pairs] = split_pairs(pairs, device_, execution);
    if (pairs.size() < long_pairs.size() + 2)
        return backend::backend_interface::find_values(pairs, wanted, survey, lengths, execution);

    auto const sample = [&](std::size_t const size)
    {
        // Some of all pairs, as most are usually short.
        std::vector<alignment::sequence_pair> some = plan::sample_pairs(size, pairs);
        std::erase_if(some,
                      [&](alignment::sequence_pair const & pair)
                      {
                          return !device_.fits_into_batch(pair, wanted);
                      });
        return some;
    };
    bool const offloads_short = is_batch_for_device(short_pairs.cells, wanted.metric, sample, execution);
    bool const offloads_long = std::ranges::any_of(long_pairs,
                                                   [&](std::size_t const i)
                                                   {
                                                       return is_for_device(pairs[i], execution, wanted);
                                                   });
    if (!offloads_short && !offloads_long)
        return cpu_.find_values(pairs, wanted, survey, lengths, execution);

    watched_execution watched{execution, survey.cells};
    std::vector<alignment::sequence_pair> some_long{};
    for (std::size_t const i : long_pairs)
        some_long.push_back(pairs[i]);
    std::vector<alignment::result> const found = compute(some_long, wanted, watched.get());
    for (std::size_t i = 0; i < found.size(); ++i)
        lengths[long_pairs[i]] = plan::value_of(found[i], wanted.metric);
    watched.add_cells(plan::cell_count(some_long));

    auto const find_short =
        [&](std::span<alignment::sequence_pair const> const some, std::span<std::uint64_t> const of_some)
    {
        plan::pair_survey const survey_of_some = split_pairs(some, device_, execution).short_pairs;
        auto const find = [&](backend::backend_interface const & on)
        {
            on.find_values(some, wanted, survey_of_some, of_some, watched.get());
        };
        offloads_short ? compute_on_device(watched, find) : find(cpu_);
        watched.add_cells(survey_of_some.cells);
    };
    find_other_values(pairs, long_pairs, lengths, find_short);
}

void automatic_backend::find_set_values(plan::sequence_sets const & sets,
                                        plan::metric const metric,
                                        std::span<std::uint64_t> const lengths,
                                        plan::execution const & execution) const
{
    if (sets.pair_count() < 2 || !fit_into_batches(sets.max_size(), {.metric = metric}))
        return backend::backend_interface::find_set_values(sets, metric, lengths, execution);
    auto const sample = [&sets](std::size_t const size)
    {
        return plan::sample_pairs(size, sets);
    };
    if (!is_batch_for_device(sets.cells(), metric, sample, execution))
        return cpu_.find_set_values(sets, metric, lengths, execution);

    watched_execution watched{execution, sets.cells()};
    compute_on_device(watched,
                      [&](backend::backend_interface const & on)
                      {
                          on.find_set_values(sets, metric, lengths, watched.get());
                      });
}

plan::source_statistics automatic_backend::find_interesting(plan::pair_source const & source,
                                                            plan::execution const & execution) const
{
    // Searches compare mostly unrelated sequences.
    auto const no_sample = [](std::size_t)
    {
        return std::vector<alignment::sequence_pair>{};
    };
    if (!is_batch_for_device(source.cells, source.metric, no_sample, execution))
        return cpu_.find_interesting(source, execution);

    resumable_source resumable{source};
    watched_execution watched{execution, source.cells};
    bool computed_by_both = false;
    plan::source_statistics statistics =
        compute_on_device(watched,
                          [&](backend::backend_interface const & on)
                          {
                              computed_by_both = resumable.has_consumed_any();
                              return on.find_interesting(resumable.get(), watched.get());
                          });
    if (computed_by_both)
        statistics.backends.insert(device_.kind());
    return statistics;
}

void automatic_backend::compute_parts(plan::column_chunks & parts, plan::execution const & execution) const
{
    plan::matrix_part const outline = parts.outline();
    if (!is_for_device(outline, execution, {.metric = outline.metric}))
        return cpu_.compute_parts(parts, execution);

    watched_execution watched{execution, parts.cells_done() + outline.cells()};
    compute_on_device(watched,
                      [&](backend::backend_interface const & on)
                      {
                          parts.rewind();
                          on.compute_parts(parts, watched.get());
                      });
}

primer::statistics automatic_backend::scan(scan::request const & request, plan::execution const & execution) const
{
    auto const [with_long_patterns, others] = request.split(scan::max_fast_pattern(request.text.size()));
    primer::statistics done{};
    if (with_long_patterns)
        done = cpu_.scan(*with_long_patterns, execution);
    if (!others)
        return done;
    scan::request const & rest = *others;
    if (!is_scan_for_device(rest.cpu_seconds, execution))
        return cpu_.scan(rest, execution);

    watched_control const watched{request.control};
    return compute_on_device(watched,
                             [&](backend::backend_interface const & on)
                             {
                                 return on.scan(rest, execution);
                             });
}

} // namespace seqan3_gpulcs::dispatch
