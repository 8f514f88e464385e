// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_batch.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

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

constexpr std::uint64_t values_at{words_for(sizeof(launch_counters))};

} // namespace

strip_batch_plan strip_batch::plan(std::span<lcs::sequence_pair const> const pairs,
                                   bool const keeps_checkpoints,
                                   device_limits const & limits,
                                   strip_recurrence const & recurrence)
{
    strip_batch_task task{.keeps_checkpoints = keeps_checkpoints, .recurrence = &recurrence};
    for (lcs::sequence_pair const & pair : pairs)
    {
        bool const second_is_rows = is_second_rows(pair, keeps_checkpoints);
        packing::packed_sequence_view const & columns = second_is_rows ? pair.first : pair.second;
        task.sizes.push_back({(second_is_rows ? pair.second : pair.first).size(), columns.size()});
        task.bits = columns.bits_per_letter();
        task.max_letters = std::max(task.max_letters, static_cast<unsigned>(columns.letters().size()));
    }
    return plan_strip_batch(task, limits);
}

std::uint64_t strip_batch::checkpoint_bytes(std::span<lcs::sequence_pair const> const pairs,
                                            strip_batch_plan const & plan) noexcept
{
    std::uint64_t bytes = 0;
    for (lcs::sequence_pair const & pair : pairs)
    {
        if (pair.first.empty() || pair.second.empty())
            continue;
        bytes += lay_out_checkpoints(plan.checkpoints(),
                                     plan.recurrence->traits,
                                     plan.shape,
                                     {pair.first.size(), pair.second.size()})
                     .bytes();
    }
    return bytes;
}

void strip_batch::start(std::span<lcs::sequence_pair const> const pairs,
                        strip_batch_plan const & plan,
                        bool const keeps_checkpoints)
{
    assert(!is_started_);
    plan_ = plan;
    keeps_checkpoints_ = keeps_checkpoints;
    add_members(pairs);
    order_strips();
    place_members();
    stage();
    launch();
}

void strip_batch::add_members(std::span<lcs::sequence_pair const> const pairs)
{
    members_.clear();
    for (lcs::sequence_pair const & pair : pairs)
    {
        bool const second_is_rows = is_second_rows(pair, keeps_checkpoints_);
        member one{.rows = second_is_rows ? pair.second : pair.first,
                   .columns = second_is_rows ? pair.first : pair.second};
        assert(std::max(one.rows.size(), one.columns.size()) <= max_strip_batch_size);
        if (!one.rows.empty() && !one.columns.empty())
        {
            one.strips = util::ceil_div<std::uint64_t>(one.rows.size(), plan_.shape.strip_rows());
            if (keeps_checkpoints_)
                one.checkpoints = lay_out_checkpoints(plan_.checkpoints(),
                                                      traits(),
                                                      plan_.shape,
                                                      {one.rows.size(), one.columns.size()});
        }
        members_.push_back(one);
    }
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
    strips_at_ = take(words_for(strips_.size() * sizeof(matrix_strip)));
    for (member & one : members_)
        one.rows_at = take(word_count(one.rows));
    // A margin lies between two texts, and before and after all of them.
    take(text_margin);
    for (member & one : members_)
        one.text_at = take(word_count(one.columns) + text_margin);
    zeros_at_ = at;
    for (member & one : members_)
        one.handed_over_at = take(handed_over_words(traits(), one.columns.size()));
    checkpoints_at_ = at;
    for (member & one : members_)
        one.checkpoint_rows_at = take(one.checkpoints.rows * one.checkpoints.row_words);
    checkpoint_columns_at_ = at;
    for (member & one : members_)
        one.checkpoint_columns_at =
            take(words_for(one.checkpoints.columns * one.checkpoints.column_words * sizeof(std::uint32_t)));
    checkpoints_end_ = at;
    // A word more: a matrix that keeps nothing has no buffer.
    take(1);
    words_ = at;
}

