// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/backend/device_comparison.hpp"

#include <algorithm>
#include <span>

#include "cuda/lane/lane_plan.hpp"
#include "cuda/lane/launch_lanes.hpp"
#include "cuda/runtime/device_codes.hpp"
#include "cuda/runtime/staging_layout.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

placed_lanes const & lanes_of(backend::placed_sequences const & placed) noexcept
{
    return static_cast<placed_lanes const &>(placed);
}

// A query takes the time of a block of threads, however few columns there are.
bool has_exchanged_sets(backend::device_request const & request) noexcept
{
    return request.is_all_pairs && request.second.size() < request.first.size();
}

pair_numbers numbers_of(backend::device_request const & request) noexcept
{
    placed_lanes const & first = lanes_of(request.first);
    placed_lanes const & second = lanes_of(request.second);
    if (!request.is_all_pairs)
        return {first.order(), nullptr, 0, 0, 1};
    if (has_exchanged_sets(request))
        return {second.order(), first.order(), first.size(), 1, second.size()};
    return {first.order(), second.order(), second.size(), second.size(), 1};
}

} // namespace

device_comparison::device_comparison(backend::device_request const & request,
                                     device_limits const & device,
                                     launch_limits const & limits) :
    rows_{lanes_of(has_exchanged_sets(request) ? request.second : request.first)},
    columns_{lanes_of(has_exchanged_sets(request) ? request.first : request.second)},
    recurrence_{cuda::lanes_of(request.metric)},
    device_{device},
    limits_{limits},
    numbers_{numbers_of(request)},
    pairs_per_row_{request.is_all_pairs ? columns_.size() : 1},
    letters_{std::max(rows_.letters(), columns_.letters())}
{
    if (rows_.size() == 0 || columns_.size() == 0)
        return;
    has_queries_ = request.is_all_pairs
                && is_for_query_kernel(rows_.sizes().front(),
                                       rows_.bits(),
                                       letters_,
                                       device.shared_bytes_per_block,
                                       recurrence_.traits);
    for (row_group const & group : find_groups())
        add_launches(group);
}

std::vector<device_comparison::row_group> device_comparison::find_groups() const
{
    std::span<std::uint32_t const> const sizes = rows_.sizes();
    std::uint64_t const min_rows = util::ceil_div(limits_.min_pairs, pairs_per_row_);
    unsigned const max_words = max_match_words(letters_, device_.shared_bytes_per_block);
    std::vector<row_group> groups{};
    for (std::uint64_t begin = 0; begin < sizes.size();)
    {
        std::uint32_t const words = util::ceil_div(sizes[begin], 32u);
        auto const end = std::ranges::partition_point(sizes.subspan(begin),
                                                      [&](std::uint32_t const size)
                                                      {
                                                          return util::ceil_div(size, 32u) >= words;
                                                      });
        auto const next = static_cast<std::uint64_t>(end - sizes.begin());
        lane_shape const & shape =
            lane_shapes[has_queries_ ? plan_query_lanes(sizes[begin], rows_.bits(), recurrence_.traits)
                                     : plan_pair_lanes(sizes[begin], rows_.bits(), max_words, recurrence_.traits)];
        bool const has_too_few = !groups.empty() && groups.back().end - groups.back().begin < min_rows;
        if (!groups.empty() && (has_too_few || shape == groups.back().shape))
            groups.back().end = shape == groups.back().shape ? next : std::min(next, groups.back().begin + min_rows);
        else
            groups.push_back({begin, next, shape});
        begin = groups.back().end;
    }
    return groups;
}

lane_arguments device_comparison::arguments_for(row_group const & group, std::uint64_t const rows) const noexcept
{
    return {.codes = rows_.codes(),
            .tables = rows_.table(),
            .column_codes = columns_.codes(),
            .pairs = nullptr,
            .queries = nullptr,
            .subjects = columns_.by_size(),
            .pair_count = 0,
            .query_count = 1,
            .items_per_query = 1,
            .subjects_per_item = 1,
            .max_strips = std::max(lane_strips(group.shape, rows), 1u),
            .letters = letters_,
            .carries = nullptr,
            .carry_units = static_cast<unsigned>(code_words(columns_.sizes().front(), group.shape.bits)),
            .filters = nullptr,
            .hit_count = nullptr,
            .hits = nullptr,
            .values = nullptr,
            .first_value = 0};
}

