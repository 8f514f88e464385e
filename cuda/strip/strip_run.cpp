// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_run.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "cuda/runtime/scoped_device.hpp"
#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_matrix.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// Packed codes of some letters.
std::span<std::uint64_t const> packed_words(packing::packed_sequence_view const & sequence,
                                            plan::interval const & letters)
{
    std::uint64_t const codes = sequence.codes_per_word();
    assert(letters.begin % codes == 0);
    return {sequence.words() + letters.begin / codes, util::ceil_div(letters.size(), codes)};
}

// The state of all strips of some rows: an even number of words.
std::uint64_t state_words(strip_plan const & plan, std::uint64_t const rows) noexcept
{
    return plan.strip_count(rows) * plan.shape.strip_rows() / 32 * plan.recurrence->traits.state_words;
}

// The words of both buffers of carries that are part of the border of a band: no strip ends before the last one does.
struct border_carries
{
    explicit border_carries(strip_plan const & plan) noexcept :
        begin{plan.layout_of_band.carry_words(plan.band.back().columns.end / 64 * 64 / block_columns)},
        distance{plan.layout_of_band.carry_words(plan.layout_of_band.row_blocks)},
        count{distance + plan.layout_of_band.carry_words(1) - begin}
    {}

    std::uint64_t begin;    // The first word of a buffer that is part of the border.
    std::uint64_t distance; // The words from one buffer to the next.
    std::uint64_t count;    // The words of a buffer up to the end, and a block after it, as words have two blocks.
};

// Calls a task with the number of each of some devices, while it is the current one.
template <typename shares_t, typename task_t>
void on_each(shares_t const & shares, task_t && task)
{
    for (std::size_t i = 0; i < shares.size(); ++i)
    {
        scoped_device const current{shares[i].context->device};
        task(i);
    }
}

} // namespace

strip_run::strip_run(packing::packed_sequence_view const & rows,
                     packing::packed_sequence_view const & columns,
                     context_team const & team,
                     std::uint64_t const first_row) :
    rows_{rows},
    columns_{columns},
    first_row_{first_row}
{
    for (stream_context * const context : team.all())
    {
        limits_.push_back(context->limits);
        shares_.push_back({.context = context, .buffers = &context->get<strip_buffers>()});
    }
}

strip_waves strip_run::waves() const
{
    return {plan_->wave_strips,
            static_cast<unsigned>(plan_->strip_count(size_.rows)),
            plan_->checkpoints != plan::checkpoint_grid{}};
}

void strip_run::reserve(strip_plan const & plan, bool const keeps_column)
{
    assert(plan.device_count() <= shares_.size());
    checkpoint_layout const layout = plan.layout_of({plan.part_rows, plan.chunk_columns});
    std::span<strip_share> const shares = std::span{shares_}.first(plan.device_count());
    // The codes of bands are those of whole sequences.
    std::uint64_t const rows = plan.is_banded() ? rows_.size() : plan.part_rows;
    std::uint64_t const columns = plan.is_banded() ? columns_.size() : plan.chunk_columns;
    on_each(shares,
            [&](std::size_t const device)
            {
                strip_share & share = shares[device];
                strip_buffers & buffers = *share.buffers;
                share.is_used = true;
                buffers.counters.reserve(1);
                buffers.row_codes.reserve(packed_words(rows_, {0, rows}).size());
                buffers.text.reserve(packed_words(columns_, {0, columns}).size() + 2 * text_margin);
                buffers.handed_over.reserve(layout.carry_words(layout.carry_blocks));
                share.column_state = {};
                if (keeps_column)
                    share.column_state = buffers.column_state.reserve(state_words(plan, plan.part_rows));
                // A word more: a launch that keeps no column has no buffer.
                if (!layout.rows.empty())
                    buffers.checkpoint_columns.reserve(layout.words + 1);
                if (plan.is_banded())
                    buffers.band_strips.reserve(plan.band.size());
                if (plan.keeps_border)
                    buffers.staging.reserve(with_room<std::uint64_t>(state_words(plan, plan.part_rows) / 2
                                                                     + 2 * border_carries{plan}.count));
                if (!plan.wave_strips.empty())
                    reserve_incoming(plan, device);
            });
}

// Reserves the buffer to which the device before this one writes.
void strip_run::reserve_incoming(strip_plan const & plan, std::size_t const device)
{
    strip_share & share = shares_[device];
    std::uint64_t const words = plan.incoming_words();
    if (plan.through_host)
    {
        share.buffers->incoming_on_host.reserve(words);
        share.incoming = share.buffers->incoming_on_host.device();
        return;
    }
    unsigned const writer = shares_[(device + plan.device_count() - 1) % plan.device_count()].context->device;
    share.incoming = share.buffers->incoming.reserve(words, writer).data();
}

