// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_run.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <optional>
#include <span>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/strip/device_checkpoints.hpp"
#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "src/packing/common_codes.hpp"
#include "src/util/border_words.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// A part of the memory that is free stays free: for the run-time, and for launches.
constexpr std::uint64_t usable_memory(std::uint64_t const free_bytes) noexcept
{
    return free_bytes - free_bytes / 8;
}

sequence_size size_of(packing::packed_sequence_view const sequence) noexcept
{
    return {sequence.size(), sequence.bits_per_letter(), static_cast<unsigned>(sequence.letters().size())};
}

std::uint64_t free_memory(stream_context const & context)
{
    return free_device_bytes() + context.bytes();
}

strip_plan plan_for_memory(packing::packed_sequence_view const first,
                           packing::packed_sequence_view const second,
                           pair_output const wanted,
                           stream_context const & context,
                           std::uint64_t const memory)
{
    if (wanted == pair_output::checkpoints)
        return plan_checkpoints(size_of(first), size_of(second), context.limits, memory);
    return plan_strips(size_of(first),
                       size_of(second),
                       row_choice::faster,
                       wanted == pair_output::increments,
                       context.limits,
                       memory);
}

// Packed codes of letters [begin, end); begin is a multiple of the codes in a word.
std::span<std::uint64_t const>
words_of(packing::packed_sequence_view const sequence, std::uint64_t const begin, std::uint64_t const end)
{
    std::uint64_t const codes = sequence.codes_per_word();
    return {sequence.words() + begin / codes, (end - begin + codes - 1) / codes};
}

//!\brief A pair on its way through the device.
class strip_run
{
public:
    strip_run(packing::packed_sequence_view const first,
              packing::packed_sequence_view const second,
              pair_output const wanted,
              strip_plan const & plan,
              stream_context & context,
              runtime::task_control & control) :
        plan_{plan},
        rows_{plan.second_is_rows ? second : first},
        columns_{plan.second_is_rows ? first : second},
        wants_vertical_{wanted == pair_output::increments && !plan.second_is_rows},
        wants_horizontal_{wanted == pair_output::increments && plan.second_is_rows},
        context_{context},
        buffers_{context.get<strip_buffers>()},
        control_{control}
    {
        reserve();
    }

    strip_run_result run()
    {
        try
        {
            for (std::uint64_t row = 0; row < rows_.size(); row += plan_.part_rows)
                run_part(row, std::min(row + plan_.part_rows, rows_.size()));
        }
        catch (...)
        {
            // Before buffers are used again, nothing may use them any more.
            context_.stop();
            throw;
        }
        finish();
        result_.plan = plan_;
        return std::move(result_);
    }

private:
    bool is_last_part(std::uint64_t const row_end) const noexcept
    {
        return row_end == rows_.size();
    }

    bool one_part() const noexcept
    {
        return plan_.part_rows == rows_.size();
    }

    bool one_chunk() const noexcept
    {
        return plan_.chunk_columns == columns_.size();
    }

    bool keeps_checkpoints() const noexcept
    {
        return plan_.checkpoints.column_spacing != 0;
    }

    static std::uint64_t blocks_of(std::uint64_t const columns) noexcept
    {
        return (columns + block_columns - 1) / block_columns;
    }

    std::uint64_t strips_of(std::uint64_t const rows) const noexcept
    {
        return (rows + plan_.strip_rows() - 1) / plan_.strip_rows();
    }

    void reserve()
    {
        counters_ = buffers_.counters.reserve(1);
        row_codes_ = buffers_.row_codes.reserve(words_of(rows_, 0, plan_.part_rows).size());
        text_ = buffers_.text.reserve(words_of(columns_, 0, plan_.chunk_columns).size() + 2 * text_margin);
        handed_over_ = buffers_.handed_over.reserve(2 * blocks_of(plan_.chunk_columns) + 1);
        if (wants_vertical_ || !one_chunk())
            column_state_ = buffers_.column_state.reserve(strips_of(plan_.part_rows) * (plan_.strip_rows() / 32));

        if (keeps_checkpoints())
        {
            // A word more: a launch that keeps nothing has no buffer.
            layout_ = layout_of(plan_, rows_.size(), columns_.size());
            checkpoint_columns_ = buffers_.checkpoint_columns.reserve(layout_.columns * layout_.column_words + 1);
            checkpoint_rows_ = buffers_.checkpoint_rows.reserve(layout_.rows * layout_.row_words + 1);
        }

        if (!one_part() || wants_horizontal_)
            border_.resize(blocks_of(columns_.size()));
        if (wants_vertical_)
            result_.increments.resize((rows_.size() + 63) / 64);
    }

