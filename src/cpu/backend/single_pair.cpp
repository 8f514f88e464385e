// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/backend/single_pair.hpp"

#include <bit>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

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
    forward_pass<lcs_recurrence>({rows, columns, whole, {vertical, horizontal}, {}}, plan.threads, control, true);
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
    forward_pass<edit_recurrence>({rows, columns, part, {borders.vertical, borders.horizontal}, {}},
                                  plan.threads,
                                  control,
                                  true);
    if (plan.second_is_rows)
        borders.transpose();
    return plan::find_path_end(wanted, {pair.first.size(), pair.second.size()}, borders);
}

// Without the alignment, by the whole matrix.
alignment::result find_value(alignment::sequence_pair const & pair,
                             plan::comparison const & wanted,
                             unsigned const threads,
                             runtime::task_control & control)
{
    auto const start = std::chrono::steady_clock::now();
    plan::path_end found{};
    if (wanted.metric == plan::metric::edit)
        found = find_distance(pair, wanted, threads, control);
    else
        found.value = find_length(pair, threads, control);

    alignment::result result = make_result(wanted.metric, found);
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
    if (metric == plan::metric::lcs)
    {
        result.length = found.value;
        return result;
    }
    result.distance = found.value;
    result.first.end = found.cell.row;
    result.second.end = found.cell.column;
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