void strip_run::begin(strip_plan const & plan)
{
    reserve(plan, plan.keeps_border);
    begin(plan, {.rows = {0, plan.part_rows}, .columns = {0, plan.chunk_columns}});
}

// All devices get their memory first: no device may write to another one before that is ready.
void strip_run::begin(strip_plan const & plan, matrix_piece const & piece)
{
    assert(piece.columns.size() <= max_chunk_columns);
    plan_ = &plan;
    size_ = {piece.rows.size(), piece.columns.size()};
    layout_ = plan.layout_of(size_);
    cells_ = plan.is_banded() ? plan.cells : static_cast<double>(size_.rows) * static_cast<double>(size_.columns);
    active_ = 0;
    strip_waves const all = waves();
    while (active_ < plan.device_count() && all.strip_count(active_) != 0)
        ++active_;
    on_each(active(),
            [&](std::size_t const device)
            {
                describe(device, piece);
                upload(device, piece);
            });
    if (!plan.wave_strips.empty())
        on_each(active(),
                [&](std::size_t const device)
                {
                    strip_share const & share = shares_[device];
                    load_strips(plan, share.arguments.matrix.letters, share.context->limits);
                    SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(share.context->stream));
                });
    on_each(active(),
            [&](std::size_t const device)
            {
                launch(shares_[device]);
            });
}

void strip_run::describe(std::size_t const device, matrix_piece const & piece)
{
    strip_share & share = shares_[device];
    strip_buffers & buffers = *share.buffers;
    strip_plan const & plan = *plan_;
    strip_waves const waves = this->waves();
    strip_matrix matrix = describe_matrix(rows_, columns_, plan.shape);
    matrix.rows.codes = buffers.row_codes.view().data();
    matrix.rows.begin = first_row_;
    matrix.rows.size = size_.rows;
    matrix.text = buffers.text.view().part(text_margin, 1).data();
    matrix.columns = size_.columns;
    matrix.strips = static_cast<unsigned>(plan.strip_count(size_.rows));
    matrix.column_state = share.column_state.data();
    matrix.vertical_sum = &buffers.counters.view().data()->vertical_sum;
    place_checkpoints(matrix,
                      layout_,
                      plan.shape,
                      buffers.handed_over.view().data(),
                      buffers.checkpoint_columns.view().data());
    share.arguments = {.matrix = matrix,
                       .band = plan.is_banded() ? buffers.band_strips.view().data() : nullptr,
                       .wave = waves.describe(device),
                       .order = {},
                       .launch = {.counters = buffers.counters.view().data(),
                                  .signals = share.context->signals.device(),
                                  .strips = waves.strip_count(device),
                                  .strips_per_poll = choose_strips_per_poll(plan.warps_per_block
                                                                            * plan.blocks_on(share.context->limits))}};
    if (!plan.wave_strips.empty())
    {
        share.arguments.wave.incoming = share.incoming;
        share.arguments.wave.outgoing = shares_[(device + 1) % plan.device_count()].incoming;
    }
    if (piece.before)
        assert(active_ == piece.before->active_);
    if (piece.overlaps)
        describe_order(share, piece.before ? &piece.before->shares_[device] : nullptr);
    else if (piece.left != left_state::border)
        share.arguments.matrix.first_state = share.column_state.data();
}

// Launches that overlap have their contexts in turns.
void strip_run::describe_order(strip_share & share, strip_share const * const before) const
{
    if (before)
    {
        share.chunks_done = before->chunks_done;
        share.arguments.order = {share.chunks_done.data(), before->arguments.order.chunk + 1};
        share.arguments.matrix.first_state = before->column_state.data();
        return;
    }
    share.chunks_done = share.buffers->chunks_done.reserve(share.arguments.matrix.strips);
    fill_with_zeros(share.chunks_done, share.context->stream);
    share.arguments.order = {share.chunks_done.data(), 0};
    share.arguments.matrix.first_state = share.column_state.data();
}

void strip_run::upload(std::size_t const device, matrix_piece const & piece)
{
    strip_share & share = shares_[device];
    strip_buffers & buffers = *share.buffers;
    stream_context & context = *share.context;
    context.begin.record(context.stream);
    copy_codes(share, piece);
    copy_left(share, piece);
    // The buffers must have no tags of earlier launches.
    fill_with_zeros(buffers.handed_over.view().part(0, layout_.carry_words(layout_.carry_blocks)), context.stream);
    if (device == 0)
        copy_above(share, piece.above);
    if (std::uint64_t const words = plan_->incoming_words(); words != 0)
        plan_->through_host ? static_cast<void>(std::fill_n(buffers.incoming_on_host.host(), words, 0))
                            : fill_with_zeros(device_view{share.incoming, words}, context.stream);
    fill_with_zeros(buffers.counters.view(), context.stream);
    if (plan_->is_banded())
        copy_to_device(buffers.band_strips.view().part(0, plan_->band.size()),
                       std::span<band_strip const>{plan_->band},
                       context.stream);
    context.signals.host().stop = 0;
    context.signals.host().steps_done = 0;
}