void device_comparison::add_launches(row_group const & group)
{
    std::uint64_t const rows_at_a_time = std::max<std::uint64_t>(limits_.query_pairs / pairs_per_row_, 1);
    std::uint64_t const at_a_time = has_queries_ ? rows_at_a_time * pairs_per_row_ : limits_.listed_pairs;
    std::uint64_t const end = group.end * pairs_per_row_;
    for (std::uint64_t begin = group.begin * pairs_per_row_; begin < end; begin += at_a_time)
    {
        std::uint64_t const count = std::min(at_a_time, end - begin);
        std::uint64_t const rows = rows_.sizes()[begin / pairs_per_row_];
        lane_launch one{group.shape, arguments_for(group, rows), begin, count, 0};
        if (has_queries_)
        {
            one.arguments.query_count = static_cast<unsigned>(count / pairs_per_row_);
            one.arguments.pair_count = static_cast<unsigned>(pairs_per_row_);
            one.arguments.subjects_per_item = plan_subjects_per_item(rows, columns_.sizes().front());
            one.arguments.items_per_query = util::ceil_div(one.arguments.pair_count, one.arguments.subjects_per_item);
            sizes_.queries = std::max<std::uint64_t>(sizes_.queries, one.arguments.query_count);
        }
        else
        {
            one.arguments.pair_count = static_cast<unsigned>(count);
            sizes_.pairs = std::max(sizes_.pairs, count);
        }
        one.blocks = lane_blocks(recurrence_, group.shape, one.arguments, device_);
        sizes_.values = std::max(sizes_.values, count);
        sizes_.carries = std::max(sizes_.carries, lane_carry_words(recurrence_, one.arguments, one.blocks));
        launches_.push_back(one);
    }
}

bool device_comparison::fits(comparison_buffers const & buffers) const noexcept
{
    return sizes_.queries <= buffers.queries.view().size() && sizes_.pairs <= buffers.pairs.view().size()
        && sizes_.values <= buffers.values.view().size() && sizes_.carries <= buffers.carries.view().size();
}

void device_comparison::reserve(comparison_buffers & buffers) const
{
    buffers.queries.reserve(sizes_.queries);
    buffers.pairs.reserve(sizes_.pairs);
    buffers.values.reserve(sizes_.values);
    buffers.carries.reserve(sizes_.carries);
}

// Each begins with a word of its own.
std::uint64_t device_comparison::words() const noexcept
{
    return words_for<lane_query>(sizes_.queries) + words_for<lane_pair>(sizes_.pairs)
         + words_for<lane_value>(sizes_.values) + words_for<std::uint32_t>(sizes_.carries) + 1;
}

comparison_memory device_comparison::divide(device_view<std::uint64_t> const memory) const noexcept
{
    staging_layout layout{};
    auto const queries = layout.add<lane_query>(sizes_.queries);
    auto const pairs = layout.add<lane_pair>(sizes_.pairs);
    auto const values = layout.add<lane_value>(sizes_.values);
    auto const carries = layout.add<std::uint32_t>(sizes_.carries);
    return {queries.in(memory).data(), pairs.in(memory).data(), values.in(memory).data(), carries.in(memory).data()};
}

void device_comparison::launch(comparison_memory const & memory,
                               std::uint32_t * const found,
                               cudaStream_t const in) const
{
    for (lane_launch const & one : launches_)
    {
        launch_lanes_of(one, memory, in);
        cuda::launch(placing_arguments{.numbers = numbers_,
                                       .begin = one.begin,
                                       .count = static_cast<std::uint32_t>(one.count),
                                       .values = memory.values,
                                       .found = found},
                     in);
    }
}

void device_comparison::launch_lanes_of(lane_launch const & one,
                                        comparison_memory const & memory,
                                        cudaStream_t const in) const
{
    auto const bits = static_cast<std::uint16_t>(rows_.bits());
    lane_arguments arguments = one.arguments;
    arguments.queries = memory.queries;
    arguments.pairs = memory.pairs;
    arguments.values = memory.values;
    arguments.carries = memory.carries;
    if (has_queries_)
        cuda::launch(query_arguments{.numbers = numbers_,
                                     .begin = static_cast<std::uint32_t>(one.begin / pairs_per_row_),
                                     .count = arguments.query_count,
                                     .rows = rows_.sequences(),
                                     .letters = letters_,
                                     .bits = bits,
                                     .queries = memory.queries},
                     in);
    else
        cuda::launch(listing_arguments{.numbers = numbers_,
                                       .begin = one.begin,
                                       .count = arguments.pair_count,
                                       .rows = rows_.sequences(),
                                       .columns = columns_.sequences(),
                                       .letters = letters_,
                                       .bits = bits,
                                       .pairs = memory.pairs},
                     in);
    launch_lanes(recurrence_, one.shape, arguments, one.blocks, in);
}

} // namespace seqan3_gpulcs::cuda
