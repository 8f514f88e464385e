// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/backend/cpu_backend.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>

#include "src/cpu/backend/pair_lists.hpp"
#include "src/cpu/backend/scan_loop.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// A piece that begins at checkpoints, or has none before its end.
void compute_piece(plan::matrix_part const & part,
                   plan::matrix_region const & region,
                   unsigned const threads,
                   runtime::task_control & control)
{
    std::uint64_t const words = plan::border_words(part.metric);
    plan::matrix_part piece{part};
    piece.region = region;
    piece.borders.vertical = part.borders.vertical.subspan((region.row_begin - part.region.row_begin) / 64 * words,
                                                           region.row_words() * words);
    piece.borders.horizontal =
        part.borders.horizontal.subspan((region.column_begin - part.region.column_begin) / 64 * words,
                                        region.column_words() * words);
    cpu::forward_pass(piece, plan::useful_threads(region.rows(), region.columns(), threads), control, true);

    if (std::uint64_t * const column = part.kept_column(region.column_end, region.row_begin))
        std::ranges::copy(piece.borders.vertical, column);
    if (std::uint64_t * const row = part.kept_row(region.row_end, region.column_begin))
        std::ranges::copy(piece.borders.horizontal, row);
}

void compute_pieces(plan::matrix_part const & part, unsigned const threads, runtime::task_control & control)
{
    plan::matrix_region const & region = part.region;
    for (plan::interval const & rows :
         plan::cut_at_checkpoints({region.row_begin, region.row_end}, part.kept.grid.row_spacing))
        for (plan::interval const & columns :
             plan::cut_at_checkpoints({region.column_begin, region.column_end}, part.kept.grid.column_spacing))
            compute_piece(part, {rows.begin, rows.end, columns.begin, columns.end}, threads, control);
}

} // namespace

backend::pair_outcome cpu_backend::compute(backend::pair_request const & request,
                                           plan::execution const & execution) const
{
    if (auto const * const list = std::get_if<backend::list_request>(&request))
        return {.left = compare_list(*list, execution)};
    if (auto const * const set = std::get_if<backend::set_request>(&request))
    {
        backend::compute_lists(*this, *set, execution);
        return {.statistics{.backends = {plan::backend::cpu}}};
    }
    auto const & of_source = std::get<backend::source_request>(request);
    return {.statistics = are_batches_for_threads(of_source.source, plan::available_threads(execution))
                            ? compare_batches(of_source.source, execution)
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
        compute_pieces(*part, threads, control);
        parts.finish({.backends = {plan::backend::cpu}});
    }
}

primer::statistics cpu_backend::scan(scan::request const & request, plan::execution const & execution) const
{
    scan_text(request, plan::available_threads(execution));
    return {.backend = plan::backend::cpu};
}

} // namespace seqan3_gpulcs::cpu
