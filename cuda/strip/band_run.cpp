// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/band_run.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cuda/runtime/scoped_device.hpp"
#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_matrix.hpp"
#include "cuda/strip/strip_waves.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

std::span<std::uint64_t const> words_of(packing::packed_sequence_view const & sequence) noexcept
{
    return {sequence.words(), word_count(sequence)};
}

// The state of all strips: an even number of words.
std::uint64_t state_words(band_plan const & plan) noexcept
{
    return plan.state_words(plan.strips.size() * plan.shape.strip_rows());
}

// The words of both buffers of carries that are part of the border: no strip ends before the last one does.
struct border_carries
{
    explicit border_carries(band_plan const & plan) noexcept :
        begin{plan.carry_words(plan.strips.back().columns.end / 64 * 64 / block_columns)},
        distance{plan.carry_words(plan.carry_blocks / 2)},
        count{distance + plan.carry_words(1) - begin}
    {}

    std::uint64_t begin;    // The first word of a buffer that is part of the border.
    std::uint64_t distance; // The words from one buffer to the next.
    std::uint64_t count;    // The words of a buffer up to the end, and a block after it, as words have two blocks.
};

} // namespace

bool has_band_kernel(alignment::sequence_pair const & pair) noexcept
{
    return pair.second.size() <= max_chunk_columns;
}

band_run::band_run(alignment::sequence_pair const & pair, context_team const & team, std::uint64_t const first_row) :
    pair_{pair},
    first_row_{first_row},
    team_{team}
{
    for (stream_context * const context : team.all())
    {
        limits_.push_back(context->limits);
        shares_.push_back({.context = context, .buffers = &context->get<strip_buffers>()});
    }
}

std::uint64_t band_run::device_bytes() const noexcept
{
    std::uint64_t sum = 0;
    for (band_share const & share : shares_)
        sum += share.is_used ? share.context->bytes() : 0;
    return sum;
}

// Calls a task for each device that computes, while it is the current one.
template <typename task_t>
void band_run::on_each(task_t && task) const
{
    for (std::size_t i = 0; i < active_; ++i)
    {
        scoped_device const current{shares_[i].context->device};
        task(i);
    }
}

std::uint64_t band_run::compute(band_plan const & plan, runtime::task_control & control, double const cells)
{
    try
    {
        begin(plan);
        wait_for_runs(std::array{static_cast<band_run const *>(this)}, cells, control);
    }
    catch (...)
    {
        stop();
        throw;
    }
    // The upper border continues to the right of the last strip.
    return plan.recurrence->traits.value(plan.rows, pair_.second.size(), finish());
}

// All devices get their memory first: no device may write to another one before that is ready.
void band_run::begin(band_plan const & plan)
{
    plan_ = &plan;
    active_ = std::max<std::size_t>(plan.wave_strips.size(), 1);
    bool const are_several = active_ > 1;
    on_each(
        [&](std::size_t const device)
        {
            upload(shares_[device], plan);
            if (are_several)
                reserve_incoming(device, plan);
        });
    on_each(
        [&](std::size_t const device)
        {
            band_share & share = shares_[device];
            describe(device, plan);
            if (!are_several)
                return;
            load_band(plan, share.arguments.matrix.letters, share.context->limits);
            SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(share.context->stream));
        });
    on_each(
        [&](std::size_t const device)
        {
            band_share const & share = shares_[device];
            stream_context & context = *share.context;
            context.copied.record(context.stream);
            if (share.arguments.launch.strips != 0)
                launch_band(plan, share.arguments, context.limits, context.stream);
            context.computed.record(context.stream);
            copy_to_host(share.buffers->found.copy_target(), share.counters, context.stream);
            if (plan.keeps_border)
                fetch_border(plan);
            context.end.record(context.stream);
        });
}

// Copies the border to pinned memory, so that the host goes on meanwhile.
void band_run::fetch_border(band_plan const & plan)
{
    stream_context & context = *shares_.front().context;
    strip_buffers & buffers = *shares_.front().buffers;
    std::uint64_t const words = state_words(plan);
    auto * const state = reinterpret_cast<std::uint32_t *>(buffers.staging.host());
    copy_to_host(std::span{state, words}, buffers.column_state.view(), context.stream);
    border_carries const carries{plan};
    for (std::uint64_t const buffer : {0, 1})
        copy_to_host(
            std::span<tagged_carries>{buffers.staging.host() + words / 2 + buffer * carries.count, carries.count},
            buffers.handed_over.view().part(buffer * carries.distance + carries.begin, carries.count),
            context.stream);
}