// Copies the codes that are not there yet.
void strip_run::copy_codes(strip_share & share, matrix_piece const & piece) const
{
    cudaStream_t const in = share.context->stream;
    strip_buffers & buffers = *share.buffers;
    bool const is_banded = plan_->is_banded();
    plan::interval const rows = is_banded ? plan::interval{0, rows_.size()} : piece.rows;
    plan::interval const columns = is_banded ? plan::interval{0, columns_.size()} : piece.columns;
    if (share.rows != rows)
    {
        auto const words = packed_words(rows_, rows);
        copy_to_device(buffers.row_codes.view().part(0, words.size()), words, in);
        share.rows = rows;
    }
    if (share.columns == columns)
        return;
    auto const words = packed_words(columns_, columns);
    device_view<std::uint64_t> const text = buffers.text.view();
    fill_with_zeros(text.part(0, text_margin), in);
    copy_to_device(text.part(text_margin, words.size()), words, in);
    fill_with_zeros(text.part(text_margin + words.size(), text_margin), in);
    share.columns = columns;
}

void strip_run::copy_left(strip_share const & share, matrix_piece const & piece) const
{
    cudaStream_t const in = share.context->stream;
    if (piece.before)
        return;
    if (piece.left == left_state::zeros)
        fill_with_zeros(share.column_state, in);
    if (piece.left != left_state::given)
        return;
    // The rows that the last strip has in excess pass on carries only if nothing grows there.
    fill_with_ones(share.column_state, in);
    copy_to_device(share.column_state, piece.state, in);
}

// Strip 0 reads the upper border like carries from a strip above, from buffer 1.
void strip_run::copy_above(strip_share const & share, std::span<tagged_carries> const above) const
{
    for (tagged_carries & word : above)
        word &= 0xffff'ffffu;
    if (!above.empty())
        copy_to_device(share.buffers->handed_over.view().part(layout_.carry_words(layout_.row_blocks), above.size()),
                       std::span<tagged_carries const>{above},
                       share.context->stream);
}

void strip_run::launch(strip_share & share) const
{
    stream_context & context = *share.context;
    context.copied.record(context.stream);
    launch_strips(*plan_, share.arguments, context.limits, context.stream);
    context.computed.record(context.stream);
    copy_to_host(share.buffers->found.copy_target(), share.buffers->counters.view(), context.stream);
    if (plan_->keeps_border)
        fetch_border();
    context.end.record(context.stream);
}

// Copies the border of a band to pinned memory, so that the host goes on meanwhile.
void strip_run::fetch_border() const
{
    stream_context & context = *shares_.front().context;
    strip_buffers & buffers = *shares_.front().buffers;
    std::uint64_t const words = state_words(*plan_, size_.rows);
    auto * const state = reinterpret_cast<std::uint32_t *>(buffers.staging.host());
    copy_to_host(std::span{state, words}, buffers.column_state.view().part(0, words), context.stream);
    border_carries const carries{*plan_};
    for (std::uint64_t const buffer : {0, 1})
        copy_to_host(
            std::span<tagged_carries>{buffers.staging.host() + words / 2 + buffer * carries.count, carries.count},
            buffers.handed_over.view().part(buffer * carries.distance + carries.begin, carries.count),
            context.stream);
}

std::uint64_t strip_run::compute(strip_plan const & plan, runtime::task_control & control, double const cells)
{
    try
    {
        begin(plan);
        wait_for_runs(std::array{static_cast<strip_run const *>(this)}, cells, control);
    }
    catch (...)
    {
        stop();
        throw;
    }
    // The upper border continues to the right of the last strip.
    return plan.recurrence->traits.value(plan.part_rows, plan.chunk_columns, finish());
}

// Asks all devices each time: where one fails, the others wait for it.
bool strip_run::is_done() const
{
    bool are_done = true;
    on_each(active(),
            [&](std::size_t const device)
            {
                are_done = cuda::is_done(shares_[device].context->stream) && are_done;
            });
    return are_done;
}

bool strip_run::have_all_begun() const noexcept
{
    return std::ranges::all_of(active(),
                               [](strip_share const & share)
                               {
                                   return share.context->signals.host().steps_done != 0;
                               });
}

