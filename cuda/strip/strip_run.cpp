// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_run.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "cuda/runtime/try_with_room.hpp"
#include "cuda/strip/device_checkpoints.hpp"
#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_matrix.hpp"
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

// Plans for the memory that is free, but for no more than a limit; buffers of the context that are too small make room.
strip_plan plan_and_make_room(strip_request const & request, stream_context & context, std::uint64_t const limit)
{
    std::uint64_t const free_bytes = free_device_bytes();
    strip_plan const plan =
        plan_strip_run(request, context.limits, std::min(limit, usable_memory(free_bytes + context.bytes())));
    if (plan.device_bytes > usable_memory(free_bytes))
        context.release();
    return plan;
}

// Packed codes of letters [begin, end); begin is a multiple of the codes in a word.
std::span<std::uint64_t const>
packed_words(packing::packed_sequence_view const sequence, std::uint64_t const begin, std::uint64_t const end)
{
    std::uint64_t const codes = sequence.codes_per_word();
    return {sequence.words() + begin / codes, util::ceil_div(end - begin, codes)};
}

} // namespace

strip_run::strip_run(strip_request const & request, strip_plan const & plan, stream_context & context) :
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
    wants_last_column_{request.wanted == pair_output::border && !plan.second_is_rows},
    wants_last_row_{request.wanted == pair_output::border && plan.second_is_rows},
    context_{context},
    buffers_{context.get<strip_buffers>()}
{
    assert(plan.recurrence == request.recurrence && (!wants_last_row_ || traits().passes_carries));
    counters_ = buffers_.counters.reserve(1);
    row_codes_ = buffers_.row_codes.reserve(packed_words(rows_, 0, plan_.part_rows).size());
    text_ = buffers_.text.reserve(packed_words(columns_, 0, plan_.chunk_columns).size() + 2 * text_margin);
    handed_over_ = buffers_.handed_over.reserve(handed_over_words(traits(), plan_.chunk_columns));
    std::uint64_t const strip_rows = plan_.shape.strip_rows();
    if (wants_last_column_ || part_ || !is_one_chunk())
        column_state_ = buffers_.column_state.reserve(util::ceil_div(plan_.part_rows, strip_rows) * (strip_rows / 32)
                                                      * traits().state_words);

    if (keeps_checkpoints())
    {
        // A word more: a launch that keeps nothing has no buffer.
        auto const & layout = result_.checkpoints =
            lay_out_checkpoints(plan_.checkpoints, traits(), plan_.shape, {plan_.part_rows, plan_.chunk_columns});
        checkpoint_columns_ = buffers_.checkpoint_columns.reserve(layout.columns * layout.column_words + 1);
        checkpoint_rows_ = buffers_.checkpoint_rows.reserve(layout.rows * layout.row_words + 1);
    }

    if (!is_one_part() || wants_last_row_ || part_)
        border_.resize(block_count(region_.columns()) * traits().carry_words);
    if (wants_last_column_)
        result_.last_column.resize(util::ceil_div<std::uint64_t>(rows_.size(), 32) * traits().state_words);
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
        // Earlier operations may still use the buffers.
        context_.stop();
        throw;
    }
    if (part_)
        store_borders();
    result_.value = traits().value(rows_.size(), columns_.size(), result_.value);
    if (wants_last_row_)
        result_.last_row = std::move(border_);
    result_.plan = plan_;
    return std::move(result_);
}

// The first half of a word of carries on the host is a block, the second half another one.
void strip_run::load_borders()
{
    vertical_.assign(part_->borders.vertical.begin(), part_->borders.vertical.end());
    for (std::size_t block = 0; block < border_.size(); ++block)
        border_[block] = part_->borders.horizontal[block / 2] >> (block % 2 == 0 ? 32 : 0) & 0xffff'ffffu;
}

