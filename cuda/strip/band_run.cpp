// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/band_run.hpp"

#include <algorithm>
#include <span>

#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_matrix.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

std::span<std::uint64_t const> words_of(packing::packed_sequence_view const & sequence) noexcept
{
    return {sequence.words(), word_count(sequence)};
}

} // namespace

bool has_band_kernel(lcs::sequence_pair const & pair) noexcept
{
    return pair.second.bits_per_letter() <= 4 && pair.second.size() <= max_chunk_columns;
}

band_run::band_run(lcs::sequence_pair const & pair, stream_context & context) :
    pair_{pair},
    context_{context},
    buffers_{context.get<strip_buffers>()},
    counters_{buffers_.counters.reserve(1)},
    row_codes_{buffers_.row_codes.reserve(word_count(pair.first))},
    text_{buffers_.text.reserve(word_count(pair.second) + 2 * text_margin)}
{}

std::uint64_t band_run::compute(band_plan const & plan, runtime::task_control & control, double const cells)
{
    try
    {
        upload(plan);
        context_.copied.record(context_.stream);
        launch_band(plan, describe(plan), context_.limits, context_.stream);
        context_.computed.record(context_.stream);
        copy_to_host(buffers_.found.copy_target(), counters_, context_.stream);
        context_.end.record(context_.stream);
        wait(plan, control, cells);
    }
    catch (...)
    {
        context_.stop();
        throw;
    }
    transfer_seconds_ += context_.copied.seconds_since(context_.begin) + context_.end.seconds_since(context_.computed);
    kernel_seconds_ += context_.computed.seconds_since(context_.copied);
    return buffers_.found.host().vertical_sum;
}

void band_run::upload(band_plan const & plan)
{
    cudaStream_t const in = context_.stream;
    context_.begin.record(in);
    if (!has_sequences_)
    {
        std::size_t const words = word_count(pair_.second);
        copy_to_device(row_codes_, words_of(pair_.first), in);
        fill_with_zeros(text_.part(0, text_margin), in);
        copy_to_device(text_.part(text_margin, words), words_of(pair_.second), in);
        fill_with_zeros(text_.part(text_margin + words, text_margin), in);
        has_sequences_ = true;
    }
    // No tag of another pass may be there.
    fill_with_zeros(buffers_.handed_over.reserve(plan.carry_blocks), in);
    fill_with_zeros(counters_, in);
    copy_to_device(buffers_.band_strips.reserve(plan.strips.size()), std::span<band_strip const>{plan.strips}, in);
    if (plan.kept_words != 0)
        buffers_.checkpoint_columns.reserve(plan.kept_words);
    context_.signals.host().stop = 0;
    context_.signals.host().steps_done = 0;
}

band_arguments band_run::describe(band_plan const & plan) const
{
    band_arguments arguments{.matrix = describe_matrix(pair_.first, pair_.second, plan.shape),
                             .strips = buffers_.band_strips.view().data(),
                             .launch = {}};
    strip_matrix & matrix = arguments.matrix;
    matrix.rows.codes = row_codes_.data();
    matrix.text = text_.part(text_margin, 1).data();
    matrix.handed_over = buffers_.handed_over.view().data();
    matrix.vertical_sum = &counters_.data()->vertical_sum;
    if (plan.kept_words != 0)
    {
        matrix.checkpoints.columns = buffers_.checkpoint_columns.view().data();
        matrix.checkpoints.column_words = plan.checkpoints.row_spacing / 32;
        matrix.checkpoints.column_spacing = plan.checkpoints.column_spacing;
    }
    arguments.launch = {.counters = counters_.data(),
                        .signals = context_.signals.device(),
                        .strips = matrix.strips,
                        .strips_per_poll =
                            choose_strips_per_poll(plan.warps_per_block * context_.limits.multiprocessors)};
    return arguments;
}

// Meanwhile handles progress and stop.
void band_run::wait(band_plan const & plan, runtime::task_control & control, double const cells)
{
    double const cells_per_step = static_cast<double>(plan.shape.strip_rows()) * plan.shape.unit_columns;
    double counted = 0;
    auto const count_cells = [&](double const done)
    {
        if (done > counted)
            control.add_cells(done - counted);
        counted = std::max(counted, done);
    };
    wait_for(context_.stream,
             [&]()
             {
                 double const done = static_cast<double>(context_.signals.host().steps_done) * cells_per_step;
                 count_cells(std::min(done / plan.cells, 0.999) * cells);
                 control.check();
             });
    count_cells(cells);
    control.check();
}

} // namespace seqan3_gpulcs::cuda
