// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_batch.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "cuda/runtime/device_codes.hpp"
#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_matrix.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

strip_batch_plan
strip_batch::plan(strip_batch_input const & input, device_limits const & limits, strip_recurrence const & recurrence)
{
    strip_batch_task task{.keeps_checkpoints = input.with_paths, .recurrence = &recurrence};
    task.bounds.assign(input.bounds.begin(), input.bounds.end());
    for (alignment::sequence_pair const & pair : input.pairs)
    {
        bool const second_is_rows = is_second_rows(pair, input.with_paths);
        packing::packed_sequence_view const & columns = second_is_rows ? pair.first : pair.second;
        task.sizes.push_back({(second_is_rows ? pair.second : pair.first).size(), columns.size()});
        task.bits = columns.bits_per_letter();
        task.max_letters = std::max(task.max_letters, static_cast<unsigned>(columns.letters().size()));
    }
    return plan_strip_batch(task, limits);
}

void strip_batch::start(strip_batch_input const & input, strip_batch_plan const & plan)
{
    assert(!is_started() && (input.bounds.empty() || (input.bounds.size() == input.pairs.size() && !input.with_paths)));
    plan_ = plan;
    with_paths_ = input.with_paths;
    is_banded_ = !input.bounds.empty();
    add_members(input.pairs);
    for (std::size_t i = 0; is_banded_ && i < members_.size(); ++i)
        if (members_[i].strips != 0)
            add_band(members_[i], input.bounds[i]);
    order_strips();
    place_members();
    if (with_paths_)
        place_tracebacks(input.pairs);
    stage();
    launch();
}

void strip_batch::add_members(std::span<alignment::sequence_pair const> const pairs)
{
    members_.clear();
    for (alignment::sequence_pair const & pair : pairs)
    {
        bool const second_is_rows = is_second_rows(pair, with_paths_);
        member one{.rows = second_is_rows ? pair.second : pair.first,
                   .columns = second_is_rows ? pair.first : pair.second};
        assert(std::max(one.rows.size(), one.columns.size()) <= max_strip_batch_size);
        if (!one.rows.empty() && !one.columns.empty())
        {
            one.strips = util::ceil_div<std::uint64_t>(one.rows.size(), plan_.shape.strip_rows());
            one.cells = pair.cells();
            one.layout = lay_out_checkpoints(with_paths_ ? plan_.checkpoints() : plan::checkpoint_grid{},
                                             traits(),
                                             plan_.shape,
                                             {one.rows.size(), one.columns.size()});
        }
        members_.push_back(one);
    }
}

void strip_batch::add_band(member & one, std::uint64_t const bound)
{
    matrix_size const size{one.rows.size(), one.columns.size()};
    strip_plan band{.shape = plan_.shape};
    cut_band(band, outline_of(plan::matrix_band{size.rows, size.columns, bound, plan_.recurrence->metric}), size, 1);
    one.band = std::move(band.band);
    one.layout = std::move(band.layout_of_band);
    one.cells = band.cells;
}

void strip_batch::order_strips()
{
    // The longest strips come first in each round, as the last ones should not take long.
    std::vector<std::uint32_t> order(members_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order,
                             std::ranges::greater{},
                             [this](std::uint32_t const i)
                             {
                                 return members_[i].columns.size();
                             });

    std::uint64_t max_strips = 0;
    for (member const & one : members_)
        max_strips = std::max(max_strips, one.strips);
    strips_.clear();
    for (std::uint32_t strip = 0; strip < max_strips; ++strip)
        for (std::uint32_t const i : order)
            if (strip < members_[i].strips)
                strips_.push_back({i, strip});
}

void strip_batch::place_members()
{
    std::size_t const count = members_.size();
    staging_layout layout{};
    counters_ = layout.add<launch_counters>();
    traceback_counters_ = layout.add<traceback_counters>();
    sums_ = layout.add<unsigned long long>(count);
    matrices_ = layout.add<strip_matrix>(count);
    traced_pairs_ = layout.add<traceback_pair>(with_paths_ ? count : 0);
    all_strips_ = layout.add<matrix_strip>(strips_.size());
    band_strips_ = layout.add<band_strip>(is_banded_ ? strips_.size() : 0);
    for (member & one : members_)
        one.row_codes = layout.add<std::uint64_t>(word_count(one.rows));
    // A margin lies between two texts, and before and after all of them.
    layout.add<std::uint64_t>(text_margin);
    for (member & one : members_)
    {
        one.text = layout.add<std::uint64_t>(word_count(one.columns));
        layout.add<std::uint64_t>(text_margin);
    }
    staged_words_ = layout.words();
    for (member & one : members_)
        one.handed_over = layout.add<tagged_carries>(one.layout.carry_words(one.layout.carry_blocks));
    zeros_ = {staged_words_, layout.words() - staged_words_};
    for (member & one : members_)
        one.kept_columns = layout.add<std::uint32_t>(one.layout.words);
    // A word more: a matrix that keeps nothing has no buffer.
    layout.add<std::uint64_t>();
    words_ = layout.words();
}

