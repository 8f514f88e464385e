// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/backend/cpu_backend.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>

#include "src/cpu/backend/pair_lists.hpp"
#include "src/cpu/backend/scan_loop.hpp"
#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

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

} // namespace

backend::pair_outcome cpu_backend::compute(backend::pair_request const & request,
                                           plan::execution const & execution) const
{
    if (auto const * const list = std::get_if<backend::list_request>(&request))
        return {.left = compare_list(*list, execution)};
    if (auto const * const set = std::get_if<backend::set_request>(&request))
    {
        backend::compute_lists(*this, *set, execution);
        return {};
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
        if (part->metric == plan::metric::lcs)
            compute_pieces<cpu::lcs_recurrence>(*part, threads, control);
        else
            compute_pieces<cpu::edit_recurrence>(*part, threads, control);
        parts.finish({.backends = {plan::backend::cpu}});
    }
}

primer::statistics cpu_backend::scan(scan::request const & request, plan::execution const & execution) const
{
    scan_text(request, plan::available_threads(execution));
    return {.backend = plan::backend::cpu};
}

} // namespace seqan3_gpulcs::cpu
