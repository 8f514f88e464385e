// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/backend/cpu_backend.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/cpu/backend/scan_loop.hpp"
#include "src/cpu/batch/lane_batches.hpp"
#include "src/cpu/batch/vector_batch.hpp"
#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/offload_policy.hpp"
#include "src/plan/path_end.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/thread_team.hpp"
#include "src/similar/similar_pair.hpp"
#include "src/traceback/traceback.hpp"
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
constexpr std::size_t tasks_per_thread{8};

// Pairs without longer sequences are not worth all threads.
constexpr std::uint64_t max_size_in_batches_of_threads{1ull << 17};

// A piece that begins at checkpoints, or has none before its end.
template <cpu::recurrence recurrence_t>
void compute_piece(plan::matrix_part const & part,
                   plan::matrix_region const & piece,
                   unsigned const threads,
                   runtime::task_control & control)
{
    plan::matrix_region const & region = part.region;
    constexpr unsigned words = recurrence_t::state_words;
    static_assert(words == recurrence_t::carry_words);
    auto const vertical =
        part.borders.vertical.subspan((piece.row_begin - region.row_begin) / 64 * words, piece.row_words() * words);
    auto const horizontal = part.borders.horizontal.subspan((piece.column_begin - region.column_begin) / 64 * words,
                                                            piece.column_words() * words);

    plan::checkpoint_grid const & grid = part.kept.grid;
    plan::matrix_region const & all = part.kept.region;
    cpu::kept_increments kept{.column_words = all.row_words() * words, .row_words = all.column_words() * words};
    if (grid.column_spacing != 0 && grid.column_spacing < piece.columns())
    {
        kept.grid.column_spacing = grid.column_spacing;
        kept.columns = part.kept.column_at(piece.column_begin + grid.column_spacing, piece.row_begin);
    }
    if (grid.row_spacing != 0 && grid.row_spacing < piece.rows())
    {
        kept.grid.row_spacing = grid.row_spacing;
        kept.rows = part.kept.row_at(piece.row_begin + grid.row_spacing, piece.column_begin);
    }
    cpu::forward_pass<recurrence_t>({part.rows, part.columns, piece, {vertical, horizontal}, kept},
                                    plan::useful_threads(piece.rows(), piece.columns(), threads),
                                    control,
                                    true);

    if (std::uint64_t * const column = part.kept_column(piece.column_end, piece.row_begin))
        std::ranges::copy(vertical, column);
    if (std::uint64_t * const row = part.kept_row(piece.row_end, piece.column_begin))
        std::ranges::copy(horizontal, row);
}

template <cpu::recurrence recurrence_t>
void compute_pieces(plan::matrix_part const & part, unsigned const threads, runtime::task_control & control)
{
    plan::matrix_region const & region = part.region;
    for (plan::interval const & rows :
         plan::cut_at_checkpoints({region.row_begin, region.row_end}, part.kept.grid.row_spacing))
        for (plan::interval const & columns :
             plan::cut_at_checkpoints({region.column_begin, region.column_end}, part.kept.grid.column_spacing))
            compute_piece<recurrence_t>(part, {rows.begin, rows.end, columns.begin, columns.end}, threads, control);
}

// The length of a longest common subsequence is the sum of the carries below the matrix.
std::uint64_t
find_length(alignment::sequence_pair const & pair, unsigned const threads, runtime::task_control & control)
{
    plan::length_plan const plan = plan::plan_length(pair.first.size(), pair.second.size(), threads);
    auto const & rows = plan.second_is_rows ? pair.second : pair.first;
    auto const & columns = plan.second_is_rows ? pair.first : pair.second;

    plan::matrix_region const whole{0, rows.size(), 0, columns.size()};
    std::vector<std::uint64_t> vertical = plan::left_border(plan::metric::lcs, whole.rows());
    std::vector<std::uint64_t> horizontal = plan::upper_border(plan::metric::lcs, whole.columns());
    cpu::forward_pass<cpu::lcs_recurrence>({rows, columns, whole, {vertical, horizontal}, {}},
                                           plan.threads,
                                           control,
                                           true);
    std::uint64_t length = 0;
    for (std::uint64_t const word : horizontal)
        length += static_cast<std::uint64_t>(std::popcount(word));
    return length;
}