void strip_batch::place_tracebacks(std::span<alignment::sequence_pair const> const pairs)
{
    std::uint64_t max_columns = 0;
    for (member const & one : members_)
        max_columns = std::max(max_columns, one.columns.size());
    plan::checkpoint_grid const grid = plan_.checkpoints();
    tracebacks_.place({.wanted{.metric = plan_.recurrence->metric, .with_path = true},
                       .words = plan_.shape.words,
                       .grid = {static_cast<unsigned>(grid.row_spacing), static_cast<unsigned>(grid.column_spacing)},
                       .max_columns = static_cast<unsigned>(max_columns),
                       .max_letters = plan_.max_letters},
                      pairs);
}

traceback_pair strip_batch::describe_traceback(std::size_t const index) const noexcept
{
    member const & one = members_[index];
    strip_matrix const & matrix = on_host(matrices_)[index];
    traceback_pair pair = tracebacks_.describe(index, one.rows, one.columns);
    pair.row_codes = matrix.rows.codes;
    pair.text = on_device(one.text).data();
    pair.text_code = on_device(matrices_).data()[index].rows.text_code;
    pair.kept_columns = matrix.checkpoints.columns;
    pair.kept_rows = matrix.checkpoints.rows;
    pair.kept_column_words = matrix.checkpoints.column_words;
    pair.kept_row_words = matrix.checkpoints.row_words;
    return pair;
}

void strip_batch::stage_strips() const
{
    std::ranges::copy(strips_, on_host(all_strips_).begin());
    std::span<band_strip> const of_bands = on_host(band_strips_);
    for (std::size_t i = 0; i < of_bands.size(); ++i)
        of_bands[i] = members_[strips_[i].matrix].band[strips_[i].strip];
}

// The arguments of the kernel for a pair.
strip_matrix strip_batch::describe(std::size_t const index) const
{
    member const & one = members_[index];
    strip_matrix matrix = describe_matrix(one.rows, one.columns, plan_.shape);
    matrix.rows.codes = on_device(one.row_codes).data();
    matrix.text = on_device(one.text).data();
    matrix.vertical_sum = on_device(sums_).data() + index;
    place_checkpoints(matrix,
                      one.layout,
                      plan_.shape,
                      on_device(one.handed_over).data(),
                      on_device(one.kept_columns).data());
    return matrix;
}

void strip_batch::stage()
{
    reserve_on_host(staged_words_);
    memory_.device.reserve(words_);

    std::span<std::uint64_t> const staging = memory_.host.view();
    std::ranges::fill(staging.first(matrices_.at), 0);
    stage_strips();
    for (std::size_t i = 0; i < members_.size(); ++i)
    {
        member const & one = members_[i];
        on_host(matrices_)[i] = describe(i);
        if (with_paths_)
            on_host(traced_pairs_)[i] = describe_traceback(i);

        std::copy_n(one.rows.words(), one.row_codes.count, on_host(one.row_codes).begin());
        std::ranges::fill(staging.subspan(one.text.at - text_margin, text_margin), 0);
        std::copy_n(one.columns.words(), one.text.count, on_host(one.text).begin());
    }
    if (!members_.empty())
        std::ranges::fill(staging.subspan(staged_words_ - text_margin, text_margin), 0);
}

void strip_batch::launch()
{
    auto const strips = static_cast<unsigned>(strips_.size());
    strip_launch const all{.counters = on_device(counters_).data(),
                           .signals = context_.signals.device(),
                           .strips = strips,
                           .strips_per_poll =
                               choose_strips_per_poll(plan_.warps_per_block * context_.limits.multiprocessors)};

    enqueue(
        [&]()
        {
            copy_staged(staged_words_);
            fill_with_zeros(on_device(zeros_), context_.stream);
        },
        [&]()
        {
            if (strips != 0)
                launch_strip_batch(plan_,
                                   {on_device(matrices_).data(),
                                    on_device(all_strips_).data(),
                                    is_banded_ ? on_device(band_strips_).data() : nullptr,
                                    plan_.max_letters,
                                    all},
                                   context_.limits,
                                   context_.stream);
            if (with_paths_)
                tracebacks_.launch(on_device(traced_pairs_).data(), on_device(traceback_counters_).data());
        },
        [&]()
        {
            copy_to_host(on_host(sums_), on_device(sums_), context_.stream);
            if (with_paths_)
                tracebacks_.copy_to_host();
        });
}

std::span<std::uint64_t const> strip_batch::finish(std::function<void()> const & on_turn)
{
    wait(on_turn);
    std::span const values = memory_.host.view().subspan(sums_.at, sums_.count);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = traits().value(members_[i].rows.size(), members_[i].columns.size(), values[i]);
    return values;
}

} // namespace seqan3_gpulcs::cuda
