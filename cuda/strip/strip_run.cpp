// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_run.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "cuda/runtime/out_of_memory.hpp"
#include "cuda/runtime/peer_buffer.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_matrix.hpp"
#include "cuda/strip/strip_waves.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// A part of the free memory stays free: for the runtime, and for launches.
constexpr std::uint64_t usable_memory(std::uint64_t const free_bytes) noexcept
{
    return free_bytes - free_bytes / 8;
}

std::vector<std::uint64_t> find_free_memory(context_team const & team)
{
    std::vector<std::uint64_t> free_bytes{};
    for (stream_context const * const context : team.all())
    {
        scoped_device const current{context->device};
        free_bytes.push_back(free_device_bytes());
    }
    return free_bytes;
}

// Plans for the memory that is free, or that buffers of the contexts have, but for no more than a limit.
strip_plan plan_for_memory(strip_request const & request,
                           context_team const & team,
                           std::vector<std::uint64_t> const & free_bytes,
                           std::uint64_t memory)
{
    std::vector<device_limits> limits{};
    std::vector<unsigned> devices{};
    for (std::size_t i = 0; i < free_bytes.size(); ++i)
    {
        stream_context const & context = *team.all()[i];
        limits.push_back(context.limits);
        devices.push_back(context.device);
        memory = std::min(memory, usable_memory(free_bytes[i] + context.bytes()));
    }
    strip_plan plan = plan_strip_run(request, limits, memory);
    plan.through_host = !can_access_next(devices);
    return plan;
}

// Buffers that are too small make room.
strip_plan plan_and_make_room(strip_request const & request, context_team const & team, std::uint64_t const limit)
{
    std::vector<std::uint64_t> const free_bytes = find_free_memory(team);
    strip_plan const plan = plan_for_memory(request, team, free_bytes, limit);
    for (std::size_t i = 0; i < free_bytes.size(); ++i)
        if (plan.device_bytes > usable_memory(free_bytes[i]))
            team.all()[i]->release();
    return plan;
}

// The strips must end at multiples of this: at each row below which carries are wanted, where rows that do not exist would change
// them. 0 if there is no such row.
std::uint64_t strip_end_unit(strip_request const & request) noexcept
{
    if (request.recurrence->traits.passes_carries)
        return 0;
    plan::matrix_region const & region = request.part->region;
    std::uint64_t const spacing = request.part->kept.grid.row_spacing;
    return std::gcd(region.row_end == request.first.size() ? 0 : region.rows(), spacing == 0 ? 0 : region.row_begin);
}

// Plans several devices as if they were one.
strip_plan plan_as_one(strip_request const & request,
                       device_limits const & limits,
                       bool const is_shared,
                       std::uint64_t const memory)
{
    sequence_size first = size_of(request.first);
    sequence_size second = size_of(request.second);
    if (request.wanted == pair_output::part)
    {
        first.length = request.part->region.rows();
        second.length = request.part->region.columns();
        return plan_part({.first = first,
                          .second = second,
                          .recurrence = request.recurrence,
                          .row_spacing = strip_end_unit(request),
                          .is_shared = is_shared},
                         request.part->kept.grid,
                         limits,
                         memory);
    }
    bool const wants_border = request.wanted == pair_output::border;
    bool const keeps_column = wants_border || request.with_last_column || request.ends.first_leading;
    strip_task const task{.first = first,
                          .second = second,
                          .rows = keeps_column ? row_choice::first : row_choice::faster,
                          .keeps_last_column = keeps_column,
                          .recurrence = request.recurrence,
                          .is_shared = is_shared};
    return request.wanted == pair_output::checkpoints ? plan_checkpoints(task, limits, memory)
                                                      : plan_strips(task, limits, memory);
}

// Packed codes of letters [begin, end); begin is a multiple of the codes in a word.
std::span<std::uint64_t const>
packed_words(packing::packed_sequence_view const sequence, std::uint64_t const begin, std::uint64_t const end)
{
    std::uint64_t const codes = sequence.codes_per_word();
    return {sequence.words() + begin / codes, util::ceil_div(end - begin, codes)};
}

} // namespace

