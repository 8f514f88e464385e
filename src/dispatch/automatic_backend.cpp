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
#include "src/scan/match_request.hpp"
#include "src/scan/primer_request.hpp"
#include "src/scan/site_request.hpp"

namespace seqan3_gpulcs::dispatch
{

namespace
{

using runtime::watched_execution;

// Like runtime::watched_execution, for primers and matches, whose requests have a control.
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
    plan::comparison const & wanted;
    std::span<alignment::result> results;
    watched_execution & watched;
};

// Returns the pairs for which memory does not suffice.
std::vector<std::size_t>
compute_some(backend::backend_interface const & on, std::span<std::size_t const> const chosen, shared_pairs const & all)
{
    std::vector<alignment::sequence_pair> some{};
    for (std::size_t const i : chosen)
        some.push_back(all.pairs[i]);

    std::vector<alignment::result> found(some.size());
    std::vector<std::size_t> left = on.compute_what_fits(some, all.wanted, all.watched.get(), found);
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
    return plan::worth_offloading(work, wanted, plan::available_threads(execution), device_state())
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
                                                   plan::available_threads(execution),
                                                   device_state());
    double const likely = is_sampled ? likely_cells(cells, metric, sample) : cells;
    if (is_for_device(before + likely, execution, wanted))
        return true;
    batch_cells_on_cpu_.fetch_add(likely, std::memory_order_relaxed);
    return false;
}

// Primers and matches, by what a thread of the CPU would take.
bool automatic_backend::is_search_for_device(double const thread_seconds, plan::execution const & execution) const
{
    return plan::worth_offloading(thread_seconds / plan::available_threads(execution), device_state())
        && device_.has_device();
}

// What is known of a pair before a device that has not started is started for it.
std::optional<alignment::result> automatic_backend::compute_before_start(alignment::sequence_pair const & pair,
                                                                         plan::comparison const & wanted,
                                                                         plan::execution const & execution) const
{
    if (device_.has_started()
        || !plan::worth_offloading(pair, wanted, plan::available_threads(execution), device_state()))
        return std::nullopt;
    return cpu_.compute_if_soon_done(pair, wanted, execution);
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
        if (std::optional<alignment::result> found = compute_before_start(pairs[i], wanted, execution))
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
    if (limits.is_soon_done)
        if (std::optional<alignment::result> found = compute_before_start(pair, wanted, execution))
            return found;
    if (!is_for_device(pair, execution, wanted))
        return cpu_.compute_if_similar(pair, wanted, execution, limits);
    watched_execution watched{execution, pair.cells()};
    return compute_on_device(watched,
                             [&](backend::backend_interface const & on)
                             {
                                 return on.compute_if_similar(pair, wanted, watched.get(), limits);
                             });
}

std::vector<alignment::result> automatic_backend::compute(std::span<alignment::sequence_pair const> const pairs,
                                                          plan::comparison const & wanted,
                                                          plan::execution const & execution) const
{
    backend_choice choice = choose_backends(pairs, wanted, execution);
    if (choice.done.empty() && choice.on_device.empty())
        return cpu_.compute(pairs, wanted, execution);

    std::vector<alignment::result> results(pairs.size());
    watched_execution watched{execution, plan::cell_count(pairs)};
    for (auto & [i, found] : choice.done)
    {
        results[i] = std::move(found);
        watched.add_cells(pairs[i].cells());
    }

    shared_pairs const all{pairs, wanted, results, watched};
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

std::vector<std::uint64_t> automatic_backend::prefix_increments(packing::packed_sequence_view const first,
                                                                packing::packed_sequence_view const second,
                                                                plan::execution const & execution) const
{
    if (!is_for_device(alignment::sequence_pair{first, second}, execution, plan::lcs_length))
        return cpu_.prefix_increments(first, second, execution);

    watched_execution watched{execution, alignment::sequence_pair{first, second}.cells()};
    return compute_on_device(watched,
                             [&](backend::backend_interface const & on)
                             {
                                 return on.prefix_increments(first, second, watched.get());
                             });
}

plan::source_statistics automatic_backend::compute_part(plan::matrix_part const & part,
                                                        plan::execution const & execution) const
{
    if (!is_for_device(part.cells(), execution, {.metric = part.metric}))
        return cpu_.compute_part(part, execution);

    watched_execution watched{execution, part.cells()};
    return compute_on_device(watched,
                             [&](backend::backend_interface const & on)
                             {
                                 return on.compute_part(part, watched.get());
                             });
}

void automatic_backend::compute_chunks(plan::column_chunks & chunks, plan::execution const & execution) const
{
    plan::matrix_part const outline = chunks.outline();
    double const cells = outline.cells();
    if (!is_for_device(cells, execution, {.metric = outline.metric}))
        return cpu_.compute_chunks(chunks, execution);

    watched_execution watched{execution, chunks.cells_done() + cells};
    compute_on_device(watched,
                      [&](backend::backend_interface const & on)
                      {
                          chunks.rewind();
                          on.compute_chunks(chunks, watched.get());
                      });
}

primer::statistics automatic_backend::find_primers(scan::primer_request const & request,
                                                   plan::execution const & execution) const
{
    if (request.hits().rare_size() > device_.max_pattern_size(request.text().size())
        || !is_search_for_device(cpu_.primer_seconds(request), execution))
        return cpu_.find_primers(request, execution);

    watched_control const watched{request.control()};
    return compute_on_device(watched,
                             [&](backend::backend_interface const & on)
                             {
                                 return on.find_primers(request, execution);
                             });
}

void automatic_backend::find_matches(scan::match_request const & request,
                                     std::size_t const begin,
                                     std::size_t const end,
                                     plan::execution const & execution) const
{
    // Those with long patterns come first.
    std::size_t const first =
        std::clamp(request.first_group(device_.max_pattern_size(request.text().size())), begin, end);
    if (begin < first)
        cpu_.find_matches(request, begin, first, execution);
    if (first == end)
        return;

    if (!is_search_for_device(cpu_.match_seconds(request, first, end), execution))
        return cpu_.find_matches(request, first, end, execution);

    watched_control const watched{request.control()};
    compute_on_device(watched,
                      [&](backend::backend_interface const & on)
                      {
                          on.find_matches(request, first, end, execution);
                      });
}

std::vector<primer::site> automatic_backend::find_sites(scan::site_request const & request,
                                                        plan::execution const & execution,
                                                        primer::statistics & statistics) const
{
    if (request.max_pattern_size(1) > device_.max_pattern_size(request.text().size())
        || !is_search_for_device(cpu_.site_seconds(request), execution))
        return cpu_.find_sites(request, execution, statistics);

    watched_control const watched{request.control()};
    return compute_on_device(watched,
                             [&](backend::backend_interface const & on)
                             {
                                 return on.find_sites(request, execution, statistics);
                             });
}

} // namespace seqan3_gpulcs::dispatch