// The distance, and where it is: in a matrix with the rows of the sequence that suits the threads.
plan::path_end find_distance(alignment::sequence_pair const & pair,
                             plan::comparison const & wanted,
                             unsigned const threads,
                             runtime::task_control & control)
{
    plan::length_plan const plan = plan::plan_length(pair.first.size(), pair.second.size(), threads);
    auto const & rows = plan.second_is_rows ? pair.second : pair.first;
    auto const & columns = plan.second_is_rows ? pair.first : pair.second;
    alignment::free_ends const ends = plan.second_is_rows ? plan::exchange_sequences(wanted).ends : wanted.ends;

    plan::matrix_region const part{0, rows.size(), 0, columns.size()};
    plan::final_borders borders{plan::left_border(plan::metric::edit, part.rows(), ends.first_leading),
                                plan::upper_border(plan::metric::edit, part.columns(), ends.second_leading)};
    cpu::forward_pass<cpu::edit_recurrence>({rows, columns, part, {borders.vertical, borders.horizontal}, {}},
                                            plan.threads,
                                            control,
                                            true);
    if (plan.second_is_rows)
        borders.transpose();
    return plan::find_path_end(wanted, {pair.first.size(), pair.second.size()}, borders);
}

void set_value(alignment::result & result, plan::metric const metric, plan::path_end const & found) noexcept
{
    if (metric == plan::metric::lcs)
    {
        result.length = found.value;
        return;
    }
    result.distance = found.value;
    result.first.end = found.cell.row;
    result.second.end = found.cell.column;
}

// Without the alignment.
alignment::result find_value(alignment::sequence_pair const & pair,
                             plan::comparison const & wanted,
                             similar::pair_limits const & limits,
                             runtime::task_control & control)
{
    if (std::optional<alignment::result> found = similar::compute_similar(pair, wanted, limits, control))
        return std::move(*found);

    auto const start = std::chrono::steady_clock::now();
    plan::path_end found{};
    if (wanted.metric == plan::metric::edit)
        found = find_distance(pair, wanted, limits.threads, control);
    else
        found.value = find_length(pair, limits.threads, control);

    alignment::result result{};
    set_value(result, wanted.metric, found);
    result.backend = plan::backend::cpu;
    result.forward_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

// The values of a batch, in its order.
template <cpu::recurrence recurrence_t>
std::span<plan::path_end const> find_batch_values(std::span<alignment::sequence_pair const> const pairs,
                                                  std::span<std::size_t const> const chosen,
                                                  cpu::vector_batch<recurrence_t> & lanes,
                                                  std::array<plan::path_end, cpu::max_lanes> & values,
                                                  runtime::task_control & control)
{
    std::array<alignment::sequence_pair const *, cpu::max_lanes> together{};
    double cells = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        together[i] = &pairs[chosen[i]];
        cells += together[i]->cells();
    }
    std::span const of_chosen = std::span{values}.first(chosen.size());
    lanes.compute(std::span{together}.first(chosen.size()), of_chosen);
    control.add_cells(cells);
    return of_chosen;
}

template <cpu::recurrence recurrence_t>
void find_results(std::span<alignment::sequence_pair const> const pairs,
                  std::span<std::size_t const> const chosen,
                  cpu::vector_batch<recurrence_t> & lanes,
                  plan::result_sink const & results,
                  runtime::task_control & control)
{
    auto const start = std::chrono::steady_clock::now();
    std::array<plan::path_end, cpu::max_lanes> memory;
    std::span<plan::path_end const> const values = find_batch_values(pairs, chosen, lanes, memory, control);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        alignment::result result{};
        set_value(result, lanes.wanted().metric, values[i]);
        result.backend = plan::backend::cpu;
        result.forward_seconds = seconds / static_cast<double>(chosen.size());
        results.put(chosen[i], std::move(result));
    }
}

bool is_long(alignment::sequence_pair const & pair) noexcept
{
    return std::max(pair.first.size(), pair.second.size()) > cpu::max_batched_length;
}

// The pairs of a call that are too long for batches: their indices.
struct long_pairs
{
    std::vector<std::size_t> for_all_threads{}; // One after the other.
    std::vector<std::size_t> for_one_thread{};  // Distributed among the threads.
};

long_pairs find_long_pairs(plan::pair_list const & list)
{
    long_pairs found{};
    for (std::size_t i = 0; i < list.size(); ++i)
        if (is_long(list[i]))
            (list[i].cells() >= min_cells_for_all_threads ? found.for_all_threads : found.for_one_thread)
                .push_back(list.index(i));
    return found;
}

// Computes the values of pairs that are not too long for batches, by one thread.
template <cpu::recurrence recurrence_t>
class short_values
{
public:
    explicit short_values(plan::comparison const & wanted) : lanes_{cpu::choose_vector_kernel<recurrence_t>(), wanted}
    {}

    plan::comparison const & wanted() const noexcept
    {
        return lanes_.wanted();
    }