strip_run::strip_run(strip_request const & request, strip_plan const & plan, context_team const & team) :
    plan_{plan},
    rows_{plan.second_is_rows ? request.second : request.first},
    columns_{plan.second_is_rows ? request.first : request.second},
    part_{request.part},
    region_{part_ ? part_->region : plan::matrix_region{0, rows_.size(), 0, columns_.size()}},
    row_pieces_{plan::cut_at_checkpoints({region_.row_begin, region_.row_end},
                                         part_ ? plan.checkpoints.row_spacing : 0,
                                         plan.part_rows)},
    column_pieces_{plan::cut_at_checkpoints({region_.column_begin, region_.column_end},
                                            part_ ? plan.checkpoints.column_spacing : 0,
                                            plan.chunk_columns)},
    ends_{request.ends},
    wants_last_column_{request.with_last_column || request.wanted == pair_output::border}
{
    assert(plan.recurrence == request.recurrence && !(wants_last_column_ && plan.second_is_rows));
    assert(!request.ends.any() || (!plan.second_is_rows && !part_));
    assert(team.all().size() == std::max<std::size_t>(plan.wave_strips.size(), 1));
    if (keeps_checkpoints())
        result_.checkpoints.layout =
            lay_out_checkpoints(plan_.checkpoints, traits(), plan_.shape, {plan_.part_rows, plan_.chunk_columns});
    for (stream_context * const context : team.all())
    {
        shares_.push_back({.context = context, .buffers = &context->get<strip_buffers>(), .plan = plan_});
        reserve(shares_.back());
    }
    for (std::size_t i = 0; are_several() && i < shares_.size(); ++i)
        reserve_incoming(i);

    if (!is_one_part() || part_ || ends_.second_leading)
        border_.resize(block_count(region_.columns()) * traits().carry_words);
    for (std::size_t i = 0; ends_.second_leading && i < border_.size(); ++i)
        border_[i] = traits().upper_border[i % traits().carry_words];
    if (wants_last_column_)
        result_.last_column.resize(state_word_count(rows_.size()));
}

void strip_run::reserve(strip_share & share)
{
    scoped_device const current{share.context->device};
    strip_buffers & buffers = *share.buffers;
    share.counters = buffers.counters.reserve(1);
    share.row_codes = buffers.row_codes.reserve(packed_words(rows_, 0, plan_.part_rows).size());
    share.text = buffers.text.reserve(packed_words(columns_, 0, plan_.chunk_columns).size() + 2 * text_margin);
    share.handed_over = buffers.handed_over.reserve(handed_over_words(traits(), plan_.chunk_columns));
    std::uint64_t const strip_rows = plan_.shape.strip_rows();
    if (wants_last_column_ || has_left_border() || !is_one_chunk())
        share.column_state = buffers.column_state.reserve(util::ceil_div(plan_.part_rows, strip_rows)
                                                          * (strip_rows / 32) * traits().state_words);
    if (keeps_checkpoints())
    {
        // A word more: a launch that keeps nothing has no buffer.
        checkpoint_layout const & layout = result_.checkpoints.layout;
        share.checkpoint_columns = buffers.checkpoint_columns.reserve(layout.columns * layout.column_words + 1);
        share.checkpoint_rows = buffers.checkpoint_rows.reserve(layout.rows * layout.row_words + 1);
    }
}

// Reserves the buffer to which the device before this one writes.
void strip_run::reserve_incoming(std::size_t const device)
{
    strip_share & share = shares_[device];
    scoped_device const current{share.context->device};
    std::uint64_t const words = incoming_words(traits(), plan_.chunk_columns);
    if (plan_.through_host)
    {
        share.buffers->incoming_on_host.reserve(words);
        share.incoming = share.buffers->incoming_on_host.device();
        return;
    }
    unsigned const writer = shares_[(device + shares_.size() - 1) % shares_.size()].context->device;
    share.incoming = share.buffers->incoming.reserve(words, writer).data();
}

