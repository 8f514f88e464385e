// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/traceback/batch_tracebacks.hpp"

#include <bit>

#include "cuda/runtime/pair_batches.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

constexpr std::uint64_t steps_per_word{32};

} // namespace

void batch_tracebacks::place(traceback_shape const & shape, std::span<alignment::sequence_pair const> const pairs)
{
    steps_at_.clear();
    words_ = pairs.size();
    for (alignment::sequence_pair const & pair : pairs)
    {
        steps_at_.push_back(words_);
        if (shape.wanted.with_path)
            words_ += util::ceil_div(letter_count(pair), steps_per_word);
    }
    buffers_.found.reserve(with_room<std::uint64_t>(words_));
    if (pairs.empty())
        return;
    plan_ = plan_tracebacks(shape, pairs.size(), context_.limits);
    buffers_.steps.reserve(words_);
    buffers_.scratch.reserve(plan_.all_scratch_words());
}

traceback_pair batch_tracebacks::describe(std::size_t const index,
                                          packing::packed_sequence_view const & rows,
                                          packing::packed_sequence_view const & columns) const noexcept
{
    traceback_pair pair{};
    pair.steps = buffers_.steps.view().data() + steps_at_[index];
    pair.summary = reinterpret_cast<traceback_summary *>(buffers_.steps.view().data() + index);
    pair.rows = static_cast<std::uint32_t>(rows.size());
    pair.columns = static_cast<std::uint32_t>(columns.size());
    pair.letters = static_cast<std::uint16_t>(columns.letters().size());
    pair.row_bits = static_cast<std::uint8_t>(rows.bits_per_letter());
    pair.text_bits = static_cast<std::uint8_t>(columns.bits_per_letter());
    return pair;
}

void batch_tracebacks::launch(traceback_pair const * const pairs, traceback_counters * const counters)
{
    buffers_.begin.record(context_.stream);
    if (pair_count() == 0)
        return;
    // All words are copied to the host, and a path has fewer steps than there is room for.
    fill_with_zeros(buffers_.steps.view().part(0, words_), context_.stream);
    traceback_arguments arguments{};
    arguments.pairs = pairs;
    arguments.pair_count = static_cast<unsigned>(pair_count());
    arguments.counters = counters;
    arguments.signals = context_.signals.device();
    arguments.scratch = buffers_.scratch.view().data();
    launch_tracebacks(plan_, arguments, context_.stream);
}

void batch_tracebacks::copy_to_host()
{
    if (pair_count() != 0)
        cuda::copy_to_host(std::span{buffers_.found.host(), words_},
                           buffers_.steps.view().part(0, words_),
                           context_.stream);
}

found_path batch_tracebacks::path(std::size_t const index) const noexcept
{
    auto const found = std::bit_cast<traceback_summary>(buffers_.found.host()[index]);
    std::uint64_t const words =
        plan_.shape.wanted.with_path ? util::ceil_div<std::uint64_t>(found.steps, steps_per_word) : 0;
    return {{buffers_.found.host() + steps_at_[index], words}, found.steps, found.rows_after, found.columns_after};
}

double batch_tracebacks::seconds() const
{
    return context_.computed.seconds_since(buffers_.begin);
}

} // namespace seqan3_gpulcs::cuda