void strip_batch::stage()
{
    std::uint64_t * const staging = buffers_.staging.reserve(with_room<std::uint64_t>(zeros_at_)).data();
    std::uint64_t * const device = buffers_.batch.reserve(words_).data();

    std::fill_n(staging, matrices_at_, 0);
    std::ranges::copy(strips_, reinterpret_cast<matrix_strip *>(staging + strips_at_));
    auto * const matrices = reinterpret_cast<strip_matrix *>(staging + matrices_at_);
    for (std::size_t i = 0; i < members_.size(); ++i)
    {
        member const & one = members_[i];
        strip_matrix matrix = describe_matrix(one.rows, one.columns, plan_.shape);
        matrix.rows.codes = device + one.rows_at;
        matrix.text = device + one.text_at;
        matrix.handed_over = device + one.handed_over_at;
        matrix.vertical_sum = reinterpret_cast<unsigned long long *>(device + values_at + i);
        if (keeps_checkpoints_)
            matrix.checkpoints =
                describe_checkpoints(one.checkpoints,
                                     plan_.shape,
                                     reinterpret_cast<std::uint32_t *>(device + one.checkpoint_columns_at),
                                     device + one.checkpoint_rows_at);
        matrices[i] = matrix;

        std::copy_n(one.rows.words(), word_count(one.rows), staging + one.rows_at);
        std::fill_n(staging + one.text_at - text_margin, text_margin, 0);
        std::copy_n(one.columns.words(), word_count(one.columns), staging + one.text_at);
    }
    if (!members_.empty())
        std::fill_n(staging + zeros_at_ - text_margin, text_margin, 0);
}

void strip_batch::launch()
{
    std::uint64_t const kept_words = keeps_checkpoints_ ? checkpoints_end_ - checkpoints_at_ : 0;
    std::span<std::uint64_t> const kept =
        buffers_.checkpoints.reserve(std::max<std::uint64_t>(kept_words, 1)).first(kept_words);

    auto const batch = buffers_.batch.view();
    auto const strips = static_cast<unsigned>(strips_.size());
    strip_batch_arguments const arguments{
        .matrices = reinterpret_cast<strip_matrix const *>(batch.data() + matrices_at_),
        .strips = reinterpret_cast<matrix_strip const *>(batch.data() + strips_at_),
        .max_letters = plan_.max_letters,
        .launch = {.counters = reinterpret_cast<launch_counters *>(batch.data()),
                   .signals = context_.signals.device(),
                   .strips = strips,
                   .strips_per_poll = choose_strips_per_poll(plan_.warps_per_block * context_.limits.multiprocessors)}};

    is_started_ = true;
    context_.signals.host().stop = 0;
    context_.begin.record(context_.stream);
    copy_to_device(batch, std::span<std::uint64_t const>{buffers_.staging.host(), zeros_at_}, context_.stream);
    fill_with_zeros(batch.part(zeros_at_, checkpoint_columns_at_ - zeros_at_), context_.stream);
    context_.copied.record(context_.stream);
    if (strips != 0)
        launch_strip_batch(plan_, arguments, context_.limits, context_.stream);
    context_.computed.record(context_.stream);
    copy_to_host(std::span{buffers_.staging.host() + values_at, members_.size()},
                 batch.part(values_at, members_.size()),
                 context_.stream);
    if (!kept.empty())
        copy_to_host(kept, batch.part(checkpoints_at_, kept_words), context_.stream);
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

host_checkpoints strip_batch::checkpoints(std::size_t const index) const noexcept
{
    member const & one = members_[index];
    std::uint64_t const * const kept = buffers_.checkpoints.host();
    return {one.checkpoints,
            reinterpret_cast<std::uint32_t const *>(kept + (one.checkpoint_columns_at - checkpoints_at_)),
            kept + (one.checkpoint_rows_at - checkpoints_at_)};
}

} // namespace seqan3_gpulcs::cuda