// Calls a task for each device that has strips, while it is the current one.
template <typename task_t>
void strip_run::on_each(task_t && task)
{
    for (strip_share & share : std::span{shares_}.first(active_))
    {
        scoped_device const current{share.context->device};
        task(share);
    }
}

strip_run_result strip_run::compute(runtime::task_control & control)
{
    try
    {
        if (part_)
            load_borders();
        for (interval const & rows : row_pieces_)
            compute_rows(rows, control);
    }
    catch (...)
    {
        stop();
        throw;
    }
    if (part_)
        store_borders();
    return take_result();
}

strip_run_result strip_run::take_result()
{
    result_.value = traits().value(rows_.size(), columns_.size(), result_.value);
    result_.device_bytes = plan_.device_bytes * shares_.size();
    result_.plan = plan_;
    return std::move(result_);
}

// The words of 32 bits for the state of rows: in memory, 64 rows belong together.
std::uint64_t strip_run::state_word_count(std::uint64_t const rows) const noexcept
{
    return 2 * util::ceil_div<std::uint64_t>(rows, 64) * traits().state_words;
}

// The first half of a word of carries on the host is a block, the second half another one.
void strip_run::load_borders()
{
    if (follows_)
        vertical_.resize(part_->borders.vertical.size());
    else
        vertical_.assign(part_->borders.vertical.begin(), part_->borders.vertical.end());
    unsigned const carry_words = traits().carry_words;
    for (std::size_t i = 0; i < border_.size(); ++i)
    {
        std::size_t const block = i / carry_words;
        std::uint64_t const both = part_->borders.horizontal[block / 2 * carry_words + i % carry_words];
        border_[i] =
            static_cast<std::uint32_t>(both >> (block % 2 == 0 ? 32 : 0)) ^ traits().upper_border[i % carry_words];
    }
}

void strip_run::join_border(std::uint64_t * const to) const
{
    unsigned const carry_words = traits().carry_words;
    std::span<std::uint64_t> const words{to, region_.column_words() * carry_words};
    std::ranges::fill(words, 0);
    for (std::size_t i = 0; i < border_.size(); ++i)
    {
        std::size_t const block = i / carry_words;
        std::uint64_t const word = static_cast<std::uint32_t>(border_[i]) ^ traits().upper_border[i % carry_words];
        words[block / 2 * carry_words + i % carry_words] |= word << (block % 2 == 0 ? 32 : 0);
    }
    plan::clear_after_last_column(words, region_.columns(), carry_words);
}

// Stores the borders when everything is done: until then, another backend may take over.
void strip_run::store_borders() const
{
    std::ranges::copy(vertical_, part_->borders.vertical.begin());
    join_border(part_->borders.horizontal.data());
}

void strip_run::compute_rows(interval const & rows, runtime::task_control & control)
{
    share_rows(rows);
    for (interval const & columns : column_pieces_)
    {
        describe_columns(rows, columns);
        launch_all(rows, columns);
        wait(control);
        collect(rows, columns);
    }
}

void strip_run::describe_columns(interval const & rows, interval const & columns)
{
    assert(columns.size() <= max_chunk_columns);
    on_each(
        [&](strip_share & share)
        {
            strip_matrix & matrix = share.arguments.matrix;
            matrix.columns = columns.size();
            if (!follows_ && (has_left_border() || columns.begin != region_.column_begin))
                matrix.first_state = matrix.column_state;
        });
    launch_cells_ = static_cast<double>(rows.size()) * static_cast<double>(columns.size());
    counted_cells_ = 0;
    if (keeps_checkpoints())
        describe_kept(rows, columns);
}

