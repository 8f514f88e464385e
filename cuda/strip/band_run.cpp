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

// V of all strips: an even number of words.
std::uint64_t state_words(band_plan const & plan) noexcept
{
    return plan.strips.size() * (plan.shape.strip_rows() / 32);
}

} // namespace

bool has_band_kernel(lcs::sequence_pair const & pair) noexcept
{
    return pair.second.bits_per_letter() <= 4 && pair.second.size() <= max_chunk_columns;
}

band_run::band_run(lcs::sequence_pair const & pair, stream_context & context, std::uint64_t const first_row) :
    pair_{pair},
    first_row_{first_row},
    context_{context},
    buffers_{context.get<strip_buffers>()},
    counters_{buffers_.counters.reserve(1)},
    row_codes_{buffers_.row_codes.reserve(word_count(pair.first))},
    text_{buffers_.text.reserve(word_count(pair.second) + 2 * text_margin)}
{}

// Meanwhile handles progress and stop.
std::uint64_t band_run::compute(band_plan const & plan, runtime::task_control & control, double const cells)
{
    double counted = 0;
    auto const count_cells = [&](double const done)
    {
        if (done > counted)
            control.add_cells(done - counted);
        counted = std::max(counted, done);
    };
    try
    {
        begin(plan);
        wait_for(context_.stream,
                 [&]()
                 {
                     count_cells(progress() * cells);
                     control.check();
                 });
        count_cells(cells);
        control.check();
    }
    catch (...)
    {
        stop();
        throw;
    }
    return finish();
}

void band_run::begin(band_plan const & plan)
{
    plan_ = &plan;
    upload(plan);
    context_.copied.record(context_.stream);
    launch_band(plan, describe(plan), context_.limits, context_.stream);
    context_.computed.record(context_.stream);
    copy_to_host(buffers_.found.copy_target(), counters_, context_.stream);
    if (plan.keeps_border)
        fetch_border(plan);
    context_.end.record(context_.stream);
}

bool band_run::is_done() const
{
    return cuda::is_done(context_.stream);
}

double band_run::progress() const noexcept
{
    double const cells_per_step = static_cast<double>(plan_->shape.strip_rows()) * plan_->shape.unit_columns;
    double const done = static_cast<double>(context_.signals.host().steps_done) * cells_per_step;
    return std::min(done / plan_->cells, 0.999);
}

std::uint64_t band_run::finish()
{
    transfer_seconds_ += context_.copied.seconds_since(context_.begin) + context_.end.seconds_since(context_.computed);
    kernel_seconds_ += context_.computed.seconds_since(context_.copied);
    return buffers_.found.host().vertical_sum;
}

double band_run::seconds_since(band_run const & earlier) const
{
    return context_.computed.seconds_since(earlier.context_.copied);
}

void band_run::stop() noexcept
{
    context_.stop();
}

std::span<std::uint64_t const> band_run::vertical() const noexcept
{
    return {buffers_.staging.host(), state_words(*plan_) / 2};
}

std::span<tagged_carries const> band_run::horizontal() const noexcept
{
    return {buffers_.staging.host() + state_words(*plan_) / 2, plan_->carry_blocks};
}

// By pinned memory: the host goes on meanwhile.
void band_run::fetch_border(band_plan const & plan)
{
    std::uint64_t const words = state_words(plan);
    auto * const state = reinterpret_cast<std::uint32_t *>(buffers_.staging.host());
    copy_to_host(std::span{state, words}, buffers_.column_state.view(), context_.stream);
    copy_to_host(std::span<tagged_carries>{buffers_.staging.host() + words / 2, plan.carry_blocks},
                 buffers_.handed_over.view(),
                 context_.stream);
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
    if (plan.keeps_border)
    {
        buffers_.column_state.reserve(state_words(plan));
        buffers_.staging.reserve(with_room<std::uint64_t>(state_words(plan) / 2 + plan.carry_blocks));
    }
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
    matrix.rows.begin = first_row_;
    matrix.text = text_.part(text_margin, 1).data();
    matrix.handed_over = buffers_.handed_over.view().data();
    matrix.vertical_sum = &counters_.data()->vertical_sum;
    if (plan.keeps_border)
        matrix.column_state = buffers_.column_state.view().data();
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

} // namespace seqan3_gpulcs::cuda
