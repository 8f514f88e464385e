// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/backend/pair_lists.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "src/cpu/backend/lane_worker.hpp"
#include "src/cpu/backend/single_pair.hpp"
#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/plan/offload_policy.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/thread_team.hpp"
#include "src/similar/similar_pair.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// Smaller pairs are distributed among the threads.
constexpr double min_cells_for_all_threads{1ull << 34};

// The pairs that a thread sorts and computes in one go, where there are enough of them for all threads.
constexpr std::size_t min_pairs_per_task{256};
constexpr std::size_t max_pairs_per_task{2048};
constexpr std::size_t list_tasks_per_thread{8};

// Pairs without longer sequences are not worth all threads.
constexpr std::uint64_t max_size_in_batches_of_threads{1ull << 17};

/* Pairs that probably take no more time than their limits. Only nearly equal sequences are compared in a part of the time of the whole
 * matrix: a band may take nearly as long as that.
 */
std::vector<std::size_t> compare_similar_pairs(backend::list_request const & request, plan::execution const & execution)
{
    unsigned const threads = plan::available_threads(execution);
    std::vector<std::size_t> left{};
    runtime::thread_team team{};
    runtime::task_control control{execution, request.survey.all.cells, &team};
    auto const compute = [&](std::size_t const i) -> std::optional<alignment::result>
    {
        alignment::sequence_pair const & pair = request.pairs.pairs[i];
        plan::wavefront_attempt unknown{};
        plan::wavefront_attempt & attempt = request.attempts.empty() ? unknown : request.attempts[i];
        double const whole = plan::comparison_seconds(pair.cells(), request.wanted.metric, plan::this_host(threads));
        if (request.limits->max_share >= 1 && whole <= request.limits->max_seconds)
            return similar::compute_similar(
                pair,
                request.wanted,
                {.threads = threads, .memory_limit = execution.memory_limit, .attempt = attempt},
                control);
        if (attempt.worth_distance != 0 || !plan::has_simple_path(request.wanted))
            return std::nullopt;
        double const seconds = std::min(request.limits->max_seconds, plan::device_costs{}.attempt_seconds());
        similar::attempt_result found =
            similar::compute_by_wavefront(pair,
                                          request.wanted,
                                          similar::max_wavefront_distance(pair, request.wanted.metric, seconds),
                                          {.memory_limit = execution.memory_limit},
                                          control);
        attempt = found.attempt;
        return std::move(found.result);
    };
    for (std::size_t number = 0; number < request.pairs.size(); ++number)
    {
        control.check();
        std::size_t const i = request.pairs.index(number);
        std::optional<alignment::result> found = left.empty() ? compute(i) : std::nullopt;
        if (found)
            request.results.put(i, std::move(*found));
        else
            left.push_back(i);
    }
    return left;
}

// The pairs of a list, by the threads that compute each.
class divided_list
{
public:
    divided_list(backend::list_request const & request, plan::execution const & execution) :
        request_{request},
        threads_{plan::available_threads(execution)},
        large_limits_{threads_, execution.memory_limit},
        small_limits_{1, execution.memory_limit / threads_},
        small_cells_{request.survey.all.cells}
    {
        plan::pair_list const & list = request.pairs;
        bool const are_all_small = list.size() > 1 && !may_be_large(request.survey.all.max_size);
        for (std::size_t number = 0; !are_all_small && number < list.size(); ++number)
            if (list.size() == 1 || is_large(list[number]))
                add_large(list.index(number));
            else
                small_.push_back(list.index(number));
        for (std::size_t const i : large_)
            check_memory(list.pairs[i], large_limits_);
        for (std::size_t const i : small_)
            check_memory(list.pairs[i], small_limits_);
    }

    divided_list(divided_list const &) = delete;
    divided_list & operator=(divided_list const &) = delete;

    // The indices of pairs that get all threads, one after the other.
    std::span<std::size_t const> large() const noexcept
    {
        return large_;
    }

    // The pairs that are distributed among the threads.
    plan::pair_list small() const noexcept
    {
        if (large_.empty())
            return request_.pairs;
        return small_.empty() ? plan::pair_list{} : plan::pair_list{request_.pairs.pairs, small_};
    }