void band_run::upload(band_share & share, band_plan const & plan)
{
    stream_context & context = *share.context;
    strip_buffers & buffers = *share.buffers;
    context.begin.record(context.stream);
    if (!share.has_sequences)
        copy_sequences(share);
    // The buffer must have no tag of another pass.
    fill_with_zeros(buffers.handed_over.reserve(plan.carry_words(plan.carry_blocks)), context.stream);
    fill_with_zeros(share.counters, context.stream);
    copy_to_device(buffers.band_strips.reserve(plan.strips.size()),
                   std::span<band_strip const>{plan.strips},
                   context.stream);
    if (plan.kept_words != 0)
        buffers.checkpoint_columns.reserve(plan.kept_words);
    if (plan.keeps_border)
    {
        buffers.column_state.reserve(state_words(plan));
        buffers.staging.reserve(with_room<std::uint64_t>(state_words(plan) / 2 + 2 * border_carries{plan}.count));
    }
    context.signals.host().stop = 0;
    context.signals.host().steps_done = 0;
}

void band_run::copy_sequences(band_share & share) const
{
    strip_buffers & buffers = *share.buffers;
    cudaStream_t const in = share.context->stream;
    std::size_t const words = word_count(pair_.second);
    share.counters = buffers.counters.reserve(1);
    share.row_codes = buffers.row_codes.reserve(word_count(pair_.first));
    share.text = buffers.text.reserve(words + 2 * text_margin);
    copy_to_device(share.row_codes, words_of(pair_.first), in);
    fill_with_zeros(share.text.part(0, text_margin), in);
    copy_to_device(share.text.part(text_margin, words), words_of(pair_.second), in);
    fill_with_zeros(share.text.part(text_margin + words, text_margin), in);
    share.has_sequences = true;
    share.is_used = true;
}

// Reserves the buffer to which the device before this one writes; it must have no tag of another pass, either.
void band_run::reserve_incoming(std::size_t const device, band_plan const & plan)
{
    band_share & share = shares_[device];
    std::uint64_t const words = plan.carry_words(plan.incoming_blocks);
    if (plan.through_host)
    {
        share.buffers->incoming_on_host.reserve(words);
        share.incoming = share.buffers->incoming_on_host.device();
        std::fill_n(share.buffers->incoming_on_host.host(), words, 0);
        return;
    }
    unsigned const writer = shares_[(device + active_ - 1) % active_].context->device;
    device_view<tagged_carries> const incoming = share.buffers->incoming.reserve(words, writer);
    share.incoming = incoming.data();
    fill_with_zeros(incoming, share.context->stream);
}

void band_run::describe(std::size_t const device, band_plan const & plan)
{
    band_share & share = shares_[device];
    strip_buffers & buffers = *share.buffers;
    strip_matrix matrix = describe_matrix(pair_.first, pair_.second, plan.shape);
    matrix.rows.codes = share.row_codes.data();
    matrix.rows.begin = first_row_;
    if (plan.rows != 0)
        matrix.rows.size = plan.rows;
    matrix.strips = static_cast<unsigned>(plan.strips.size());
    matrix.text = share.text.part(text_margin, 1).data();
    matrix.handed_over = buffers.handed_over.view().data();
    matrix.vertical_sum = &share.counters.data()->vertical_sum;
    if (plan.keeps_border)
        matrix.column_state = buffers.column_state.view().data();
    if (plan.kept_words != 0)
    {
        matrix.checkpoints.columns = buffers.checkpoint_columns.view().data();
        matrix.checkpoints.column_words = plan.kept_column_words();
        matrix.checkpoints.column_spacing = plan.checkpoints.column_spacing;
    }
    strip_waves const waves{plan.wave_strips, matrix.strips, plan.checkpoints.row_spacing != 0};
    strip_wave wave = waves.describe(device);
    unsigned const max_blocks = plan.max_blocks(share.context->limits);
    wave.incoming = share.incoming;
    wave.outgoing = shares_[(device + 1) % active_].incoming;
    share.arguments = {.matrix = matrix,
                       .strips = buffers.band_strips.view().data(),
                       .wave = wave,
                       .launch = {.counters = share.counters.data(),
                                  .signals = share.context->signals.device(),
                                  .strips = waves.strip_count(device),
                                  .strips_per_poll = choose_strips_per_poll(plan.warps_per_block * max_blocks)}};
}

