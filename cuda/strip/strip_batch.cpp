// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_batch.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/launch_strips.hpp"
#include "cuda/strip/strip_matrix.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The words of 64 bits for a number of bytes.
constexpr std::uint64_t words_for(std::uint64_t const bytes) noexcept
{
    return util::ceil_div<std::uint64_t>(bytes, sizeof(std::uint64_t));
}

constexpr std::uint64_t walk_counters_at{words_for(sizeof(launch_counters))};
constexpr std::uint64_t values_at{walk_counters_at + words_for(sizeof(walk_counters))};

strip_batch_task describe_task(std::span<alignment::sequence_pair const> const pairs, bool const with_paths)
{
    strip_batch_task task{.keeps_checkpoints = with_paths};
    for (alignment::sequence_pair const & pair : pairs)
    {
        bool const second_is_rows = strip_batch::is_second_rows(pair, with_paths);
        packing::packed_sequence_view const & columns = second_is_rows ? pair.first : pair.second;
        task.sizes.push_back({(second_is_rows ? pair.second : pair.first).size(), columns.size()});
        task.bits = columns.bits_per_letter();
        task.max_letters = std::max(task.max_letters, static_cast<unsigned>(columns.letters().size()));
    }
    return task;
}

} // namespace

strip_batch_plan strip_batch::plan(std::span<alignment::sequence_pair const> const pairs,
                                   bool const with_paths,
                                   device_limits const & limits,
                                   strip_recurrence const & recurrence)
{
    strip_batch_task task = describe_task(pairs, with_paths);
    task.recurrence = &recurrence;
    return plan_strip_batch(task, limits);
}

strip_batch_plan strip_batch::plan(std::span<alignment::sequence_pair const> const pairs,
                                   std::span<std::uint64_t const> const bounds,
                                   device_limits const & limits,
                                   strip_recurrence const & recurrence)
{
    strip_batch_task task = describe_task(pairs, false);
    task.recurrence = &recurrence;
    task.bounds.assign(bounds.begin(), bounds.end());
    return plan_strip_batch(task, limits);
}

void strip_batch::start(std::span<alignment::sequence_pair const> const pairs,
                        strip_batch_plan const & plan,
                        bool const with_paths)
{
    assert(!is_started_);
    plan_ = plan;
    with_paths_ = with_paths;
    is_banded_ = false;
    add_members(pairs);
    compute();
}

void strip_batch::start(std::span<alignment::sequence_pair const> const pairs,
                        std::span<std::uint64_t const> const bounds,
                        strip_batch_plan const & plan)
{
    assert(!is_started_ && bounds.size() == pairs.size());
    plan_ = plan;
    with_paths_ = false;
    is_banded_ = true;
    add_members(pairs);
    for (std::size_t i = 0; i < members_.size(); ++i)
        if (members_[i].strips != 0)
            add_band(members_[i], bounds[i]);
    compute();
}

