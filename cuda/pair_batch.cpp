// SPDX-License-Identifier: BSD-3-Clause

#include "pair_batch.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <limits>
#include <tuple>

#include "../src/packing/common_codes.hpp"
#include "launch_lanes.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using packing::packed_sequence_view;

// The staging buffer holds the number of hits, the pairs, and the codes.
constexpr std::uint64_t pairs_at{1};
constexpr std::uint64_t words_of_pair{sizeof(lane_pair) / sizeof(std::uint64_t)};
static_assert(sizeof(lane_pair) % sizeof(std::uint64_t) == 0);

constexpr std::uint64_t words_of(std::uint64_t const letters, unsigned const bits) noexcept
{
    return (letters * bits + 63) / 64;
}

bool are_same(packed_sequence_view const & left, packed_sequence_view const & right) noexcept
{
    return left.words() == right.words() && left.size() == right.size()
        && left.letters().data() == right.letters().data();
}

packed_sequence_view const & rows_of(lcs::sequence_pair const & pair, bool const second_is_rows) noexcept
{
    return second_is_rows ? pair.second : pair.first;
}

packed_sequence_view const & columns_of(lcs::sequence_pair const & pair, bool const second_is_rows) noexcept
{
    return rows_of(pair, !second_is_rows);
}

/* Writes the codes of a sequence.
 * sequence   The sequence.
 * translated For each of its codes another one; null if they stay as they are.
 * bits       The width that they shall have.
 * to         Words enough.
 */
void copy_codes(packed_sequence_view const & sequence,
                std::uint8_t const * const translated,
                unsigned const bits,
                std::uint64_t * const to) noexcept
{
    std::uint64_t const words = words_of(sequence.size(), bits);
    if (!translated && sequence.bits_per_letter() == bits)
    {
        std::copy_n(sequence.words(), words, to);
        return;
    }

    unsigned const codes_per_word = 64 / bits;
    std::fill_n(to, words, 0);
    for (std::uint64_t i = 0; i < sequence.size(); ++i)
    {
        std::uint64_t const code = translated ? translated[sequence.code(i)] : sequence.code(i);
        to[i / codes_per_word] |= code << (i % codes_per_word * bits);
    }
}

} // namespace

void pair_batch::start(std::span<lcs::sequence_pair const> const pairs, std::span<std::uint64_t const> const least)
{
    assert(!is_started_);
    bool const is_one_query = std::ranges::all_of(pairs,
                                                  [&](lcs::sequence_pair const & pair)
                                                  {
                                                      return are_same(pair.first, pairs.front().first);
                                                  });
    choose_kernels(pairs, is_one_query);
    stage(pairs, least, is_one_query);
    launch();
}

// Pairs of one kernel come together, and among them those of about the same size.
void pair_batch::choose_kernels(std::span<lcs::sequence_pair const> const pairs, bool const is_one_query)
{
    members_.clear();
    members_.reserve(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        bool const second_is_rows = !is_one_query && pairs[i].second.size() > pairs[i].first.size();
        packed_sequence_view const & rows = rows_of(pairs[i], second_is_rows);
        packed_sequence_view const & columns = columns_of(pairs[i], second_is_rows);
        assert(rows.size() <= longest_in_lane && columns.size() <= longest_in_lane);

        bool const are_same_codes = std::ranges::equal(columns.letters(), rows.letters());
        unsigned const bits = are_same_codes ? rows.bits_per_letter() : packing::common_codes{columns, rows}.bits();
        members_.push_back(
            {.index = static_cast<std::uint32_t>(i),
             .rows = static_cast<std::uint32_t>(rows.size()),
             .columns = static_cast<std::uint32_t>(columns.size()),
             .kernel = static_cast<std::uint8_t>(plan_lanes(rows.size(), bits_of_lanes(bits), is_one_query)),
             .second_is_rows = second_is_rows,
             .are_same_codes = are_same_codes});
    }

    // A few pairs do as well with the next larger kernel that is launched anyway.
    std::array<std::size_t, std::size(lane_shapes)> counts{};
    for (member const & one : members_)
        ++counts[one.kernel];
    std::array<std::uint8_t, std::size(lane_shapes)> chosen{};
    for (std::size_t i = chosen.size(); i-- > 0;)
    {
        std::size_t larger = i + 1;
        while (larger < counts.size() && counts[larger] == 0)
            ++larger;
        bool const is_same_kind = larger < counts.size() && lane_shapes[i].bits == lane_shapes[larger].bits
                               && lane_shapes[i].is_one_query == lane_shapes[larger].is_one_query;
        chosen[i] = counts[i] < warp_threads && is_same_kind ? chosen[larger] : static_cast<std::uint8_t>(i);
    }
    for (member & one : members_)
        one.kernel = chosen[one.kernel];

    auto const key = [](member const & one)
    {
        return std::tuple{one.kernel, strips_of_lane(lane_shapes[one.kernel], one.rows), one.columns};
    };
    if (!std::ranges::is_sorted(members_, std::ranges::greater{}, key))
        std::ranges::sort(members_, std::ranges::greater{}, key);
}