// Divides the strips of some rows among the devices.
void strip_run::share_rows(interval const & rows)
{
    auto const strips = static_cast<unsigned>(util::ceil_div(rows.size(), plan_.shape.strip_rows()));
    strip_waves const waves{plan_.wave_strips, strips, keeps_checkpoints()};
    active_ = 0;
    for (std::size_t i = 0; i < shares_.size() && waves.strip_count(i) != 0; ++i, ++active_)
    {
        strip_share & share = shares_[i];
        share.strips = waves.strips_of(i);
        if (are_several())
            plan_warps(share.plan,
                       waves.strip_count(i),
                       static_cast<unsigned>(columns_.letters().size()),
                       share.context->limits);
        share.arguments = describe_rows(share, rows);
        share.arguments.matrix.strips = strips;
        share.arguments.launch.strips = waves.strip_count(i);
        share.arguments.wave = waves.describe(i);
        if (are_several())
        {
            share.arguments.wave.incoming = share.incoming;
            share.arguments.wave.outgoing = shares_[(i + 1) % shares_.size()].incoming;
        }
    }
    last_ = waves.owner(strips - 1);
}

strip_arguments strip_run::describe_rows(strip_share const & share, interval const & rows) const
{
    strip_arguments arguments{.matrix = describe_matrix(rows_, columns_, plan_.shape),
                              .wave = {},
                              .order = {},
                              .launch = {}};
    strip_matrix & matrix = arguments.matrix;
    matrix.rows.codes = share.row_codes.data();
    matrix.rows.size = rows.size();
    matrix.text = share.text.part(text_margin, 1).data();
    matrix.handed_over = share.handed_over.data();
    matrix.column_state = share.column_state.data();
    matrix.vertical_sum = &share.counters.data()->vertical_sum;
    arguments.launch = {.counters = share.counters.data(),
                        .signals = share.context->signals.device(),
                        .strips = {},
                        .strips_per_poll = choose_strips_per_poll(share.plan.warps_per_block * share.plan.max_blocks)};
    return arguments;
}

// The checkpoints of a launch.
void strip_run::describe_kept(interval const & rows, interval const & columns)
{
    kept_strips & kept = result_.checkpoints;
    kept.layout = lay_out_checkpoints(plan_.checkpoints, traits(), plan_.shape, {rows.size(), columns.size()});
    kept.devices.clear();
    on_each(
        [&](strip_share & share)
        {
            share.arguments.matrix.checkpoints = describe_checkpoints(kept.layout,
                                                                      plan_.shape,
                                                                      share.checkpoint_columns.data(),
                                                                      share.checkpoint_rows.data());
            kept.devices.push_back({share.context, {}});
            for (interval const & strips : share.strips)
                kept.devices.back().rows.push_back(
                    {strips.begin * plan_.shape.strip_rows(), strips.end * plan_.shape.strip_rows()});
        });
}

void strip_run::upload(strip_share & share, interval const & rows, interval const & columns)
{
    stream_context & context = *share.context;
    context.begin.record(context.stream);
    if (columns.begin == region_.column_begin)
    {
        copy_to_device(share.row_codes, packed_words(rows_, rows.begin, rows.end), context.stream);
        if (has_left_border() && !follows_)
            copy_left_border(share, rows);
    }
    // Some devices may have had none of the first rows, so their text is still missing.
    if (!share.has_text || !is_one_chunk())
        copy_text(share, columns);
    share.has_text = true;
    copy_upper_border(share, rows, columns);
    if (are_several())
    {
        clear_incoming(share, columns);
        load_strips(share.plan, share.arguments.matrix.letters, context.limits);
    }
    fill_with_zeros(share.counters, context.stream);
    if (keeps_checkpoints())
        fill_with_zeros(share.checkpoint_rows, context.stream);

    context.signals.host().stop = 0;
    context.signals.host().steps_done = 0;
}

// Whether it is not that of a matrix without free ends.
bool strip_run::has_left_border() const noexcept
{
    return part_ || ends_.first_leading;
}

bool strip_run::has_upper_border(interval const & rows) const noexcept
{
    return rows.begin != region_.row_begin || part_ || ends_.second_leading;
}

// The rows that the last strip has in excess pass on carries only if nothing grows there.
void strip_run::copy_left_border(strip_share const & share, interval const & rows)
{
    if (!part_)
        return fill_with_zeros(share.column_state, share.context->stream);
    fill_with_ones(share.column_state, share.context->stream);
    auto const * const from = reinterpret_cast<std::uint32_t const *>(vertical_.data() + vertical_place(rows));
    copy_to_device(share.column_state, std::span{from, state_word_count(rows.size())}, share.context->stream);
}