void strip_batch::compute()
{
    order_strips();
    place_members();
    if (with_paths_)
        place_walk();
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
            one.carry_words = handed_over_words(traits(), one.columns.size());
            one.cells = pair.cells();
            if (with_paths_)
                one.checkpoints = lay_out_checkpoints(plan_.checkpoints(),
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
    band_plan band{.shape = plan_.shape};
    cut_band(band, outline_of(plan::matrix_band{size.rows, size.columns, bound, plan_.recurrence->metric}), size, 1);
    one.band = std::move(band.strips);
    one.carry_words = band.carry_blocks * traits().carry_words;
    one.cells = 0;
    for (band_strip const & strip : one.band)
        one.cells += static_cast<double>(strip.columns.end - strip.columns.begin)
                   * static_cast<double>(
                         std::min(plan_.shape.strip_rows(), size.rows - strip.strip * plan_.shape.strip_rows()));
}

void strip_batch::order_strips()
{
    // In each round the longest ones first: the last ones should not take long.
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
    std::uint64_t at = values_at + members_.size();
    auto const take = [&at](std::uint64_t const words)
    {
        std::uint64_t const begin = at;
        at += words;
        return begin;
    };
    matrices_at_ = take(words_for(members_.size() * sizeof(strip_matrix)));
    walks_at_ = take(with_paths_ ? words_for(members_.size() * sizeof(walk_pair)) : 0);
    strips_at_ = take(words_for(strips_.size() * (is_banded_ ? sizeof(matrix_band_strip) : sizeof(matrix_strip))));
    for (member & one : members_)
        one.rows_at = take(word_count(one.rows));
    // A margin lies between two texts, and before and after all of them.
    take(text_margin);
    for (member & one : members_)
        one.text_at = take(word_count(one.columns) + text_margin);
    zeros_at_ = at;
    for (member & one : members_)
        one.handed_over_at = take(one.carry_words);
    for (member & one : members_)
        one.checkpoint_rows_at = take(one.checkpoints.rows * one.checkpoints.row_words);
    checkpoint_columns_at_ = at;
    for (member & one : members_)
        one.checkpoint_columns_at =
            take(words_for(one.checkpoints.columns * one.checkpoints.column_words * sizeof(std::uint32_t)));
    // A word more: a matrix that keeps nothing has no buffer.
    take(1);
    words_ = at;
}

void strip_batch::place_walk()
{
    std::vector<std::uint64_t> letters{};
    std::uint64_t max_columns = 0;
    for (member const & one : members_)
    {
        letters.push_back(one.rows.size() + one.columns.size());
        max_columns = std::max(max_columns, one.columns.size());
    }
    plan::checkpoint_grid const grid = plan_.checkpoints();
    walk_.place({.metric = plan_.recurrence->metric,
                 .words = plan_.shape.words,
                 .grid = {static_cast<unsigned>(grid.row_spacing), static_cast<unsigned>(grid.column_spacing)},
                 .max_columns = static_cast<unsigned>(max_columns),
                 .max_letters = plan_.max_letters},
                letters);
}

walk_pair strip_batch::describe_walk(std::size_t const index, std::uint64_t * const device) const noexcept
{
    member const & one = members_[index];
    walk_pair pair = walk_.describe(index, one.rows, one.columns);
    pair.row_codes = device + one.rows_at;
    pair.text = device + one.text_at;
    pair.text_code = reinterpret_cast<strip_matrix const *>(device + matrices_at_)[index].rows.text_code;
    pair.kept_columns = reinterpret_cast<std::uint32_t const *>(device + one.checkpoint_columns_at);
    pair.kept_rows = device + one.checkpoint_rows_at;
    pair.kept_column_words = one.checkpoints.column_words;
    pair.kept_row_words = one.checkpoints.row_words;
    return pair;
}

void strip_batch::stage_strips(std::uint64_t * const staging) const
{
    if (!is_banded_)
    {
        std::ranges::copy(strips_, reinterpret_cast<matrix_strip *>(staging));
        return;
    }
    auto * to = reinterpret_cast<matrix_band_strip *>(staging);
    for (auto const & [matrix, strip] : strips_)
        *to++ = {members_[matrix].band[strip], matrix};
}

void strip_batch::stage()
{
    std::uint64_t * const staging = buffers_.staging.reserve(with_room<std::uint64_t>(zeros_at_)).data();
    std::uint64_t * const device = buffers_.batch.reserve(words_).data();

    std::fill_n(staging, matrices_at_, 0);
    stage_strips(staging + strips_at_);
    auto * const matrices = reinterpret_cast<strip_matrix *>(staging + matrices_at_);
    auto * const walks = reinterpret_cast<walk_pair *>(staging + walks_at_);
    for (std::size_t i = 0; i < members_.size(); ++i)
    {
        member const & one = members_[i];
        strip_matrix matrix = describe_matrix(one.rows, one.columns, plan_.shape);
        matrix.rows.codes = device + one.rows_at;
        matrix.text = device + one.text_at;
        matrix.handed_over = device + one.handed_over_at;
        matrix.vertical_sum = reinterpret_cast<unsigned long long *>(device + values_at + i);
        if (with_paths_)
            matrix.checkpoints =
                describe_checkpoints(one.checkpoints,
                                     plan_.shape,
                                     reinterpret_cast<std::uint32_t *>(device + one.checkpoint_columns_at),
                                     device + one.checkpoint_rows_at);
        matrices[i] = matrix;
        if (with_paths_)
            walks[i] = describe_walk(i, device);

        std::copy_n(one.rows.words(), word_count(one.rows), staging + one.rows_at);
        std::fill_n(staging + one.text_at - text_margin, text_margin, 0);
        std::copy_n(one.columns.words(), word_count(one.columns), staging + one.text_at);
    }
    if (!members_.empty())
        std::fill_n(staging + zeros_at_ - text_margin, text_margin, 0);
}

void strip_batch::launch()
{
    auto const batch = buffers_.batch.view();
    auto const strips = static_cast<unsigned>(strips_.size());
    auto const * const matrices = reinterpret_cast<strip_matrix const *>(batch.data() + matrices_at_);
    void const * const staged_strips = batch.data() + strips_at_;
    strip_launch const all{.counters = reinterpret_cast<launch_counters *>(batch.data()),
                           .signals = context_.signals.device(),
                           .strips = strips,
                           .strips_per_poll =
                               choose_strips_per_poll(plan_.warps_per_block * context_.limits.multiprocessors)};

    is_started_ = true;
    context_.signals.host().stop = 0;
    context_.begin.record(context_.stream);
    copy_to_device(batch, std::span<std::uint64_t const>{buffers_.staging.host(), zeros_at_}, context_.stream);
    fill_with_zeros(batch.part(zeros_at_, checkpoint_columns_at_ - zeros_at_), context_.stream);
    context_.copied.record(context_.stream);
    if (strips != 0 && is_banded_)
        launch_band_batch(plan_,
                          {matrices, static_cast<matrix_band_strip const *>(staged_strips), plan_.max_letters, all},
                          context_.limits,
                          context_.stream);
    else if (strips != 0)
        launch_strip_batch(plan_,
                           {matrices, static_cast<matrix_strip const *>(staged_strips), plan_.max_letters, all},
                           context_.limits,
                           context_.stream);
    if (with_paths_)
        walk_.launch(reinterpret_cast<walk_pair const *>(batch.data() + walks_at_),
                     reinterpret_cast<walk_counters *>(batch.data() + walk_counters_at));
    context_.computed.record(context_.stream);
    copy_to_host(std::span{buffers_.staging.host() + values_at, members_.size()},
                 batch.part(values_at, members_.size()),
                 context_.stream);
    if (with_paths_)
        walk_.copy_to_host();
    context_.end.record(context_.stream);
}

std::span<std::uint64_t const> strip_batch::finish(std::function<void()> const & on_turn)
{
    wait(on_turn);
    std::span const values{buffers_.staging.host() + values_at, members_.size()};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = traits().value(members_[i].rows.size(), members_[i].columns.size(), values[i]);
    return values;
}

} // namespace seqan3_gpulcs::cuda
