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
#include "src/runtime/without_progress.hpp"
#include "src/similar/pair_estimate.hpp"
#include "src/similar/similar_pair.hpp"
#include "src/traceback/traceback.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// Smaller pairs are distributed among the threads.
constexpr double min_cells_for_all_threads{1ull << 34};

// Before a device is started for a pair, the CPU may try it for this part of the time that the start takes.
constexpr double max_part_of_start{0.3};

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
                  std::span<alignment::result> const results,
                  runtime::task_control & control)
{
    auto const start = std::chrono::steady_clock::now();
    std::array<plan::path_end, cpu::max_lanes> memory;
    std::span<plan::path_end const> const values = find_batch_values(pairs, chosen, lanes, memory, control);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        set_value(results[chosen[i]], lanes.wanted().metric, values[i]);
        results[chosen[i]].backend = plan::backend::cpu;
        results[chosen[i]].forward_seconds = seconds / static_cast<double>(chosen.size());
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

long_pairs find_long_pairs(std::span<alignment::sequence_pair const> const pairs)
{
    long_pairs found{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (is_long(pairs[i]))
            (pairs[i].cells() >= min_cells_for_all_threads ? found.for_all_threads : found.for_one_thread).push_back(i);
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

    // Their values go to their places; those of long pairs are left.
    void find(std::span<alignment::sequence_pair const> const pairs,
              std::span<std::uint64_t> const values,
              runtime::task_control & control)
    {
        chosen_.clear();
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if (!is_long(pairs[i]))
                chosen_.push_back(i);
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
        short_values_.find(batch_.pairs, values_, control_);
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
    planned_pairs(std::span<alignment::sequence_pair const> const pairs,
                  std::span<plan::wavefront_attempt const> const attempts,
                  plan::comparison const & wanted,
                  plan::execution const & execution) :
        pairs_{pairs},
        attempts_{attempts},
        wanted_{wanted},
        large_limits_{plan::available_threads(execution), execution.memory_limit},
        small_limits_{1, execution.memory_limit / large_limits_.threads},
        plans_(wanted.with_path ? pairs.size() : 0)
    {
        for (std::size_t i = 0; i < pairs.size(); ++i)
        {
            bool const is_large = pairs.size() == 1 || is_for_all_threads(pairs[i]);
            (is_large ? large_ : small_).push_back(i);
            if (!is_large)
                small_cells_ += pairs[i].cells();
            similar::pair_limits const & limits = is_large ? large_limits_ : small_limits_;
            if (wanted.with_path)
                plans_[i] = plan::plan_alignment(wanted,
                                                 {pairs[i].first.size(), pairs[i].second.size()},
                                                 limits.memory_limit,
                                                 limits.threads);
        }
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
        return traceback::find_alignment(pairs_[i], wanted_, plans_[i], control);
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
    std::vector<plan::subsequence_plan> plans_;
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
void compute_small(std::span<alignment::sequence_pair const> const pairs,
                   planned_pairs const & planned,
                   std::span<alignment::result> const results,
                   unsigned const threads,
                   runtime::task_control & control)
{
    cpu::vector_kernel const kernel = cpu::choose_vector_kernel<recurrence_t>();
    cpu::lane_batches batches{};
    batches.assign(pairs, planned.small(), planned.wanted(), kernel.lanes);
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
                                      results[batch.front()] = planned.compute_small(batch.front(), control);
                                  else
                                      find_results(pairs, batch, lanes, results, control);
                              };
                          });
}

} // namespace

std::optional<alignment::result> cpu_backend::compute_if_soon_done(alignment::sequence_pair const & pair,
                                                                   plan::comparison const & wanted,
                                                                   plan::execution const & execution,
                                                                   plan::wavefront_attempt & attempt) const
{
    plan::execution const silent = runtime::without_progress(execution);
    runtime::task_control control{silent, pair.cells()};
    control.check();
    double const seconds = max_part_of_start * plan::device_costs{}.start_seconds;
    similar::attempt_result found =
        similar::compute_by_wavefront(pair,
                                      wanted,
                                      similar::max_wavefront_distance(pair, wanted.metric, seconds),
                                      {.memory_limit = execution.memory_limit},
                                      control);
    attempt = found.attempt;
    return std::move(found.result);
}

double cpu_backend::estimate_part(alignment::sequence_pair const & pair, plan::metric const metric) const
{
    return similar::estimate_cpu_part(pair, metric);
}

std::optional<alignment::result> cpu_backend::compute_if_similar(alignment::sequence_pair const & pair,
                                                                 plan::comparison const & wanted,
                                                                 plan::execution const & execution,
                                                                 backend::similar_limits const & limits) const
{
    unsigned const threads = plan::available_threads(execution);
    // A band may take nearly as long as the whole matrix.
    double const whole = plan::comparison_seconds(pair.cells(), wanted.metric, plan::this_host(threads));
    if (limits.max_share < 1 || whole > limits.max_seconds)
    {
        plan::wavefront_attempt attempt{limits.attempt};
        return attempt.worth_distance == 0 ? compute_if_soon_done(pair, wanted, execution, attempt) : std::nullopt;
    }
    runtime::thread_team team{};
    runtime::task_control control{execution, pair.cells(), &team};
    control.check();
    return similar::compute_similar(
        pair,
        wanted,
        {.threads = threads, .memory_limit = execution.memory_limit, .attempt = limits.attempt},
        control);
}

std::vector<alignment::result> cpu_backend::compute(std::span<alignment::sequence_pair const> const pairs,
                                                    plan::comparison const & wanted,
                                                    plan::execution const & execution) const
{
    std::vector<alignment::result> results(pairs.size());
    compute_what_fits(pairs, wanted, execution, results, {});
    return results;
}

std::vector<std::size_t> cpu_backend::compute_what_fits(std::span<alignment::sequence_pair const> const pairs,
                                                        plan::comparison const & wanted,
                                                        plan::execution const & execution,
                                                        std::span<alignment::result> const results,
                                                        std::span<plan::wavefront_attempt const> const attempts) const
{
    unsigned const threads = plan::available_threads(execution);
    planned_pairs const planned{pairs, attempts, wanted, execution};
    runtime::thread_team team{};
    runtime::task_control control{execution, plan::cell_count(pairs), &team};

    for (std::size_t const i : planned.large())
        results[i] = planned.compute_large(i, control);

    with_recurrence(wanted.metric,
                    [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
                    {
                        compute_small<recurrence_t>(pairs, planned, results, threads, control);
                    });
    return {};
}

void cpu_backend::find_values(std::span<alignment::sequence_pair const> const pairs,
                              plan::comparison const & wanted,
                              plan::pair_survey const & survey,
                              std::span<std::uint64_t> const values,
                              plan::execution const & execution) const
{
    unsigned const threads = plan::available_threads(execution);
    std::size_t const per_task = std::min(pairs.size() / (tasks_per_thread * threads), max_pairs_per_task);
    if (per_task < min_pairs_per_task)
        return backend::backend_interface::find_values(pairs, wanted, survey, values, execution);

    runtime::thread_team team{};
    runtime::task_control control{execution, survey.cells, &team};
    long_pairs const longs = survey.max_size > cpu::max_batched_length ? find_long_pairs(pairs) : long_pairs{};
    double cells = survey.cells;
    for (std::size_t const i : longs.for_all_threads)
    {
        values[i] = plan::value_of(find_value(pairs[i], wanted, {.threads = threads}, control), wanted.metric);
        cells -= pairs[i].cells();
    }

    // Long ones first: then all threads end at about the same time.
    std::vector<std::size_t> const & alone = longs.for_one_thread;
    auto const make_worker = [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
    {
        return [&, short_ones = short_values<recurrence_t>{wanted}](std::size_t const number) mutable
        {
            if (number < alone.size())
            {
                std::size_t const i = alone[number];
                values[i] = plan::value_of(find_value(pairs[i], wanted, {.threads = 1}, control), wanted.metric);
                return;
            }
            std::size_t const begin = (number - alone.size()) * per_task;
            std::size_t const count = std::min(per_task, pairs.size() - begin);
            short_ones.find(pairs.subspan(begin, count), values.subspan(begin, count), control);
        };
    };
    with_recurrence(wanted.metric,
                    [&](auto const of_metric)
                    {
                        runtime::parallel_for(control,
                                              plan::useful_threads_for_pairs(pairs.size(), cells, threads),
                                              alone.size() + util::ceil_div(pairs.size(), per_task),
                                              [&]()
                                              {
                                                  return make_worker(of_metric);
                                              });
                    });
}

plan::source_statistics cpu_backend::find_interesting(plan::pair_source const & source,
                                                      plan::execution const & execution) const
{
    unsigned const threads = plan::available_threads(execution);
    if (!are_batches_for_threads(source, threads))
        return backend::backend_interface::find_interesting(source, execution);

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
