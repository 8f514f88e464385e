// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_set.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "cuda/lane/lane_batch.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "cuda/lane/launch_lanes.hpp"
#include "src/runtime/parallel_for.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using packing::packed_sequence_view;

// The limits of a block. A stop request waits for the launches that have begun.
constexpr std::size_t max_pairs_per_block{std::size_t{1} << 20};
constexpr double max_cells_per_block{1ull << 39};

// A block that has fewer pairs goes on with queries that another kernel would compute faster.
constexpr std::size_t min_pairs_per_block{std::size_t{1} << 16};

} // namespace

lane_set::lane_set(plan::sequence_sets const & sets, set_part const & part, lane_recurrence const & recurrence) :
    sets_{sets},
    recurrence_{recurrence},
    is_triangle_{sets.is_one_set() && part.first_begin == part.second_begin},
    second_is_query_{part.second_end - part.second_begin < part.first_end - part.first_begin}
{
    lane_sequences first{sets.first(), part.first_begin, part.first_end};
    lane_sequences second{};
    if (!is_triangle_)
        second = {sets.second(), part.second_begin, part.second_end};
    queries_ = std::move(second_is_query_ ? second : first);
    other_ = std::move(second_is_query_ ? first : second);
    std::ranges::set_union(queries_.letters(), other_.letters(), std::back_inserter(letters_));
    bits_ = std::max({queries_.bits(), other_.bits(), bits_for(letters_.size())});
    query_bits_ = bits_;
    query_letters_ = letters_.size();
    is_in_order_ = !second_is_query_ && subjects().are_as_in_set();
    plan_blocks();
}

lane_set::lane_set(plan::sequence_sets const & sets,
                   set_part const & part,
                   lane_recurrence const & recurrence,
                   kept_lanes const & kept) :
    sets_{sets},
    recurrence_{recurrence},
    kept_{&kept},
    queries_{sets.first(), part.first_begin, part.first_end},
    letters_{kept.sequences().letters().begin(), kept.sequences().letters().end()},
    bits_{kept.sequences().bits()}
{
    bool const has_others = !std::ranges::includes(letters_, queries_.letters());
    query_letters_ = letters_.size() + (has_others ? 1 : 0);
    query_bits_ = std::max({queries_.bits(), bits_, bits_for(query_letters_)});
    is_in_order_ = subjects().are_as_in_set();
    plan_blocks();
}

bool lane_set::is_computable(std::uint64_t const shared_bytes) const noexcept
{
    for (std::size_t i = 0; i < queries_.size(); ++i)
        if (!is_for_query_kernel(queries_.sizes()[i], bits_, letters_.size(), shared_bytes, recurrence_.traits))
            return false;
    return true;
}

void lane_set::plan_blocks()
{
    // The letters of the subjects of a query.
    std::uint64_t letters = 0;
    for (std::uint32_t const size : subjects().sizes())
        letters += size;

    std::size_t pairs = 0;
    for (std::size_t query = 0; query < queries_.size(); ++query)
    {
        if (is_triangle_)
            letters -= queries_.sizes()[query];
        double const cells = static_cast<double>(letters) * queries_.sizes()[query];
        std::size_t const count = subjects().size() - first_subject(query);
        auto const shape =
            static_cast<std::uint8_t>(plan_query_lanes(queries_.sizes()[query], bits_, recurrence_.traits));
        if (blocks_.empty() || pairs + count > max_pairs_per_block || blocks_.back().cells + cells > max_cells_per_block
            || (shape != blocks_.back().shape && pairs >= min_pairs_per_block))
        {
            blocks_.push_back({query, query, shape, 0});
            pairs = 0;
        }
        blocks_.back().end = query + 1;
        blocks_.back().cells += cells;
        pairs += count;
    }
}

void lane_set::upload(stream_context & context, unsigned const threads, runtime::task_control & control)
{
    if (packed_in_ == nullptr)
        pack(context, threads, control);
    device_view<std::uint64_t> const copy = context.get<staging_buffers>().device.reserve(packed_.size());
    context.begin.record(context.stream);
    copy_to_device(copy, packed_, context.stream);
    context.end.record(context.stream);
    // Waits some milliseconds, without exceptions: the next user of the context must find its buffers unused.
    wait_for(context.stream, []() {});
    control.check();
    transfer_seconds_ += context.end.seconds_since(context.begin);
    copies_[context.device] = copy;
}

void lane_set::release(stream_context & context) noexcept
{
    context.release();
    if (packed_in_ == &context)
        packed_in_ = nullptr;
}

// Packs all sequences that are not kept into memory of the host.
void lane_set::pack(stream_context & context, unsigned const threads, runtime::task_control & control)
{
    // Codes are addressed from the table on.
    std::uint64_t const begin = words_for<std::uint8_t>(table_size);
    std::uint64_t const end = other_.place(queries_.place(begin, query_bits_), bits_);
    staging_layout layout{};
    staged_queries_ = layout.add<lane_query>(queries_.size());
    staged_subjects_ = layout.add<lane_column_codes>(kept_ != nullptr ? 0 : subjects().size());
    codes_ = layout.add<std::uint64_t>(end + codes_margin);

    auto const staging = context.get<staging_buffers>().host.reserve(with_room<std::uint64_t>(layout.words()));
    describe(staging);
    std::span<std::uint64_t> const codes = codes_.in(staging);
    runtime::parallel_for(control,
                          threads_for_words(codes.size(), threads),
                          queries_.tasks() + other_.tasks(),
                          [&]()
                          {
                              return [&](std::size_t const number)
                              {
                                  if (number < queries_.tasks())
                                      queries_.write_codes(number, letters_, query_bits_, codes);
                                  else
                                      other_.write_codes(number - queries_.tasks(), letters_, bits_, codes);
                              };
                          });
    std::ranges::fill(codes.last(codes_margin), 0);

    packed_ = staging.first(layout.words());
    packed_in_ = &context;
}

