// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_pair.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "cuda/strip/device_checkpoints.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/path_end.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// Buffers kept for later computations make room if memory is short.
matrix_run prepare(strip_request const & request, context_team const & team, stream_context_pool & contexts)
{
    return prepare_matrix_run(request,
                              team,
                              [&]()
                              {
                                  for (stream_context const * const context : team.all())
                                      contexts.release_idle(context->device);
                              });
}

// Joins halves to words of 64 bits.
std::vector<std::uint64_t> column_words(std::vector<std::uint32_t> const & halves)
{
    std::vector<std::uint64_t> words(halves.size() / 2);
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = halves[2 * i] | std::uint64_t{halves[2 * i + 1]} << 32;
    return words;
}

// The end of an alignment, from the borders of the matrix.
void set_end(alignment::result & result, alignment_request const & request, plan::final_borders const & borders)
{
    plan::matrix_cell const size{request.pair.first.size(), request.pair.second.size()};
    plan::path_end const end = plan::find_path_end(request.wanted, size, borders);
    result.distance = end.value;
    result.first = {0, end.cell.row};
    result.second = {0, end.cell.column};
}

// The time and memory of the pass over a matrix.
void add_statistics(alignment::result & result,
                    matrix_run_result const & found,
                    std::chrono::duration<double> const time)
{
    result.device_bytes = found.device_bytes;
    result.transfer_seconds = found.transfer_seconds;
    result.kernel_seconds = found.kernel_seconds;
    result.forward_seconds = time.count();
}

} // namespace

alignment::result find_value(alignment::sequence_pair const & pair,
                             plan::metric const metric,
                             context_team const & team,
                             stream_context_pool & contexts,
                             runtime::task_control & control)
{
    alignment::result result{};
    strip_recurrence const & recurrence = strips_of(metric);
    if (pair.first.empty() || pair.second.empty())
    {
        plan::value_of(result, metric) = recurrence.traits.value(pair.first.size(), pair.second.size(), 0);
        return result;
    }

    auto const start = std::chrono::steady_clock::now();
    strip_request const request{.first = pair.first, .second = pair.second, .recurrence = &recurrence};
    matrix_run_result const found = prepare(request, team, contexts).compute(control);
    plan::value_of(result, metric) = found.value;
    add_statistics(result, found, std::chrono::steady_clock::now() - start);
    return result;
}

alignment::result find_end(alignment_request const & request,
                           context_team const & team,
                           stream_context_pool & contexts,
                           runtime::task_control & control)
{
    auto const & [pair, wanted, execution] = request;
    alignment::result result{};
    auto const start = std::chrono::steady_clock::now();
    // The rows of the transposed matrix are the second sequence.
    auto const find_border = [&](bool const is_transposed)
    {
        matrix_run_result found = prepare({.first = is_transposed ? pair.second : pair.first,
                                           .second = is_transposed ? pair.first : pair.second,
                                           .wanted = pair_output::border,
                                           .recurrence = &strips_of(wanted.metric),
                                           .ends = is_transposed ? plan::exchange_sequences(wanted).ends : wanted.ends},
                                          team,
                                          contexts)
                                      .compute(control);
        result.transfer_seconds += found.transfer_seconds;
        result.kernel_seconds += found.kernel_seconds;
        result.device_bytes = std::max(result.device_bytes, found.device_bytes);
        // The cells count once as progress, however many passes there are.
        control.add_cells(-pair.cells());
        return column_words(found.last_column);
    };
    plan::matrix_region const whole{0, pair.first.size(), 0, pair.second.size()};
    plan::final_borders borders{plan::left_border(wanted.metric, whole.rows(), wanted.ends.first_leading),
                                plan::upper_border(wanted.metric, whole.columns(), wanted.ends.second_leading)};
    if (!pair.first.empty() && !pair.second.empty())
    {
        if (wanted.ends.second_trailing)
        {
            plan::final_borders transposed{.vertical = find_border(true)};
            transposed.transpose();
            borders.horizontal = std::move(transposed.horizontal);
        }
        if (wanted.ends.first_trailing || !wanted.ends.second_trailing)
            borders.vertical = find_border(false);
    }
    control.add_cells(pair.cells());
    set_end(result, request, borders);
    result.forward_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

alignment::result find_alignment(alignment_request const & request,
                                 context_team const & team,
                                 stream_context_pool & contexts,
                                 runtime::task_control & control)
{
    auto const & [pair, wanted, execution] = request;
    plan::matrix_cell const size{pair.first.size(), pair.second.size()};
    auto const plan_tiles = [&](plan::checkpoint_grid const & grid)
    {
        return plan::plan_traceback(wanted, grid, size, execution.memory_limit, plan::available_threads(execution));
    };
    if (pair.first.empty() || pair.second.empty())
        return traceback::find_alignment(pair, wanted, plan_tiles({size.row, size.column}), control);

    auto const start = std::chrono::steady_clock::now();
    // The pass with checkpoints gives the last column, too, but not the last row.
    bool const ends_in_column = wanted.ends.first_trailing && !wanted.ends.second_trailing;
    alignment::result at{.first = {0, size.row}, .second = {0, size.column}};
    if (wanted.ends.second_trailing)
    {
        at = find_end(request, team, contexts, control);
        control.add_cells(-pair.cells());
    }
    matrix_run run = prepare({.first = pair.first,
                              .second = pair.second,
                              .wanted = pair_output::checkpoints,
                              .recurrence = &strips_of(wanted.metric),
                              .ends = wanted.ends,
                              .with_last_column = ends_in_column},
                             team,
                             contexts);
    // The plan comes before anything is computed, as the limit may not suffice.
    plan::subsequence_plan const tiles = plan_tiles(run.plan().checkpoints);
    matrix_run_result const found = run.compute(control);
    if (ends_in_column)
        set_end(at, request, {column_words(found.last_column), {}});
    auto const time = std::chrono::steady_clock::now() - start;

    device_checkpoints checkpoints{found.checkpoints, plan::matrix_cell{at.first.end, at.second.end}};
    alignment::result result = traceback::find_alignment(pair, wanted, tiles, control, &checkpoints);
    assert(wanted.ends.any() || plan::value_of(result, wanted.metric) == found.value);
    add_statistics(result, found, time);
    return result;
}

plan::source_statistics compute_part(plan::matrix_part const & part,
                                     context_team const & team,
                                     stream_context_pool & contexts,
                                     runtime::task_control & control)
{
    plan::source_statistics statistics{.backends = {plan::backend::cuda}};
    if (part.region.rows() == 0 || part.region.columns() == 0)
        return statistics;
    matrix_run_result const found = prepare(part_request(part), team, contexts).compute(control);
    statistics.transfer_seconds = found.transfer_seconds;
    statistics.kernel_seconds = found.kernel_seconds;
    statistics.device_bytes = found.device_bytes;
    return statistics;
}

} // namespace seqan3_gpulcs::cuda