    void run_part(std::uint64_t const row_begin, std::uint64_t const row_end)
    {
        strip_arguments arguments{};
        arguments.matrix.rows.codes = row_codes_.data();
        arguments.matrix.rows.size = row_end - row_begin;
        arguments.matrix.rows.bits = rows_.bits_per_letter();
        std::ranges::copy(packing::common_codes{rows_, columns_}.of_rows(), arguments.matrix.rows.text_code);
        arguments.matrix.text = text_.part(text_margin, 1).data();
        arguments.matrix.letters = static_cast<unsigned>(columns_.letters().size());
        arguments.matrix.strips = static_cast<unsigned>(strips_of(arguments.matrix.rows.size));
        arguments.matrix.handed_over = handed_over_.data();
        arguments.matrix.column_state = column_state_.data();
        arguments.matrix.vertical_sum = &counters_.data()->vertical_sum;
        arguments.launch.counters = counters_.data();
        arguments.launch.signals = context_.signals.device();
        arguments.launch.strips = arguments.matrix.strips;
        arguments.launch.strips_per_poll = std::min(16u, plan_.warps_of_block * plan_.blocks_of_threads);
        if (keeps_checkpoints())
            arguments.matrix.checkpoints = {
                .columns = checkpoint_columns_.data(),
                .rows = checkpoint_rows_.data(),
                .column_words = layout_.column_words,
                .row_words = layout_.row_words,
                .column_spacing = plan_.checkpoints.column_spacing,
                .strip_spacing = static_cast<unsigned>(plan_.checkpoints.row_spacing / plan_.strip_rows()),
                .column_count = layout_.columns};

        for (std::uint64_t column = 0; column < columns_.size(); column += plan_.chunk_columns)
        {
            std::uint64_t const column_end = std::min(column + plan_.chunk_columns, columns_.size());
            arguments.matrix.columns = column_end - column;
            assert(arguments.matrix.columns <= max_chunk_columns);
            arguments.matrix.resumes = column != 0;

            context_.begin.record(context_.stream);
            if (column == 0)
                copy_to_device(row_codes_, words_of(rows_, row_begin, row_end), context_.stream);
            if (row_begin == 0 || !one_chunk())
                copy_text(column, column_end);
            copy_upper_border(row_begin, column, column_end);
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
            wait(arguments);

            // Not before: a copy to memory of the host that is not pinned holds up the host until the kernel is done.
            bool const is_last_chunk = column_end == columns_.size();
            if (wants_vertical_ && is_last_chunk)
                copy_last_column(row_begin, row_end);
            if (!is_last_part(row_end) || wants_horizontal_)
                copy_lower_border(arguments.matrix.strips, column, column_end);
            if (wants_vertical_ || !one_part() || wants_horizontal_)
            {
                context_.end.record(context_.stream);
                SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(context_.stream));
            }

            if (is_last_chunk)
                result_.length += buffers_.found.host().vertical_sum;
            result_.transfer_seconds +=
                context_.copied.seconds_since(context_.begin) + context_.end.seconds_since(context_.computed);
            result_.kernel_seconds += context_.computed.seconds_since(context_.copied);
        }
    }

    void copy_text(std::uint64_t const begin, std::uint64_t const end)
    {
        auto const words = words_of(columns_, begin, end);
        fill_with_zeros(text_.part(0, text_margin), context_.stream);
        copy_to_device(text_.part(text_margin, words.size()), words, context_.stream);
        fill_with_zeros(text_.part(text_margin + words.size(), text_margin), context_.stream);
    }

    // The launch reads its upper border as strip 0 would read what a strip above had handed over.
    void copy_upper_border(std::uint64_t const row_begin, std::uint64_t const begin, std::uint64_t const end)
    {
        std::uint64_t const blocks = blocks_of(end - begin);
        fill_with_zeros(handed_over_.part(0, 2 * blocks + 1), context_.stream);
        if (row_begin == 0)
            return;

        std::span<tagged_carries> const words{border_.data() + begin / block_columns, blocks};
        for (tagged_carries & word : words)
            word &= 0xffff'ffffu;
        copy_to_device(handed_over_.part(blocks, blocks), std::span<tagged_carries const>{words}, context_.stream);
    }

    void copy_lower_border(unsigned const strips, std::uint64_t const begin, std::uint64_t const end)
    {
        std::uint64_t const blocks = blocks_of(end - begin);
        copy_to_host(std::span{border_.data() + begin / block_columns, blocks},
                     handed_over_.part((strips - 1) % 2 * blocks, blocks),
                     context_.stream);
    }

    void copy_last_column(std::uint64_t const row_begin, std::uint64_t const row_end)
    {
        // Rows of a part begin at a multiple of 64, but on the host its last word may have one half only.
        std::uint64_t const words = (row_end - row_begin + 31) / 32;
        auto * const increments = reinterpret_cast<std::uint32_t *>(result_.increments.data()) + row_begin / 32;
        copy_to_host(std::span{increments, words}, column_state_, context_.stream);
    }

    // Waits for the stream, and looks after progress and stop meanwhile.
    void wait(strip_arguments const & arguments)
    {
        double const cells =
            static_cast<double>(arguments.matrix.rows.size) * static_cast<double>(arguments.matrix.columns);
        double const cells_of_step = static_cast<double>(plan_.strip_rows()) * plan_.shape.unit_columns;
        double counted = 0;
        auto const count_cells = [&](double const done)
        {
            if (done > counted)
                control_.add_cells(done - counted);
            counted = std::max(counted, done);
        };

        wait_for(context_.stream,
                 [&]()
                 {
                     // Lanes that wait for their first column do steps, too: so these are more cells than there are.
                     count_cells(std::min(static_cast<double>(context_.signals.host().steps_done) * cells_of_step,
                                          0.999 * cells));
                     control_.check();
                 });
        count_cells(cells);
        control_.check();
    }

    void finish()
    {
        if (wants_vertical_)
            util::invert_vertical(result_.increments, rows_.size());
        if (wants_horizontal_)
        {
            result_.increments.assign((columns_.size() + 63) / 64, 0);
            for (std::size_t block = 0; block < border_.size(); ++block)
                result_.increments[block / 2] |= (border_[block] & 0xffff'ffffu) << (block % 2 == 0 ? 32 : 0);
            for (std::uint64_t & word : result_.increments)
                word = util::reverse_bits(word);
        }
    }

    strip_plan const & plan_;
    packing::packed_sequence_view const rows_;
    packing::packed_sequence_view const columns_;
    bool const wants_vertical_;
    bool const wants_horizontal_;
    stream_context & context_;
    strip_buffers & buffers_;
    runtime::task_control & control_;
    strip_run_result result_{};

    device_view<launch_counters> counters_{};
    device_view<std::uint64_t> row_codes_{};
    device_view<std::uint64_t> text_{};
    device_view<tagged_carries> handed_over_{};
    device_view<std::uint32_t> column_state_{};
    checkpoint_layout layout_{};
    device_view<std::uint32_t> checkpoint_columns_{};
    device_view<tagged_carries> checkpoint_rows_{};
    std::vector<tagged_carries> border_{}; // Below the part that was computed last.
};

} // namespace