void pair_batch::stage(std::span<lcs::sequence_pair const> const pairs,
                       std::span<std::uint64_t const> const least,
                       bool const is_one_query)
{
    std::uint64_t const codes_at = pairs_at + members_.size() * words_of_pair;
    std::uint64_t words = codes_at + codes_margin;
    for (member const & one : members_)
        words += words_of(one.rows, lane_shapes[one.kernel].bits) + words_of(one.columns, lane_shapes[one.kernel].bits);

    std::span<std::uint64_t> const staging = space_.staging.reserve(with_room<std::uint64_t>(words));
    space_.hits.reserve(with_room<lane_hit>(members_.size()));
    staging[0] = 0;
    auto * const staged = reinterpret_cast<lane_pair *>(staging.data() + pairs_at);
    std::uint64_t * const codes = staging.data() + codes_at;

    std::uint64_t used = 0;
    // Where the query lies, for each width.
    std::array<std::uint64_t, 9> query_at{};
    query_at.fill(~std::uint64_t{0});
    for (std::size_t i = 0; i < members_.size(); ++i)
    {
        member const & one = members_[i];
        lcs::sequence_pair const & pair = pairs[one.index];
        packed_sequence_view const & rows = rows_of(pair, one.second_is_rows);
        packed_sequence_view const & columns = columns_of(pair, one.second_is_rows);
        unsigned const bits = lane_shapes[one.kernel].bits;

        std::uint64_t rows_at = is_one_query ? query_at[bits] : ~std::uint64_t{0};
        if (rows_at == ~std::uint64_t{0})
        {
            rows_at = query_at[bits] = used;
            copy_codes(rows, nullptr, bits, codes + used);
            used += words_of(one.rows, bits);
        }

        std::uint64_t const columns_at = used;
        if (one.are_same_codes)
            copy_codes(columns, nullptr, bits, codes + used);
        else
            copy_codes(columns, packing::common_codes{columns, rows}.of_rows().data(), bits, codes + used);
        used += words_of(one.columns, bits);

        staged[i] = {.rows_at = static_cast<std::uint32_t>(rows_at),
                     .columns_at = static_cast<std::uint32_t>(columns_at),
                     .rows = one.rows,
                     .columns = one.columns,
                     .least = least.empty() ? 0
                                            : static_cast<std::uint32_t>(
                                                std::min<std::uint64_t>(least[one.index],
                                                                        std::numeric_limits<std::uint32_t>::max())),
                     .name = one.index};
    }
    assert(used <= std::numeric_limits<std::uint32_t>::max());
    std::fill_n(codes + used, codes_margin, 0);
    words_ = codes_at + used + codes_margin;
}

void pair_batch::launch()
{
    // One launch for each kernel; the carries of one do not outlive it.
    struct part
    {
        lane_shape shape;
        lane_arguments arguments;
        unsigned blocks;
    };
    std::vector<part> parts{};
    std::uint64_t carries = 1;
    std::uint64_t const codes_at = pairs_at + members_.size() * words_of_pair;
    auto const batch = space_.batch.reserve(words_);
    for (auto begin = members_.begin(); begin != members_.end();)
    {
        auto end = begin;
        std::uint32_t most_columns = 0;
        for (; end != members_.end() && end->kernel == begin->kernel; ++end)
            most_columns = std::max(most_columns, end->columns);

        lane_shape const & shape = lane_shapes[begin->kernel];
        // The rows of a strip more come first.
        unsigned const strips = std::max(strips_of_lane(shape, begin->rows), 1u);
        auto const count = static_cast<unsigned>(end - begin);
        unsigned const blocks = lane_blocks(shape, count, strips, space_.limits);
        lane_arguments const arguments{.codes = batch.data() + codes_at,
                                       .pairs = reinterpret_cast<lane_pair const *>(batch.data() + pairs_at)
                                              + (begin - members_.begin()),
                                       .pair_count = count,
                                       .most_strips = strips,
                                       .carries = nullptr,
                                       .units_of_carries = static_cast<unsigned>(words_of(most_columns, shape.bits)),
                                       .hit_count = reinterpret_cast<unsigned *>(batch.data()),
                                       .hits = space_.hits.device()};
        if (strips > 1)
            carries = std::max(carries,
                               std::uint64_t{blocks} * warps_of_lane_block * warp_threads * arguments.units_of_carries);
        parts.push_back({shape, arguments, blocks});
        begin = end;
    }
    auto const carries_of_warps = space_.vertical.reserve(carries);

    is_started_ = true;
    space_.begin.record(space_.work);
    copy_to_device(batch, std::span<std::uint64_t const>{space_.staging.host(), words_}, space_.work);
    space_.copied.record(space_.work);
    for (part & one : parts)
    {
        one.arguments.carries = carries_of_warps.data();
        launch_lanes(one.shape, one.arguments, one.blocks, space_.work);
    }
    space_.computed.record(space_.work);
    copy_to_host(std::span{space_.staging.host(), 1}, batch, space_.work);
    space_.end.record(space_.work);
}

std::span<lane_hit const> pair_batch::finish(std::function<void()> const & on_turn)
{
    wait(on_turn);
    return {space_.hits.host(), space_.staging.host()[0] & 0xffff'ffffu};
}

} // namespace seqan3_gpulcs::cuda
