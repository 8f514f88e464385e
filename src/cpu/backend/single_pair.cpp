// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/backend/single_pair.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/cpu/strip/last_column.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// Whether the second sequence has the rows of the matrix whose last column tells the value; none if there is no such matrix for vectors.
std::optional<bool> choose_rows(alignment::sequence_pair const & pair,
                                plan::comparison const & wanted,
                                vector_kernel const & kernel) noexcept
{
    std::uint64_t const first = pair.first.size();
    std::uint64_t const second = pair.second.size();
    std::optional<std::uint64_t> as_given{};
    std::optional<std::uint64_t> exchanged{};
    if (!wanted.ends.second_trailing)
        as_given = count_vector_steps(first, second, wanted.metric, kernel);
    if (!wanted.ends.first_trailing)
        exchanged = count_vector_steps(second, first, wanted.metric, kernel);
    if (!as_given && !exchanged)
        return std::nullopt;
    return !as_given || (exchanged && *exchanged < *as_given);
}

// The value by the last column of the matrix, or by its last row if that is where the alignment ends; none if vectors of one thread do not
// find it.
template <recurrence recurrence_t>
std::optional<plan::path_end> find_in_last_column(alignment::sequence_pair const & pair,
                                                  plan::comparison const & wanted,
                                                  runtime::task_control & control)
{
    constexpr plan::metric metric{recurrence_t::metric};
    vector_kernel const kernel = choose_vector_kernel<recurrence_t>();
    std::optional<bool> const second_is_rows = choose_rows(pair, wanted, kernel);
    if (!second_is_rows)
        return std::nullopt;
    auto const & rows = *second_is_rows ? pair.second : pair.first;
    auto const & columns = *second_is_rows ? pair.first : pair.second;
    plan::comparison const of_matrix = *second_is_rows ? plan::exchange_sequences(wanted) : wanted;
    auto vertical = plan::left_border(metric, rows.size(), of_matrix.ends.first_leading);
    auto horizontal = plan::upper_border(metric, columns.size(), of_matrix.ends.second_leading);
    compute_last_column<recurrence_t>(kernel,
                                      {.rows = rows,
                                       .columns = columns,
                                       .region = {0, rows.size(), 0, columns.size()},
                                       .borders = {vertical, horizontal},
                                       .metric = metric},
                                      control);
    plan::path_end found = plan::find_path_end(of_matrix, {rows.size(), columns.size()}, {vertical, horizontal});
    if (*second_is_rows)
        std::swap(found.cell.row, found.cell.column);
    return found;
}

// The value, and where it is: in a matrix with the rows of the sequence that suits the threads.
plan::path_end find_in_whole_matrix(alignment::sequence_pair const & pair,
                                    plan::comparison const & wanted,
                                    plan::length_plan const & plan,
                                    runtime::task_control & control)
{
    auto const & rows = plan.second_is_rows ? pair.second : pair.first;
    auto const & columns = plan.second_is_rows ? pair.first : pair.second;
    alignment::free_ends const ends = plan.second_is_rows ? plan::exchange_sequences(wanted).ends : wanted.ends;

    plan::final_borders borders{plan::left_border(wanted.metric, rows.size(), ends.first_leading),
                                plan::upper_border(wanted.metric, columns.size(), ends.second_leading)};
    forward_pass({.rows = rows,
                  .columns = columns,
                  .region = {0, rows.size(), 0, columns.size()},
                  .borders = {borders.vertical, borders.horizontal},
                  .metric = wanted.metric},
                 plan.threads,
                 control,
                 true);
    plan::matrix_cell const size{pair.first.size(), pair.second.size()};
    // Without free ends, it is the same in both matrices.
    if (!wanted.ends.any())
        return {size, plan::find_path_end(wanted, {rows.size(), columns.size()}, borders).value};
    if (plan.second_is_rows)
        borders.transpose();
    return plan::find_path_end(wanted, size, borders);
}

template <recurrence recurrence_t>
plan::path_end find_end(alignment::sequence_pair const & pair,
                        plan::comparison const & wanted,
                        unsigned const threads,
                        runtime::task_control & control)
{
    plan::length_plan const plan = plan::plan_length(pair.first.size(), pair.second.size(), threads);
    if (plan.threads == 1)
        if (std::optional<plan::path_end> const found = find_in_last_column<recurrence_t>(pair, wanted, control))
            return *found;
    return find_in_whole_matrix(pair, wanted, plan, control);
}

// Without the alignment, by the whole matrix.
alignment::result find_value(alignment::sequence_pair const & pair,
                             plan::comparison const & wanted,
                             unsigned const threads,
                             runtime::task_control & control)
{
    auto const start = std::chrono::steady_clock::now();
    alignment::result result =
        make_result(wanted.metric,
                    with_recurrence(wanted.metric,
                                    [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
                                    {
                                        return find_end<recurrence_t>(pair, wanted, threads, control);
                                    }));
    result.forward_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

alignment::result compare_pair(alignment::sequence_pair const & pair,
                               plan::comparison const & wanted,
                               similar::pair_limits const & limits,
                               runtime::task_control & control)
{
    if (std::optional<alignment::result> found = similar::compute_similar(pair, wanted, limits, control))
        return std::move(*found);
    if (!wanted.with_path)
        return find_value(pair, wanted, limits.threads, control);
    plan::subsequence_plan const plan =
        plan::plan_alignment(wanted, {pair.first.size(), pair.second.size()}, limits.memory_limit, limits.threads);
    return traceback::find_alignment(pair, wanted, plan, control);
}

} // namespace

alignment::result make_result(plan::metric const metric, plan::path_end const & found) noexcept
{
    alignment::result result{};
    result.backend = plan::backend::cpu;
    plan::set_value(result, metric, found);
    return result;
}

void compare_alone(pair_call const & call,
                   std::size_t const i,
                   plan::comparison const & wanted,
                   similar::pair_limits limits,
                   runtime::task_control & control)
{
    if (!call.attempts.empty())
        limits.attempt = call.attempts[i];
    call.results.put(i, compare_pair(call.pairs[i], wanted, limits, control));
}

} // namespace seqan3_gpulcs::cpu