void strip_run::copy_text(strip_share const & share, interval const & columns)
{
    cudaStream_t const in = share.context->stream;
    auto const words = packed_words(columns_, columns.begin, columns.end);
    fill_with_zeros(share.text.part(0, text_margin), in);
    copy_to_device(share.text.part(text_margin, words.size()), words, in);
    fill_with_zeros(share.text.part(text_margin + words.size(), text_margin), in);
}

// Strip 0, which the first device has, reads the upper border like carries from a strip above.
void strip_run::copy_upper_border(strip_share const & share, interval const & rows, interval const & columns)
{
    cudaStream_t const in = share.context->stream;
    fill_with_zeros(share.handed_over.part(0, handed_over_words(traits(), columns.size())), in);
    if (&share != shares_.data() || !has_upper_border(rows))
        return;

    std::span<tagged_carries> const words = border_below(columns);
    for (tagged_carries & word : words)
        word &= 0xffff'ffffu;
    copy_to_device(share.handed_over.part(words.size(), words.size()), words, in);
}

// Clears the buffer of tags of earlier launches.
void strip_run::clear_incoming(strip_share const & share, interval const & columns)
{
    std::uint64_t const words = incoming_words(traits(), columns.size());
    if (plan_.through_host)
        std::fill_n(share.buffers->incoming_on_host.host(), words, 0);
    else
        fill_with_zeros(device_view{share.incoming, words}, share.context->stream);
}

void strip_run::launch(strip_share & share)
{
    stream_context & context = *share.context;
    context.copied.record(context.stream);
    launch_strips(share.plan, share.arguments, context.limits, context.stream);
    context.computed.record(context.stream);

    copy_to_host(share.buffers->found.copy_target(), share.counters, context.stream);
    context.end.record(context.stream);
}

// All devices get their memory first: no device may write to another one before that is ready.
void strip_run::launch_all(interval const & rows, interval const & columns)
{
    on_each(
        [&](strip_share & share)
        {
            upload(share, rows, columns);
        });
    if (are_several())
        on_each(
            [](strip_share const & share)
            {
                SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(share.context->stream));
            });
    on_each(&strip_run::launch);
}

// Asks all devices each time: where one fails, the others wait for it.
bool strip_run::are_launches_done()
{
    bool are_done = true;
    on_each(
        [&](strip_share const & share)
        {
            are_done = cuda::is_done(share.context->stream) && are_done;
        });
    return are_done;
}

void strip_run::count_cells(double const done, runtime::task_control & control)
{
    if (done > counted_cells_)
        control.add_cells(done - std::exchange(counted_cells_, done));
}

// Lanes that wait for their first column do steps, too: so these are more cells than there are.
void strip_run::count_steps(runtime::task_control & control)
{
    double const cells_per_step = static_cast<double>(plan_.shape.strip_rows()) * plan_.shape.unit_columns;
    double steps = 0;
    for (strip_share const & share : std::span{shares_}.first(active_))
        steps += static_cast<double>(share.context->signals.host().steps_done);
    count_cells(std::min(steps * cells_per_step, 0.999 * launch_cells_), control);
}

// Waits for the launches, and meanwhile handles progress and stop.
void strip_run::wait(runtime::task_control & control)
{
    poll_until(
        [&]()
        {
            return are_launches_done();
        },
        [&]()
        {
            count_steps(control);
            control.check();
        });
    count_cells(launch_cells_, control);
    control.check();
}

void strip_run::begin(strip_run const * const before)
{
    assert(is_one_launch());
    interval const & rows = row_pieces_.front();
    interval const & columns = column_pieces_.front();
    follows_ = before != nullptr;
    load_borders();
    share_rows(rows);
    follows_ ? follow(*before) : be_first();
    describe_columns(rows, columns);
    launch_all(rows, columns);
}