    // The values go to the places of the pairs; those of long pairs are left.
    void find(plan::pair_list const & list, std::span<std::uint64_t> const values, runtime::task_control & control)
    {
        chosen_.clear();
        for (std::size_t i = 0; i < list.size(); ++i)
            if (!is_long(list[i]))
                chosen_.push_back(list.index(i));
        std::span<alignment::sequence_pair const> const pairs = list.pairs;
        batches_.assign(pairs, chosen_, wanted(), lanes_.max_pairs());

        std::array<plan::path_end, cpu::max_lanes> memory;
        for (std::size_t number = 0; number < batches_.size(); ++number)
        {
            control.check();
            std::span<std::size_t const> const batch = batches_[number];
            if (batch.size() == 1)
            {
                std::size_t const i = batch.front();
                values[i] = plan::value_of(find_value(pairs[i], wanted(), {.threads = 1}, control), wanted().metric);
                continue;
            }
            std::span<plan::path_end const> const found = find_batch_values(pairs, batch, lanes_, memory, control);
            for (std::size_t i = 0; i < batch.size(); ++i)
                values[batch[i]] = found[i].value;
        }
    }

private:
    cpu::vector_batch<recurrence_t> lanes_;
    cpu::lane_batches batches_{};
    std::vector<std::size_t> chosen_{};
};

// Whether the batches of a source take less time if each of them has a thread of its own than if all threads share each.
bool are_batches_for_threads(plan::pair_source const & source, unsigned const threads) noexcept
{
    std::size_t const batches = source.batch_count();
    if (batches == 0 || std::ranges::max(source.max_sizes) > max_size_in_batches_of_threads)
        return false;
    unsigned const threads_of_batch =
        plan::useful_threads_for_pairs(threads, source.cells / static_cast<double>(batches), threads);
    return batches >= threads_of_batch * util::ceil_div<std::size_t>(batches, threads);
}

// One thread computes such batches, one after the other.
template <cpu::recurrence recurrence_t>
class batch_worker
{
public:
    batch_worker(plan::pair_source const & source, std::mutex & consume_mutex, runtime::task_control & control) :
        source_{source},
        short_values_{{.metric = source.metric}},
        consume_mutex_{consume_mutex},
        control_{control}
    {}

    // Returns whether there was anything to compute.
    bool compute(std::size_t const number)
    {
        batch_.clear();
        source_.produce(number, batch_);
        values_.resize(batch_.pairs.size());
        short_values_.find({batch_.pairs, {}}, values_, control_);
        for (std::size_t i = 0; i < batch_.pairs.size(); ++i)
            if (is_long(batch_.pairs[i]))
                values_[i] =
                    plan::value_of(find_value(batch_.pairs[i], short_values_.wanted(), {.threads = 1}, control_),
                                   source_.metric);
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
    short_values<recurrence_t> short_values_;
    std::mutex & consume_mutex_;
    runtime::task_control & control_;
    plan::pair_batch batch_{};
    std::vector<std::uint64_t> values_{};
    std::vector<plan::pair_value> found_{};
};

/* Pairs with their plans. Large pairs get all threads and all memory, one after the other; small ones are distributed among
 * the threads. All plans are made before anything is computed: a limit that is too small shows at once.
 */
class planned_pairs
{
public:
    planned_pairs(backend::list_request const & request, plan::execution const & execution) :
        pairs_{request.pairs.pairs},
        attempts_{request.attempts},
        wanted_{request.wanted},
        large_limits_{plan::available_threads(execution), execution.memory_limit},
        small_limits_{1, execution.memory_limit / large_limits_.threads},
        list_{request.pairs},
        plans_(wanted_.with_path ? list_.size() : 0)
    {
        for (std::size_t number = 0; number < request.pairs.size(); ++number)
        {
            std::size_t const i = request.pairs.index(number);
            bool const is_large = request.pairs.size() == 1 || is_for_all_threads(pairs_[i]);
            (is_large ? large_ : small_).push_back(i);
            if (!is_large)
                small_cells_ += pairs_[i].cells();
            similar::pair_limits const & limits = is_large ? large_limits_ : small_limits_;
            if (wanted_.with_path)
                plans_[number] = plan::plan_alignment(wanted_,
                                                      {pairs_[i].first.size(), pairs_[i].second.size()},
                                                      limits.memory_limit,
                                                      limits.threads);
        }
    }

    // All pairs of the call, of which some are wanted.
    std::span<alignment::sequence_pair const> pairs() const noexcept
    {
        return pairs_;
    }

    // The indices of large pairs.
    std::vector<std::size_t> const & large() const noexcept
    {
        return large_;
    }

