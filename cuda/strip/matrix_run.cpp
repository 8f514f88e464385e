// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/matrix_run.hpp"

#include <algorithm>
#include <array>
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
    strip_plan plan = plan_matrix_run(request, limits, memory);
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

} // namespace

matrix_run::matrix_run(strip_request const & request, strip_plan const & plan, context_team const & team) :
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
    wants_last_column_{request.with_last_column || request.wanted == pair_output::border},
    run_{rows_, columns_, team}
{
    assert(plan.recurrence == request.recurrence && !(wants_last_column_ && plan.second_is_rows));
    assert(!request.ends.any() || (!plan.second_is_rows && !part_));
    assert(team.all().size() == plan.device_count());
    run_.reserve(plan_, wants_last_column_ || has_left_border() || !is_one_chunk());
    if (!is_one_part() || part_ || ends_.second_leading)
        border_.resize(block_count(region_.columns()) * traits().carry_words);
    for (std::size_t i = 0; ends_.second_leading && i < border_.size(); ++i)
        border_[i] = traits().upper_border[i % traits().carry_words];
    if (wants_last_column_)
        result_.last_column.resize(state_word_count(rows_.size()));
}

matrix_run_result matrix_run::compute(runtime::task_control & control)
{
    try
    {
        if (part_)
            load_borders(false);
        for (interval const & rows : row_pieces_)
            for (interval const & columns : column_pieces_)
            {
                run_.begin(plan_, describe(rows, columns));
                wait_for_runs(std::array{&std::as_const(run_)}, run_.cells(), control);
                collect(rows, columns);
            }
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

matrix_run_result matrix_run::take_result()
{
    result_.value = traits().value(rows_.size(), columns_.size(), result_.value);
    result_.transfer_seconds = run_.transfer_seconds();
    result_.kernel_seconds = run_.kernel_seconds();
    result_.device_bytes = plan_.device_bytes * plan_.device_count();
    result_.plan = plan_;
    return std::move(result_);
}

// The words of 32 bits for the state of rows: in memory, 64 rows belong together.
std::uint64_t matrix_run::state_word_count(std::uint64_t const rows) const noexcept
{
    return 2 * util::ceil_div<std::uint64_t>(rows, 64) * traits().state_words;
}

// The state at the left border of a part, then that at its right one, for some rows.
std::span<std::uint64_t> matrix_run::vertical(interval const & rows) noexcept
{
    return std::span{vertical_}.subspan((rows.begin - region_.row_begin) / 64 * traits().state_words,
                                        state_word_count(rows.size()) / 2);
}

// The first half of a word of carries on the host is a block, the second half another one. A run that follows another one gets the left
// border from that.
void matrix_run::load_borders(bool const follows)
{
    if (follows)
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

void matrix_run::join_border(std::uint64_t * const to) const
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
void matrix_run::store_borders() const
{
    std::ranges::copy(vertical_, part_->borders.vertical.begin());
    join_border(part_->borders.horizontal.data());
}

matrix_piece matrix_run::describe(interval const & rows, interval const & columns)
{
    matrix_piece piece{.rows = rows, .columns = columns};
    if (rows.begin != region_.row_begin || part_ || ends_.second_leading)
        piece.above = border_below(columns);
    if (columns.begin != region_.column_begin)
        piece.left = left_state::kept;
    else if (part_)
    {
        std::span<std::uint64_t const> const words = vertical(rows);
        piece.left = left_state::given;
        piece.state = {reinterpret_cast<std::uint32_t const *>(words.data()), 2 * words.size()};
    }
    else if (ends_.first_leading)
        piece.left = left_state::zeros;
    return piece;
}

void matrix_run::count_cells(double const done, runtime::task_control & control)
{
    if (done > counted_cells_)
        control.add_cells(done - std::exchange(counted_cells_, done));
}

void matrix_run::begin(matrix_run const * const before)
{
    assert(is_one_launch());
    load_borders(before != nullptr);
    matrix_piece piece = describe(row_pieces_.front(), column_pieces_.front());
    piece.overlaps = true;
    piece.before = before ? &before->run_ : nullptr;
    run_.begin(plan_, piece);
}

bool matrix_run::is_done(runtime::task_control & control)
{
    bool const are_done = run_.is_done();
    count_cells(are_done ? run_.cells() : run_.cells_done(), control);
    return are_done;
}

bool matrix_run::is_half_done() const noexcept
{
    return counted_cells_ > run_.cells() / 2 && run_.have_all_begun();
}

matrix_run_result matrix_run::finish()
{
    collect(row_pieces_.front(), column_pieces_.front());
    store_borders();
    return take_result();
}

// Collects the results of a launch.
void matrix_run::collect(interval const & rows, interval const & columns)
{
    fetch(rows, columns);
    if (keeps_checkpoints())
        result_.checkpoints = run_.kept();
    if (part_ && keeps_checkpoints())
        fetch_checkpoints(rows, columns);
    std::uint64_t const sum = run_.finish();
    if (columns.end != region_.column_end)
        return;
    result_.value += sum;
    if (part_)
        if (std::uint64_t * const row = part_->kept_row(rows.end, region_.column_begin))
            join_border(row);
}

// Copies results when the launch is done: until then, a copy to host memory that is not pinned would block the host.
void matrix_run::fetch(interval const & rows, interval const & columns)
{
    if (!wants_last_column_ && is_one_part() && !part_)
        return;
    if (wants_last_column_ && columns.end == columns_.size())
        run_.copy_column(std::span{result_.last_column}.subspan(rows.begin / 32 * traits().state_words,
                                                                state_word_count(rows.size())));
    if (part_ && columns.end == region_.column_end)
        copy_vertical(vertical(rows).data(), rows);
    if (part_)
        if (std::uint64_t * const column = part_->kept_column(columns.end, rows.begin))
            copy_vertical(column, rows);
    if (rows.end != region_.row_end || part_)
        run_.copy_carries_below(border_below(columns));
    run_.wait_for_copies();
}

// Copies the checkpoints before the end of a launch to the host.
void matrix_run::fetch_checkpoints(interval const & rows, interval const & columns)
{
    device_checkpoints checkpoints{result_.checkpoints};
    auto const [row_spacing, column_spacing] = plan_.checkpoints;
    std::uint64_t const row_words = util::ceil_div<std::uint64_t>(rows.size(), 64);
    std::uint64_t const column_words = util::ceil_div<std::uint64_t>(columns.size(), 64);
    for (std::uint64_t i = 0; i < (columns.size() - 1) / column_spacing; ++i)
    {
        std::uint64_t * const to = part_->kept_column(columns.begin + (i + 1) * column_spacing, rows.begin);
        checkpoints.copy({i, 0, {to, row_words * traits().state_words}}, {});
    }
    for (std::uint64_t i = 0; i < (rows.size() - 1) / row_spacing; ++i)
    {
        std::span<std::uint64_t> const row{part_->kept_row(rows.begin + (i + 1) * row_spacing, columns.begin),
                                           column_words * traits().carry_words};
        checkpoints.copy({}, {i, 0, row});
        plan::clear_after_last_column(row, columns.size(), traits().carry_words);
    }
}

// The state for a part; strips have an even number of words of 32 rows.
void matrix_run::copy_vertical(std::uint64_t * const to, interval const & rows) const
{
    run_.copy_column({reinterpret_cast<std::uint32_t *>(to), state_word_count(rows.size())});
}

// The carries of a chunk below the rows that were computed last.
std::span<tagged_carries> matrix_run::border_below(interval const & columns)
{
    return std::span{border_}.subspan((columns.begin - region_.column_begin) / block_columns * traits().carry_words,
                                      block_count(columns.size()) * traits().carry_words);
}

strip_plan
plan_matrix_run(strip_request const & request, std::span<device_limits const> const devices, std::uint64_t const memory)
{
    bool const is_shared = devices.size() > 1;
    strip_plan plan = plan_as_one(request, combine(devices), is_shared, memory);
    if (is_shared)
    {
        auto const & columns = plan.second_is_rows ? request.first : request.second;
        plan_waves(plan, static_cast<unsigned>(columns.letters().size()), devices);
        plan.device_bytes += plan.incoming_words() * sizeof(tagged_carries);
    }
    return plan;
}

strip_plan plan_matrix_run(strip_request const & request, context_team const & team)
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

matrix_run
prepare_matrix_run(strip_request const & request, context_team const & team, std::function<void()> const & make_room)
{
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    bool has_made_room = false;
    std::optional<strip_plan> plan{};
    std::optional<matrix_run> run{};
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