// Asks all devices each time: where one fails, the others wait for it.
bool band_run::is_done() const
{
    bool are_done = true;
    on_each(
        [&](std::size_t const device)
        {
            are_done = cuda::is_done(shares_[device].context->stream) && are_done;
        });
    return are_done;
}

double band_run::cells_done() const noexcept
{
    double const cells_per_step = static_cast<double>(plan_->shape.strip_rows()) * plan_->shape.unit_columns;
    double steps = 0;
    for (band_share const & share : std::span{shares_}.first(active_))
        steps += static_cast<double>(share.context->signals.host().steps_done);
    return std::min(steps * cells_per_step / plan_->cells, 0.999) * plan_->cells;
}

std::uint64_t band_run::finish()
{
    std::uint64_t sum = 0;
    double transfer = 0;
    double kernel = 0;
    on_each(
        [&](std::size_t const device)
        {
            sum += shares_[device].buffers->found.host().vertical_sum;
            batch_times const times = shares_[device].context->times();
            transfer = std::max(transfer, times.transfer_seconds);
            kernel = std::max(kernel, times.kernel_seconds);
        });
    transfer_seconds_ += transfer;
    kernel_seconds_ += kernel;
    return sum;
}

double band_run::seconds_since(band_run const & earlier) const
{
    return shares_.front().context->computed.seconds_since(earlier.shares_.front().context->copied);
}

// Asks all launches to end, and waits for them: earlier operations may still use the buffers, and warps of one device wait for those of
// another one.
void band_run::stop() noexcept
{
    for (band_share const & share : shares_)
        share.context->signals.host().stop = 1;
    for (band_share const & share : shares_)
        share.context->stop();
}

void band_run::forget_sequences(context_team const & some) noexcept
{
    for (band_share & share : shares_)
        if (std::ranges::find(some.all(), share.context) != some.all().end())
        {
            share.has_sequences = false;
            share.is_used = true;
        }
}

std::span<std::uint64_t const> band_run::vertical() const noexcept
{
    return {shares_.front().buffers->staging.host(), state_words(*plan_) / 2};
}

std::span<tagged_carries const> band_run::horizontal(bool const is_odd) const noexcept
{
    std::uint64_t const count = border_carries{*plan_}.count;
    return {shares_.front().buffers->staging.host() + state_words(*plan_) / 2 + (is_odd ? count : 0), count};
}

std::vector<tagged_carries> band_run::carries_below() const
{
    band_strip const & last = plan_->strips.back();
    strip_waves const waves{plan_->wave_strips,
                            static_cast<unsigned>(plan_->strips.size()),
                            plan_->checkpoints.row_spacing != 0};
    band_share const & share = shares_[waves.owner(last.strip)];
    scoped_device const current{share.context->device};
    std::vector<tagged_carries> carries(plan_->carry_words(block_count(last.columns.end - last.columns.begin)));
    copy_to_host(std::span{carries},
                 share.buffers->handed_over.view().part(plan_->carry_words(last.below), carries.size()),
                 share.context->stream);
    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(share.context->stream));
    return carries;
}

void wait_for_runs(std::span<band_run const * const> const runs, double const cells, runtime::task_control & control)
{
    double all_cells = 0;
    for (band_run const * const run : runs)
        all_cells += run->cells();
    double counted = 0;
    auto const count_cells = [&](double const done)
    {
        if (done > counted)
            control.add_cells(done - std::exchange(counted, done));
    };
    poll_until(
        [&]()
        {
            bool are_done = true;
            for (band_run const * const run : runs)
                are_done = run->is_done() && are_done;
            return are_done;
        },
        [&]()
        {
            double done = 0;
            for (band_run const * const run : runs)
                done += run->cells_done();
            count_cells(done / all_cells * cells);
            control.check();
        });
    count_cells(cells);
    control.check();
}

} // namespace seqan3_gpulcs::cuda