void strip_run::join_border(std::uint64_t * const to) const
{
    std::fill_n(to, region_.column_words(), 0);
    for (std::size_t block = 0; block < border_.size(); ++block)
        to[block / 2] |= (border_[block] & 0xffff'ffffu) << (block % 2 == 0 ? 32 : 0);
}

// Not before everything is done: until then, another backend may take over.
void strip_run::store_borders() const
{
    std::ranges::copy(vertical_, part_->borders.vertical.begin());
    join_border(part_->borders.horizontal.data());
}

void strip_run::compute_rows(interval const & rows, runtime::task_control & control)
{
    strip_arguments arguments = describe_rows(rows);
    for (interval const & columns : column_pieces_)
    {
        assert(columns.size() <= max_chunk_columns);
        arguments.matrix.columns = columns.size();
        arguments.matrix.resumes = part_ || columns.begin != region_.column_begin;
        if (keeps_checkpoints())
            describe_kept(arguments, columns);
        launch(arguments, rows, columns);
        wait(arguments, control);
        fetch(arguments, rows, columns);

        if (columns.end == region_.column_end)
            result_.value += buffers_.found.host().vertical_sum;
        result_.transfer_seconds +=
            context_.copied.seconds_since(context_.begin) + context_.end.seconds_since(context_.computed);
        result_.kernel_seconds += context_.computed.seconds_since(context_.copied);
    }
    if (part_)
        if (std::uint64_t * const row = part_->kept_row(rows.end, region_.column_begin))
            join_border(row);
}

strip_arguments strip_run::describe_rows(interval const & rows) const
{
    strip_arguments arguments{.matrix = describe_matrix(rows_, columns_, plan_.shape), .launch = {}};
    strip_matrix & matrix = arguments.matrix;
    matrix.rows.codes = row_codes_.data();
    matrix.rows.size = rows.size();
    matrix.text = text_.part(text_margin, 1).data();
    matrix.strips = static_cast<unsigned>(util::ceil_div(rows.size(), plan_.shape.strip_rows()));
    matrix.handed_over = handed_over_.data();
    matrix.column_state = column_state_.data();
    matrix.vertical_sum = &counters_.data()->vertical_sum;
    arguments.launch = {.counters = counters_.data(),
                        .signals = context_.signals.device(),
                        .strips = matrix.strips,
                        .strips_per_poll = choose_strips_per_poll(plan_.warps_per_block * plan_.max_blocks)};
    return arguments;
}

// The checkpoints of a launch.
void strip_run::describe_kept(strip_arguments & arguments, interval const & columns)
{
    result_.checkpoints =
        lay_out_checkpoints(plan_.checkpoints, traits(), plan_.shape, {arguments.matrix.rows.size, columns.size()});
    arguments.matrix.checkpoints =
        describe_checkpoints(result_.checkpoints, plan_.shape, checkpoint_columns_.data(), checkpoint_rows_.data());
}

void strip_run::launch(strip_arguments const & arguments, interval const & rows, interval const & columns)
{
    context_.begin.record(context_.stream);
    if (columns.begin == region_.column_begin)
    {
        copy_to_device(row_codes_, packed_words(rows_, rows.begin, rows.end), context_.stream);
        if (part_)
            copy_left_border(rows);
    }
    if (rows.begin == region_.row_begin || !is_one_chunk())
        copy_text(columns);
    copy_upper_border(rows, columns);
    fill_with_zeros(counters_, context_.stream);
    if (keeps_checkpoints())
        fill_with_zeros(checkpoint_rows_, context_.stream);

    context_.signals.host().stop = 0;
    context_.signals.host().steps_done = 0;
    context_.copied.record(context_.stream);
    launch_strips(plan_, arguments, context_.limits, context_.stream);
    context_.computed.record(context_.stream);

    copy_to_host(buffers_.found.copy_target(), counters_, context_.stream);
    context_.end.record(context_.stream);
}

// The rows that the last strip has in excess pass on carries only if nothing grows there.
void strip_run::copy_left_border(interval const & rows)
{
    fill_with_ones(column_state_, context_.stream);
    auto const * const from =
        reinterpret_cast<std::uint32_t const *>(vertical_.data() + (rows.begin - region_.row_begin) / 64);
    copy_to_device(column_state_, std::span{from, util::ceil_div<std::uint64_t>(rows.size(), 32)}, context_.stream);
}

void strip_run::copy_text(interval const & columns)
{
    auto const words = packed_words(columns_, columns.begin, columns.end);
    fill_with_zeros(text_.part(0, text_margin), context_.stream);
    copy_to_device(text_.part(text_margin, words.size()), words, context_.stream);
    fill_with_zeros(text_.part(text_margin + words.size(), text_margin), context_.stream);
}

// Strip 0 reads the upper border like carries from a strip above.
void strip_run::copy_upper_border(interval const & rows, interval const & columns)
{
    fill_with_zeros(handed_over_.part(0, handed_over_words(traits(), columns.size())), context_.stream);
    if (rows.begin == region_.row_begin && !part_)
        return;

    std::span<tagged_carries> const words = border_below(columns);
    for (tagged_carries & word : words)
        word &= 0xffff'ffffu;
    copy_to_device(handed_over_.part(words.size(), words.size()),
                   std::span<tagged_carries const>{words},
                   context_.stream);
}

// Waits for the launch, and meanwhile handles progress and stop.
void strip_run::wait(strip_arguments const & arguments, runtime::task_control & control)
{
    double const cells =
        static_cast<double>(arguments.matrix.rows.size) * static_cast<double>(arguments.matrix.columns);
    double const cells_per_step = static_cast<double>(plan_.shape.strip_rows()) * plan_.shape.unit_columns;
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
                 // Lanes that wait for their first column do steps, too: so these are more cells than there are.
                 count_cells(
                     std::min(static_cast<double>(context_.signals.host().steps_done) * cells_per_step, 0.999 * cells));
                 control.check();
             });
    count_cells(cells);
    control.check();
}