// Lanes that wait for their first column do steps, too: so these are more cells than there are.
double strip_run::cells_done() const noexcept
{
    double const cells_per_step = static_cast<double>(plan_->shape.strip_rows()) * plan_->shape.unit_columns;
    double steps = 0;
    for (strip_share const & share : active())
        steps += static_cast<double>(share.context->signals.host().steps_done);
    return std::min(steps * cells_per_step, 0.999 * cells_);
}

std::uint64_t strip_run::finish()
{
    std::uint64_t sum = 0;
    double transfer = 0;
    double kernel = 0;
    on_each(active(),
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

double strip_run::seconds_since(strip_run const & earlier) const
{
    return shares_.front().context->computed.seconds_since(earlier.shares_.front().context->copied);
}

void strip_run::request_stop() noexcept
{
    for (strip_share const & share : shares_)
        share.context->signals.host().stop = 1;
}

// Asks all launches to end, and waits for them: earlier operations may still use the buffers, and warps of one device wait for those of
// another one.
void strip_run::stop() noexcept
{
    request_stop();
    for (strip_share const & share : shares_)
        share.context->stop();
}

void strip_run::forget_sequences(context_team const & some) noexcept
{
    for (strip_share & share : shares_)
        if (std::ranges::find(some.all(), share.context) != some.all().end())
        {
            share.rows = share.columns = {};
            share.is_used = true;
        }
}

void strip_run::copy_column(std::span<std::uint32_t> const words) const
{
    std::uint64_t const strip_words = layout_.state_words(plan_->shape.strip_rows());
    on_each(active(),
            [&](std::size_t const device)
            {
                for (plan::interval const & strips : waves().strips_of(device))
                {
                    std::uint64_t const begin = strips.begin * strip_words;
                    std::uint64_t const end = std::min<std::uint64_t>(strips.end * strip_words, words.size());
                    copy_to_host(words.subspan(begin, end - begin),
                                 shares_[device].column_state.part(begin, end - begin),
                                 shares_[device].context->stream);
                }
            });
}

std::uint64_t strip_run::blocks_below() const noexcept
{
    if (!plan_->is_banded())
        return layout_.row_blocks;
    strip_columns const & last = plan_->band.back().columns;
    return block_count(last.end - last.begin);
}

void strip_run::copy_carries_below(std::span<tagged_carries> const words) const
{
    auto const strips = static_cast<unsigned>(plan_->strip_count(size_.rows));
    std::uint64_t const block = plan_->is_banded() ? plan_->band.back().below : (strips + 1) % 2 * layout_.row_blocks;
    strip_share const & share = shares_[waves().owner(strips - 1)];
    scoped_device const current{share.context->device};
    copy_to_host(words,
                 share.buffers->handed_over.view().part(layout_.carry_words(block), words.size()),
                 share.context->stream);
}

void strip_run::wait_for_copies() const
{
    on_each(active(),
            [&](std::size_t const device)
            {
                stream_context & context = *shares_[device].context;
                context.end.record(context.stream);
                SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(context.stream));
            });
}

std::span<std::uint64_t const> strip_run::vertical() const noexcept
{
    return {shares_.front().buffers->staging.host(), state_words(*plan_, size_.rows) / 2};
}

std::span<tagged_carries const> strip_run::horizontal(bool const is_odd) const noexcept
{
    std::uint64_t const count = border_carries{*plan_}.count;
    return {shares_.front().buffers->staging.host() + state_words(*plan_, size_.rows) / 2 + (is_odd ? count : 0),
            count};
}

kept_strips strip_run::kept() const
{
    kept_strips kept{.layout = layout_, .devices = {}};
    std::uint64_t const strip_rows = plan_->shape.strip_rows();
    for (std::size_t device = 0; device < active_; ++device)
    {
        kept.devices.push_back({shares_[device].context, {}});
        for (plan::interval const & strips : waves().strips_of(device))
            kept.devices.back().rows.push_back({strips.begin * strip_rows, strips.end * strip_rows});
    }
    return kept;
}

std::uint64_t strip_run::device_bytes() const noexcept
{
    std::uint64_t sum = 0;
    for (strip_share const & share : shares_)
        sum += share.is_used ? share.context->bytes() : 0;
    return sum;
}

void wait_for_runs(std::span<strip_run const * const> const runs, double const cells, runtime::task_control & control)
{
    double all_cells = 0;
    for (strip_run const * const run : runs)
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
            for (strip_run const * const run : runs)
                are_done = run->is_done() && are_done;
            return are_done;
        },
        [&]()
        {
            double done = 0;
            for (strip_run const * const run : runs)
                done += run->cells_done();
            count_cells(done / all_cells * cells);
            control.check();
        });
    count_cells(cells);
    control.check();
}

} // namespace seqan3_gpulcs::cuda