    // The indices of small pairs.
    std::vector<std::size_t> const & small() const noexcept
    {
        return small_;
    }

    plan::comparison const & wanted() const noexcept
    {
        return wanted_;
    }

    // The cells of small pairs.
    double small_cells() const noexcept
    {
        return small_cells_;
    }

    alignment::result compute_large(std::size_t const i, runtime::task_control & control) const
    {
        return compute(i, large_limits_, control);
    }

    alignment::result compute_small(std::size_t const i, runtime::task_control & control) const
    {
        return compute(i, small_limits_, control);
    }

private:
    alignment::result compute(std::size_t const i, similar::pair_limits limits, runtime::task_control & control) const
    {
        if (!attempts_.empty())
            limits.attempt = attempts_[i];
        if (!wanted_.with_path)
            return find_value(pairs_[i], wanted_, limits, control);
        if (std::optional<alignment::result> found = similar::compute_similar(pairs_[i], wanted_, limits, control))
            return std::move(*found);
        return traceback::find_alignment(pairs_[i], wanted_, plans_[list_.number(i)], control);
    }

    bool is_for_all_threads(alignment::sequence_pair const & pair) const noexcept
    {
        return pair.cells() >= min_cells_for_all_threads
            || (wanted_.with_path
                && plan::min_memory(wanted_, {pair.first.size(), pair.second.size()}) > small_limits_.memory_limit);
    }