// The queries, the subjects, and the table that leaves codes as they are.
void lane_set::describe(std::span<std::uint64_t> const staging) const noexcept
{
    std::span<lane_query> const queries = staged_queries_.in(staging);
    std::span<lane_column_codes> const columns = staged_subjects_.in(staging);
    std::span<std::uint8_t> const table = staged<std::uint8_t>{codes_.at, table_size}.in(staging);
    for (std::size_t i = 0; i < queries_.size(); ++i)
        queries[i] = {.rows = {.at = queries_.code_at(i),
                               .size = queries_.sizes()[i],
                               .text_code_at = 0,
                               .letters = static_cast<std::uint16_t>(query_letters_),
                               .bits = static_cast<std::uint16_t>(query_bits_)},
                      .value_at = value_at(i),
                      .first_subject = static_cast<std::uint32_t>(first_subject(i)),
                      .unused = 0};
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i] = subjects().columns(i);
    for (unsigned code = 0; code < table_size; ++code)
        table[code] = static_cast<std::uint8_t>(code);
}

lane_arguments lane_set::arguments(lane_set_block const & block, unsigned const device) const noexcept
{
    device_view<std::uint64_t> const & memory = copies_.at(device);
    lane_shape const & shape = lane_shapes[block.shape];
    std::uint64_t const first = first_subject(block.begin);
    std::uint64_t const count = subjects().size() - first;
    // The longest query comes first, and so does the longest subject.
    std::uint64_t const rows = queries_.sizes()[block.begin];
    std::uint64_t const columns = count == 0 ? 0 : subjects().sizes()[first];
    unsigned const subjects_per_item = plan_subjects_per_item(rows, columns);
    std::uint64_t const * const codes = codes_.in(memory).data();
    return {.codes = codes,
            .tables = codes,
            .column_codes = kept_ != nullptr ? kept_->codes(device) : codes,
            .pairs = nullptr,
            .queries = staged_queries_.in(memory).data() + block.begin,
            .subjects = kept_ != nullptr ? kept_->columns(device) : staged_subjects_.in(memory).data(),
            .pair_count = static_cast<unsigned>(subjects().size()),
            .query_count = static_cast<unsigned>(block.end - block.begin),
            .items_per_query = util::ceil_div(static_cast<unsigned>(count), subjects_per_item),
            .subjects_per_item = subjects_per_item,
            .max_strips = std::max(lane_strips(shape, rows), 1u),
            .letters = std::max(static_cast<unsigned>(letters_.size()), 1u),
            .carries = nullptr,
            .carry_units = static_cast<unsigned>(code_words(columns, shape.bits)),
            .filters = nullptr,
            .hit_count = nullptr,
            .hits = nullptr,
            .values = nullptr,
            .first_value = value_at(block.begin)};
}

void lane_set::store_values(lane_set_block const & block,
                            std::span<lane_value const> const found,
                            plan::value_span const & values) const noexcept
{
    values.visit(
        [&](auto const places)
        {
            store(block, found, places);
        });
}

template <typename value_t>
void lane_set::store(lane_set_block const & block,
                     std::span<lane_value const> const found,
                     std::span<value_t> const values) const noexcept
{
    auto value = found.begin();
    for (std::size_t query = block.begin; query < block.end; ++query)
    {
        std::size_t const i = queries_.index(query);
        std::size_t const first = first_subject(query);
        auto const count = static_cast<std::ptrdiff_t>(subjects().size() - first);
        if (count == 0)
            continue;
        if (is_in_order_)
        {
            std::copy_n(value,
                        count,
                        values.begin() + static_cast<std::ptrdiff_t>(sets_.index(i, subjects().index(first))));
            value += count;
            continue;
        }
        for (std::size_t subject = first; subject < subjects().size(); ++subject)
        {
            std::size_t const j = subjects().index(subject);
            bool const is_exchanged = is_triangle_ ? j < i : second_is_query_;
            values[is_exchanged ? sets_.index(j, i) : sets_.index(i, j)] = *value++;
        }
    }
}

lane_set_batch::lane_set_batch(stream_context & context) : async_batch{context}, buffers_{context.get<lane_buffers>()}
{}

void lane_set_batch::start(lane_set const & set, lane_set_block const & block)
{
    assert(!is_started());
    pair_count_ = set.pair_count(block);
    buffers_.values.reserve(with_room<lane_value>(pair_count_));
    lane_shape const & shape = lane_shapes[block.shape];
    lane_arguments arguments = set.arguments(block, context_.device);
    arguments.values = buffers_.values.device();
    unsigned const blocks = lane_blocks(set.recurrence(), shape, arguments, context_.limits);
    arguments.carries =
        buffers_.carries.reserve(std::max<std::uint64_t>(lane_carry_words(set.recurrence(), arguments, blocks), 1))
            .data();

    enqueue(
        no_step,
        [&]()
        {
            if (blocks != 0)
                launch_lanes(set.recurrence(), shape, arguments, blocks, context_.stream);
        },
        no_step);
}

std::span<lane_value const> lane_set_batch::finish(std::function<void()> const & on_turn)
{
    wait(on_turn);
    return {buffers_.values.host(), pair_count_};
}

} // namespace seqan3_gpulcs::cuda