    // The threads that gain something on these.
    unsigned useful_threads() const noexcept
    {
        return plan::useful_threads_for_pairs(small().size(), small_cells_, threads_);
    }

    // The small pairs that a thread computes in one go; 0 if there are so few that all threads share them.
    std::size_t pairs_per_task() const noexcept
    {
        std::size_t const pairs = std::min(small().size() / (list_tasks_per_thread * threads_), max_pairs_per_task);
        return pairs < min_pairs_per_task ? 0 : pairs;
    }

    // Returns the limits of a pair that one thread computes.
    similar::pair_limits const & small_limits() const noexcept
    {
        return small_limits_;
    }

    // No sequence is longer.
    std::uint64_t max_size() const noexcept
    {
        return request_.survey.all.max_size;
    }

    // Returns the limits of a pair that all threads compute.
    similar::pair_limits const & large_limits() const noexcept
    {
        return large_limits_;
    }

private:
    bool may_be_large(std::uint64_t const size) const noexcept
    {
        return static_cast<double>(size) * static_cast<double>(size) >= min_cells_for_all_threads
            || (request_.wanted.with_path
                && plan::min_memory(request_.wanted, {size, size}) > small_limits_.memory_limit);
    }

    bool is_large(alignment::sequence_pair const & pair) const noexcept
    {
        return pair.cells() >= min_cells_for_all_threads
            || (request_.wanted.with_path
                && plan::min_memory(request_.wanted, {pair.first.size(), pair.second.size()})
                       > small_limits_.memory_limit);
    }

    void add_large(std::size_t const i)
    {
        large_.push_back(i);
        small_cells_ -= request_.pairs.pairs[i].cells();
    }

    void check_memory(alignment::sequence_pair const & pair, similar::pair_limits const & limits) const
    {
        if (request_.wanted.with_path)
            plan::check_memory_limit(request_.wanted, {pair.first.size(), pair.second.size()}, limits.memory_limit);
    }

    backend::list_request const & request_;
    unsigned threads_;
    similar::pair_limits large_limits_;
    similar::pair_limits small_limits_;
    double small_cells_;
    std::vector<std::size_t> large_{};
    std::vector<std::size_t> small_{}; // Empty if none is large.
};

/* Pairs that are distributed among the threads. Many are sorted and computed by each thread for itself, some at a time; those for no lane
 * come before all others, so that all threads end at about the same time. Few are sorted together.
 */
template <recurrence recurrence_t>
class small_pairs
{
public:
    small_pairs(backend::list_request const & request, divided_list const & divided, runtime::task_control & control) :
        call_{request.pairs.pairs, request.results, request.attempts},
        wanted_{request.wanted},
        divided_{divided},
        control_{control}
    {}

    void compute() const
    {
        plan::pair_list const list = divided_.small();
        std::size_t const per_task = divided_.pairs_per_task();
        if (per_task == 0)
        {
            lane_batches batches{};
            lane_limits const limits{kernel_.lanes, divided_.small_limits().memory_limit};
            batches.assign(list, {0, list.size()}, wanted_, limits);
            return run(batches.size(),
                       [&](worker_t & worker, std::size_t const number)
                       {
                           worker.compute_batch(call_, batches[number], control_);
                       });
        }

        std::vector<std::size_t> const alone = find_alone(list);
        run(alone.size() + util::ceil_div(list.size(), per_task),
            [&](worker_t & worker, std::size_t const number)
            {
                if (number < alone.size())
                    return worker.compute_batch(call_, {&alone[number], 1}, control_);
                std::size_t const begin = (number - alone.size()) * per_task;
                worker.compute_short(call_, list, {begin, std::min(begin + per_task, list.size())}, control_);
            });
    }

private:
    using worker_t = lane_worker<recurrence_t>;

    worker_t make_worker() const
    {
        return worker_t{kernel_, wanted_, divided_.small_limits().memory_limit};
    }

    // The indices of pairs that are for no lane.
    std::vector<std::size_t> find_alone(plan::pair_list const & list) const
    {
        std::vector<std::size_t> alone{};
        if (is_for_lane(divided_.max_size(), divided_.max_size(), wanted_))
            return alone;
        for (std::size_t number = 0; number < list.size(); ++number)
            if (!is_for_lane(list[number].first.size(), list[number].second.size(), wanted_))
                alone.push_back(list.index(number));
        return alone;
    }