// Not before the launch is done: until then, a copy to host memory that is not pinned would block the host.
void strip_run::fetch(strip_arguments const & arguments, interval const & rows, interval const & columns)
{
    if (wants_last_column_ && columns.end == columns_.size())
    {
        std::uint64_t const words = util::ceil_div<std::uint64_t>(rows.size(), 32) * traits().state_words;
        copy_to_host(std::span{result_.last_column}.subspan(rows.begin / 32 * traits().state_words, words),
                     column_state_,
                     context_.stream);
    }
    if (part_ && columns.end == region_.column_end)
        copy_column_state(vertical_.data() + (rows.begin - region_.row_begin) / 64, rows.size());
    if (part_)
        if (std::uint64_t * const column = part_->kept_column(columns.end, rows.begin))
            copy_column_state(column, rows.size());
    if (rows.end != region_.row_end || wants_last_row_ || part_)
    {
        std::span<tagged_carries> const words = border_below(columns);
        copy_to_host(words,
                     handed_over_.part((arguments.matrix.strips - 1) % 2 * words.size(), words.size()),
                     context_.stream);
    }
    if (wants_last_column_ || !is_one_part() || wants_last_row_ || part_)
    {
        context_.end.record(context_.stream);
        SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(context_.stream));
    }
    if (part_ && keeps_checkpoints())
        fetch_checkpoints(rows, columns);
}

// Those before the end of a launch.
void strip_run::fetch_checkpoints(interval const & rows, interval const & columns)
{
    device_checkpoints checkpoints{result_.checkpoints, context_};
    auto const & grid = plan_.checkpoints;
    for (std::uint64_t i = 0; i < result_.checkpoints.columns; ++i)
    {
        std::uint64_t * const to = part_->kept_column(columns.begin + (i + 1) * grid.column_spacing, rows.begin);
        checkpoints.copy({i, 0, {to, util::ceil_div<std::uint64_t>(rows.size(), 64)}}, {});
    }
    for (std::uint64_t i = 0; i < result_.checkpoints.rows; ++i)
    {
        std::uint64_t * const to = part_->kept_row(rows.begin + (i + 1) * grid.row_spacing, columns.begin);
        checkpoints.copy({}, {i, 0, {to, util::ceil_div<std::uint64_t>(columns.size(), 64)}});
    }
}

// V of the rows at the last column of a launch; strips have an even number of its words.
void strip_run::copy_column_state(std::uint64_t * const to, std::uint64_t const rows)
{
    std::span const halves{reinterpret_cast<std::uint32_t *>(to), 2 * util::ceil_div<std::uint64_t>(rows, 64)};
    copy_to_host(halves, column_state_, context_.stream);
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

strip_plan plan_strip_run(strip_request const & request, device_limits const & limits, std::uint64_t const memory)
{
    sequence_size first = size_of(request.first);
    sequence_size second = size_of(request.second);
    if (request.wanted == pair_output::part)
    {
        first.length = request.part->region.rows();
        second.length = request.part->region.columns();
        return plan_part({.first = first, .second = second, .recurrence = request.recurrence},
                         request.part->kept.grid,
                         limits,
                         memory);
    }
    bool const wants_border = request.wanted == pair_output::border;
    strip_task const task{.first = first,
                          .second = second,
                          .rows = wants_border && !request.recurrence->traits.passes_carries ? row_choice::first
                                                                                             : row_choice::faster,
                          .keeps_last_column = wants_border,
                          .recurrence = request.recurrence};
    return request.wanted == pair_output::checkpoints ? plan_checkpoints(task, limits, memory)
                                                      : plan_strips(task, limits, memory);
}

strip_plan plan_strip_run(strip_request const & request, stream_context const & context)
{
    return plan_strip_run(request, context.limits, usable_memory(free_device_bytes() + context.bytes()));
}

strip_run
prepare_strip_run(strip_request const & request, stream_context & context, std::function<void()> const & make_room)
{
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    bool has_made_room = false;
    std::optional<strip_plan> plan{};
    std::optional<strip_run> run{};
    std::exception_ptr const failure = try_with_room(
        [&]()
        {
            plan.reset();
            plan = plan_and_make_room(request, context, limit);
            run.emplace(request, *plan, context);
        },
        [&]()
        {
            context.release();
            if (!std::exchange(has_made_room, true))
            {
                if (make_room)
                    make_room();
                return true;
            }
            // Others may have been faster, or the memory is fragmented: then it tries with less, which is only slower.
            if (plan)
                limit = plan->device_bytes / 2;
            return plan.has_value();
        });
    if (failure)
        std::rethrow_exception(failure);
    return std::move(*run);
}

} // namespace seqan3_gpulcs::cuda