strip_plan plan_strip_run(packing::packed_sequence_view const first,
                          packing::packed_sequence_view const second,
                          pair_output const wanted,
                          stream_context const & context)
{
    return plan_for_memory(first, second, wanted, context, usable_memory(free_memory(context)));
}

strip_run_result compute_strip_run(packing::packed_sequence_view const first,
                                   packing::packed_sequence_view const second,
                                   pair_output const wanted,
                                   strip_plan const & plan,
                                   stream_context & context,
                                   runtime::task_control & control)
{
    return strip_run{first, second, wanted, plan, context, control}.run();
}

strip_run_result compute_strip_run(packing::packed_sequence_view const first,
                                   packing::packed_sequence_view const second,
                                   pair_output const wanted,
                                   stream_context & context,
                                   runtime::task_control & control,
                                   std::function<void()> const & make_room,
                                   std::function<void(strip_plan const &)> const & on_plan)
{
    std::exception_ptr failure{};
    auto const give_up_or_make_room = [&]()
    {
        if (failure)
            std::rethrow_exception(failure);
        failure = std::current_exception();
        context.release();
        if (make_room)
            make_room();
    };

    std::optional<strip_plan> plan{};
    for (std::uint64_t limit = ~std::uint64_t{0};;)
    {
        std::uint64_t const free_bytes = free_memory(context);
        try
        {
            plan = plan_for_memory(first, second, wanted, context, std::min(limit, usable_memory(free_bytes)));
        }
        catch (out_of_device_memory const &)
        {
            give_up_or_make_room();
            continue;
        }

        if (plan->device_bytes > usable_memory(free_bytes - context.bytes()))
            context.release();
        std::optional<strip_run> run{};
        try
        {
            run.emplace(first, second, wanted, *plan, context, control);
        }
        catch (out_of_device_memory const &)
        {
            // Somebody else was faster, or the memory is in pieces: once more, and then with less, only slower.
            if (!failure)
                give_up_or_make_room();
            else
            {
                limit = plan->device_bytes / 2;
                context.release();
            }
            continue;
        }
        if (on_plan)
            on_plan(*plan);
        return run->run();
    }
}

} // namespace seqan3_gpulcs::cuda