// Launches of this team and of the other one in turns.
void strip_run::follow(strip_run const & before)
{
    assert(active_ == before.active_);
    for (std::size_t i = 0; i < active_; ++i)
    {
        strip_share const & of_before = before.shares_[i];
        strip_share & share = shares_[i];
        share.chunks_done = of_before.chunks_done;
        share.arguments.order = {share.chunks_done.data(), of_before.arguments.order.chunk + 1};
        share.arguments.matrix.first_state = of_before.column_state.data();
    }
}

void strip_run::be_first()
{
    on_each(
        [&](strip_share & share)
        {
            share.chunks_done = share.buffers->chunks_done.reserve(share.arguments.matrix.strips);
            fill_with_zeros(share.chunks_done, share.context->stream);
            share.arguments.order = {share.chunks_done.data(), 0};
        });
}

bool strip_run::is_done(runtime::task_control & control)
{
    bool const are_done = are_launches_done();
    are_done ? count_cells(launch_cells_, control) : count_steps(control);
    return are_done;
}

bool strip_run::is_half_done() const noexcept
{
    return counted_cells_ > launch_cells_ / 2
        && std::ranges::all_of(std::span{shares_}.first(active_),
                               [](strip_share const & share)
                               {
                                   return share.context->signals.host().steps_done != 0;
                               });
}

strip_run_result strip_run::finish()
{
    collect(row_pieces_.front(), column_pieces_.front());
    store_borders();
    return take_result();
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

// Collects the results of a launch.
void strip_run::collect(interval const & rows, interval const & columns)
{
    on_each(
        [&](strip_share & share)
        {
            fetch(share, rows, columns);
        });
    if (part_ && keeps_checkpoints())
        fetch_checkpoints(rows, columns);
    add_results(columns);
    if (part_ && columns.end == region_.column_end)
        if (std::uint64_t * const row = part_->kept_row(rows.end, region_.column_begin))
            join_border(row);
}

void strip_run::add_results(interval const & columns)
{
    double transfer = 0;
    double kernel = 0;
    on_each(
        [&](strip_share const & share)
        {
            if (columns.end == region_.column_end)
                result_.value += share.buffers->found.host().vertical_sum;
            batch_times const times = share.context->times();
            transfer = std::max(transfer, times.transfer_seconds);
            kernel = std::max(kernel, times.kernel_seconds);
        });
    result_.transfer_seconds += transfer;
    result_.kernel_seconds += kernel;
}

// Copies results when the launch is done: until then, a copy to host memory that is not pinned would block the host.
void strip_run::fetch(strip_share & share, interval const & rows, interval const & columns)
{
    stream_context & context = *share.context;
    if (wants_last_column_ && columns.end == columns_.size())
        copy_column_state(share,
                          std::span{result_.last_column}.subspan(rows.begin / 32 * traits().state_words,
                                                                 state_word_count(rows.size())));
    if (part_ && columns.end == region_.column_end)
        copy_vertical(share, vertical_.data() + vertical_place(rows), rows);
    if (part_)
        if (std::uint64_t * const column = part_->kept_column(columns.end, rows.begin))
            copy_vertical(share, column, rows);
    if (&share == &shares_[last_] && (rows.end != region_.row_end || part_))
    {
        std::span<tagged_carries> const words = border_below(columns);
        copy_to_host(words,
                     share.handed_over.part((share.arguments.matrix.strips - 1) % 2 * words.size(), words.size()),
                     context.stream);
    }
    if (wants_last_column_ || !is_one_part() || part_)
    {
        context.end.record(context.stream);
        SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(context.stream));
    }
}

// Copies the checkpoints before the end of a launch to the host.
void strip_run::fetch_checkpoints(interval const & rows, interval const & columns)
{
    device_checkpoints checkpoints{result_.checkpoints};
    checkpoint_layout const & layout = result_.checkpoints.layout;
    plan::checkpoint_grid const & grid = layout.grid;
    for (std::uint64_t i = 0; i < layout.columns; ++i)
    {
        std::uint64_t * const to = part_->kept_column(columns.begin + (i + 1) * grid.column_spacing, rows.begin);
        checkpoints.copy({i, 0, {to, util::ceil_div<std::uint64_t>(rows.size(), 64) * traits().state_words}}, {});
    }
    for (std::uint64_t i = 0; i < layout.rows; ++i)
    {
        std::span<std::uint64_t> const row{part_->kept_row(rows.begin + (i + 1) * grid.row_spacing, columns.begin),
                                           util::ceil_div<std::uint64_t>(columns.size(), 64) * traits().carry_words};
        checkpoints.copy({}, {i, 0, row});
        plan::clear_after_last_column(row, columns.size(), traits().carry_words);
    }
}