    void run(std::size_t const count, std::function<void(worker_t &, std::size_t)> const & function) const
    {
        runtime::parallel_for(control_,
                              divided_.useful_threads(),
                              count,
                              [&]()
                              {
                                  return [&, worker = make_worker()](std::size_t const number) mutable
                                  {
                                      function(worker, number);
                                  };
                              });
    }

    pair_call call_;
    plan::comparison const & wanted_;
    divided_list const & divided_;
    runtime::task_control & control_;
    vector_kernel kernel_{choose_vector_kernel<recurrence_t>()}; // The batches of all workers are for its lanes.
};

// One thread computes batches of a source, one after the other.
template <recurrence recurrence_t>
class batch_worker
{
public:
    batch_worker(plan::pair_source const & source, std::mutex & consume_mutex, runtime::task_control & control) :
        source_{source},
        worker_{choose_vector_kernel<recurrence_t>(), {.metric = source.metric}},
        consume_mutex_{consume_mutex},
        control_{control}
    {}

    // Returns whether there was anything to compute.
    bool compute(std::size_t const number)
    {
        batch_.clear();
        source_.produce(number, batch_);
        values_.resize(batch_.pairs.size());
        worker_.compute({batch_.pairs, {values_, source_.metric}},
                        {batch_.pairs, {}},
                        {0, batch_.pairs.size()},
                        control_);
        found_.clear();
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (plan::is_of_interest(batch_.pairs[i], values_[i], source_.metric))
                found_.push_back({batch_.ids[i], values_[i]});
        {
            std::scoped_lock const lock{consume_mutex_};
            source_.consume(number, found_);
        }
        control_.add_cells(batch_.cells - plan::cell_count(batch_.pairs));
        return !batch_.pairs.empty();
    }

private:
    plan::pair_source const & source_;
    lane_worker<recurrence_t> worker_;
    std::mutex & consume_mutex_;
    runtime::task_control & control_;
    plan::pair_batch batch_{};
    std::vector<std::uint64_t> values_{};
    std::vector<plan::pair_value> found_{};
};

} // namespace

std::vector<std::size_t> compare_list(backend::list_request const & request, plan::execution const & execution)
{
    if (request.limits)
        return compare_similar_pairs(request, execution);
    divided_list const divided{request, execution};
    runtime::thread_team team{};
    runtime::task_control control{execution, request.survey.all.cells, &team};
    pair_call const call{request.pairs.pairs, request.results, request.attempts};
    for (std::size_t const i : divided.large())
        compare_alone(call, i, request.wanted, divided.large_limits(), control);
    with_recurrence(request.wanted,
                    [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
                    {
                        small_pairs<recurrence_t>{request, divided, control}.compute();
                    });
    return {};
}

bool are_batches_for_threads(plan::pair_source const & source, unsigned const threads) noexcept
{
    std::size_t const batches = source.batch_count();
    if (batches == 0 || std::ranges::max(source.max_sizes) > max_size_in_batches_of_threads)
        return false;
    unsigned const threads_of_batch =
        plan::useful_threads_for_pairs(threads, source.cells / static_cast<double>(batches), threads);
    return batches >= threads_of_batch * util::ceil_div<std::size_t>(batches, threads);
}

plan::source_statistics compare_batches(plan::pair_source const & source, plan::execution const & execution)
{
    runtime::task_control control{execution, source.cells};
    std::mutex consume_mutex{};
    std::atomic<bool> has_computed{false};
    auto const compute = [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
    {
        runtime::parallel_for(control,
                              plan::available_threads(execution),
                              source.batch_count(),
                              [&]()
                              {
                                  return [&, worker = batch_worker<recurrence_t>{source, consume_mutex, control}](
                                             std::size_t const number) mutable
                                  {
                                      if (worker.compute(number))
                                          has_computed.store(true, std::memory_order_relaxed);
                                  };
                              });
    };
    with_recurrence(source.metric, compute);
    return has_computed ? plan::source_statistics{.backends = {plan::backend::cpu}} : plan::source_statistics{};
}

} // namespace seqan3_gpulcs::cpu