    std::span<alignment::sequence_pair const> pairs_;
    std::span<plan::wavefront_attempt const> attempts_; // Empty, or of each pair.
    plan::comparison wanted_;
    similar::pair_limits large_limits_;
    similar::pair_limits small_limits_;
    plan::pair_list list_;
    std::vector<plan::subsequence_plan> plans_; // One for each pair of the list.
    std::vector<std::size_t> large_{};
    std::vector<std::size_t> small_{};
    double small_cells_{};
};

// Calls a function with the recurrence of a metric.
template <typename function_t>
auto with_recurrence(plan::metric const metric, function_t && function)
{
    return metric == plan::metric::lcs ? function(std::type_identity<cpu::lcs_recurrence>{})
                                       : function(std::type_identity<cpu::edit_recurrence>{});
}

template <cpu::recurrence recurrence_t>
void compute_small(planned_pairs const & planned,
                   plan::result_sink const & results,
                   unsigned const threads,
                   runtime::task_control & control)
{
    cpu::vector_kernel const kernel = cpu::choose_vector_kernel<recurrence_t>();
    cpu::lane_batches batches{};
    batches.assign(planned.pairs(), planned.small(), planned.wanted(), kernel.lanes);
    runtime::parallel_for(control,
                          plan::useful_threads_for_pairs(planned.small().size(), planned.small_cells(), threads),
                          batches.size(),
                          [&]()
                          {
                              return [&, lanes = cpu::vector_batch<recurrence_t>{kernel, planned.wanted()}](
                                         std::size_t const number) mutable
                              {
                                  std::span<std::size_t const> const batch = batches[number];
                                  if (batch.size() == 1)
                                      results.put(batch.front(), planned.compute_small(batch.front(), control));
                                  else
                                      find_results(planned.pairs(), batch, lanes, results, control);
                              };
                          });
}

/* Pairs that probably take no more time than their limits. Only nearly equal sequences are compared in a part of the time of the whole
 * matrix: a band may take nearly as long as that.
 */
std::vector<std::size_t> compute_similar_pairs(backend::list_request const & request, plan::execution const & execution)
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
        if (attempt.worth_distance != 0)
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

// Any pairs. All are planned before the first one is computed.
void compute_planned(backend::list_request const & request, plan::execution const & execution)
{
    planned_pairs const planned{request, execution};
    runtime::thread_team team{};
    runtime::task_control control{execution, request.survey.all.cells, &team};
    for (std::size_t const i : planned.large())
        request.results.put(i, planned.compute_large(i, control));

    with_recurrence(
        request.wanted.metric,
        [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
        {
            compute_small<recurrence_t>(planned, request.results, plan::available_threads(execution), control);
        });
}

// The values of very many pairs, each thread those of some of them at a time.
void find_many_values(backend::list_request const & request,
                      std::size_t const per_task,
                      plan::execution const & execution)
{
    plan::comparison const & wanted = request.wanted;
    std::span<std::uint64_t> const values = request.results.values();
    unsigned const threads = plan::available_threads(execution);
    runtime::thread_team team{};
    plan::pair_survey const & survey = request.survey.all;
    runtime::task_control control{execution, survey.cells, &team};
    long_pairs const longs = survey.max_size > cpu::max_batched_length ? find_long_pairs(request.pairs) : long_pairs{};
    double cells = survey.cells;
    auto const find_alone = [&](std::size_t const i, unsigned const of_threads)
    {
        values[i] =
            plan::value_of(find_value(request.pairs.pairs[i], wanted, {.threads = of_threads}, control), wanted.metric);
    };
    for (std::size_t const i : longs.for_all_threads)
    {
        find_alone(i, threads);
        cells -= request.pairs.pairs[i].cells();
    }

    // Long ones first: then all threads end at about the same time.
    std::vector<std::size_t> const & alone = longs.for_one_thread;
    auto const make_worker = [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
    {
        return [&, short_ones = short_values<recurrence_t>{wanted}](std::size_t const number) mutable
        {
            if (number < alone.size())
                return find_alone(alone[number], 1);
            std::size_t const begin = (number - alone.size()) * per_task;
            std::size_t const count = std::min(per_task, request.pairs.size() - begin);
            bool const are_all = request.pairs.indices.empty();
            short_ones.find(request.pairs.part(begin, count), are_all ? values.subspan(begin, count) : values, control);
        };
    };
    with_recurrence(wanted.metric,
                    [&](auto const of_metric)
                    {
                        runtime::parallel_for(control,
                                              plan::useful_threads_for_pairs(request.pairs.size(), cells, threads),
                                              alone.size() + util::ceil_div(request.pairs.size(), per_task),
                                              [&]()
                                              {
                                                  return make_worker(of_metric);
                                              });
                    });
}

std::vector<std::size_t> compute_list(backend::list_request const & request, plan::execution const & execution)
{
    if (request.limits)
        return compute_similar_pairs(request, execution);
    unsigned const threads = plan::available_threads(execution);
    std::size_t const per_task = std::min(request.pairs.size() / (tasks_per_thread * threads), max_pairs_per_task);
    if (request.results.takes_values() && per_task >= min_pairs_per_task)
        find_many_values(request, per_task, execution);
    else
        compute_planned(request, execution);
    return {};
}

// The batches of a source, one or several for each thread at a time.
plan::source_statistics
compute_source(plan::pair_source const & source, unsigned const threads, plan::execution const & execution)
{
    runtime::task_control control{execution, source.cells};
    std::mutex consume_mutex{};
    std::atomic<bool> has_computed{false};
    auto const make_worker = [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
    {
        return [&has_computed,
                worker = batch_worker<recurrence_t>{source, consume_mutex, control}](std::size_t const number) mutable
        {
            if (worker.compute(number))
                has_computed.store(true, std::memory_order_relaxed);
        };
    };
    with_recurrence(source.metric,
                    [&](auto const of_metric)
                    {
                        runtime::parallel_for(control,
                                              threads,
                                              source.batch_count(),
                                              [&]()
                                              {
                                                  return make_worker(of_metric);
                                              });
                    });
    return has_computed ? plan::source_statistics{.backends = {plan::backend::cpu}} : plan::source_statistics{};
}

} // namespace

backend::pair_outcome cpu_backend::compute(backend::pair_request const & request,
                                           plan::execution const & execution) const
{
    if (auto const * const list = std::get_if<backend::list_request>(&request))
        return {.left = compute_list(*list, execution)};
    if (auto const * const set = std::get_if<backend::set_request>(&request))
    {
        backend::compute_lists(*this, *set, execution);
        return {};
    }
    auto const & of_source = std::get<backend::source_request>(request);
    unsigned const threads = plan::available_threads(execution);
    return {.statistics = are_batches_for_threads(of_source.source, threads)
                            ? compute_source(of_source.source, threads, execution)
                            : backend::compute_lists(*this, of_source, execution)};
}

void cpu_backend::compute_parts(plan::column_chunks & parts, plan::execution const & execution) const
{
    unsigned const threads = plan::available_threads(execution);
    runtime::task_control control{execution, parts.cells_done() + parts.outline().cells()};
    control.add_cells(parts.cells_done());
    while (plan::matrix_part const * const part = parts.next(true))
    {
        control.check();
        with_recurrence(part->metric,
                        [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
                        {
                            compute_pieces<recurrence_t>(*part, threads, control);
                        });
        parts.finish({.backends = {plan::backend::cpu}});
    }
}

primer::statistics cpu_backend::scan(scan::request const & request, plan::execution const & execution) const
{
    scan_text(request, plan::available_threads(execution));
    return {.backend = plan::backend::cpu};
}

} // namespace seqan3_gpulcs::cpu