// The state of the strips of a device at the last column of a launch. With `words` for all rows.
void strip_run::copy_column_state(strip_share const & share, std::span<std::uint32_t> const words) const
{
    std::uint64_t const strip_words = plan_.shape.strip_rows() / 32 * traits().state_words;
    for (interval const & strips : share.strips)
    {
        std::uint64_t const begin = strips.begin * strip_words;
        std::uint64_t const end = std::min<std::uint64_t>(strips.end * strip_words, words.size());
        copy_to_host(words.subspan(begin, end - begin),
                     share.column_state.part(begin, end - begin),
                     share.context->stream);
    }
}

// The state for a part; strips have an even number of words of 32 rows.
void strip_run::copy_vertical(strip_share const & share, std::uint64_t * const to, interval const & rows) const
{
    copy_column_state(share, {reinterpret_cast<std::uint32_t *>(to), state_word_count(rows.size())});
}

// The carries of a chunk below the rows that were computed last.
std::span<tagged_carries> strip_run::border_below(interval const & columns)
{
    return std::span{border_}.subspan((columns.begin - region_.column_begin) / block_columns * traits().carry_words,
                                      block_count(columns.size()) * traits().carry_words);
}

sequence_size size_of(packing::packed_sequence_view const sequence) noexcept
{
    return {sequence.size(), sequence.bits_per_letter(), static_cast<unsigned>(sequence.letters().size())};
}

strip_plan
plan_strip_run(strip_request const & request, std::span<device_limits const> const devices, std::uint64_t const memory)
{
    bool const is_shared = devices.size() > 1;
    strip_plan plan = plan_as_one(request, combine(devices), is_shared, memory);
    if (is_shared)
    {
        auto const & columns = plan.second_is_rows ? request.first : request.second;
        plan_waves(plan, static_cast<unsigned>(columns.letters().size()), devices);
        plan.device_bytes += incoming_words(plan.recurrence->traits, plan.chunk_columns) * sizeof(tagged_carries);
    }
    return plan;
}

strip_plan plan_strip_run(strip_request const & request, context_team const & team)
{
    return plan_for_memory(request, team, find_free_memory(team), std::numeric_limits<std::uint64_t>::max());
}

strip_plan plan_overlapping_runs(strip_request const & request, context_team const & first, context_team const & second)
{
    std::vector<std::uint64_t> free_bytes = find_free_memory(first);
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < free_bytes.size(); ++i)
    {
        free_bytes[i] += second.all()[i]->bytes();
        limit = std::min(limit, usable_memory(free_bytes[i] + first.all()[i]->bytes()) / 2);
    }
    return plan_for_memory(request, first, free_bytes, limit);
}

strip_run
prepare_strip_run(strip_request const & request, context_team const & team, std::function<void()> const & make_room)
{
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    bool has_made_room = false;
    std::optional<strip_plan> plan{};
    std::optional<strip_run> run{};
    std::exception_ptr const failure = try_with_room(
        [&]()
        {
            plan.reset();
            plan = plan_and_make_room(request, team, limit);
            run.emplace(request, *plan, team);
        },
        [&]()
        {
            for (stream_context * const context : team.all())
                context->release();
            if (!std::exchange(has_made_room, true))
            {
                if (make_room)
                    make_room();
                return true;
            }
            // Other computations may have taken the memory, or it is fragmented: then a smaller limit is tried, which is only slower.
            if (plan)
                limit = plan->device_bytes / 2;
            return plan.has_value();
        });
    if (failure)
        std::rethrow_exception(failure);
    return std::move(*run);
}

} // namespace seqan3_gpulcs::cuda
