// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_batch.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <limits>
#include <tuple>

#include "cuda/lane/launch_lanes.hpp"
#include "src/packing/common_codes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using packing::packed_sequence_view;

// The staging buffer holds the number of hits, the pairs, and the codes.
constexpr std::uint64_t pairs_at{1};
constexpr std::uint64_t pair_words{sizeof(lane_pair) / sizeof(std::uint64_t)};
static_assert(sizeof(lane_pair) % sizeof(std::uint64_t) == 0);

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

// The words of a table with a code, a byte, for each letter.
std::uint64_t table_words(packed_sequence_view const & rows) noexcept
{
    return util::ceil_div(rows.letters().size(), sizeof(std::uint64_t));
}

} // namespace

// Writes the codes of pairs, one after the other, and tells the kernels where they are.
class lane_batch::stager
{
public:
    stager(bool const is_one_query, letter_lists const & lists, std::uint64_t * const codes) noexcept :
        is_one_query_{is_one_query},
        lists_{lists},
        codes_{codes}
    {
        query_at_.fill(nowhere);
    }

    // Records where the codes and the table of a pair are.
    lane_pair add(member const & one, packed_sequence_view const & rows, packed_sequence_view const & columns)
    {
        lane_shape const & shape = lane_shapes[one.kernel];
        bool const is_planes = shape.rows == lane_rows::planes;
        lane_pair pair{};
        pair.row_bits = static_cast<std::uint16_t>(is_planes ? shape.bits : rows.bits_per_letter());
        pair.row_letters = static_cast<std::uint16_t>(rows.letters().size());
        pair.rows_at = add_rows(rows, pair.row_bits);
        if (!is_planes)
            pair.text_code_at = add_table(one, rows);

        pair.columns_at = static_cast<std::uint32_t>(used_);
        translator_.translate(columns,
                              one.column_letters,
                              is_planes ? one.row_letters : one.column_letters,
                              shape.bits,
                              codes_ + used_);
        used_ += code_words(columns.size(), shape.bits);
        return pair;
    }

    // The number of words written.
    std::uint64_t used() const noexcept
    {
        return used_;
    }

private:
    static constexpr std::uint32_t nowhere{~std::uint32_t{0}};

    std::uint32_t add_rows(packed_sequence_view const & rows, unsigned const bits)
    {
        if (is_one_query_ && query_at_[bits] != nowhere)
            return query_at_[bits];
        auto const at = static_cast<std::uint32_t>(used_);
        query_at_[bits] = at;
        copy_codes(rows, bits, codes_ + used_);
        used_ += code_words(rows.size(), bits);
        return at;
    }

    // A pair with the same letters as the one before shares its table.
    std::uint32_t add_table(member const & one, packed_sequence_view const & rows)
    {
        if (table_at_ != nowhere && one.row_letters == row_letters_ && one.column_letters == column_letters_)
            return table_at_;
        row_letters_ = one.row_letters;
        column_letters_ = one.column_letters;
        table_at_ = static_cast<std::uint32_t>(used_);
        packing::common_codes const common{rows, packed_sequence_view{nullptr, 0, 8, lists_[one.column_letters]}};
        std::uint64_t const words = table_words(rows);
        std::fill_n(codes_ + used_, words, 0);
        std::copy_n(common.row_codes().begin(),
                    rows.letters().size(),
                    reinterpret_cast<std::uint8_t *>(codes_ + used_));
        used_ += words;
        return table_at_;
    }

    bool is_one_query_;
    letter_lists const & lists_;
    std::uint64_t * codes_;
    std::uint64_t used_{};
    std::array<std::uint32_t, 9> query_at_{}; // For each width.
    code_translator translator_{lists_};
    std::uint32_t row_letters_{}; // Of the last table.
    std::uint32_t column_letters_{};
    std::uint32_t table_at_{nowhere};
};

void lane_batch::start(std::span<lcs::sequence_pair const> const pairs, std::span<std::uint64_t const> const thresholds)
{
    assert(!is_started_);
    is_one_query_ = std::ranges::all_of(pairs,
                                        [&](lcs::sequence_pair const & pair)
                                        {
                                            return are_same(pair.first, pairs.front().first);
                                        });
    add_members(pairs);
    choose_kernels(pairs);
    stage(pairs, thresholds);
    launch();
}

// Lists of letters are scattered in memory, so this is the only time that they are read.
void lane_batch::add_members(std::span<lcs::sequence_pair const> const pairs)
{
    members_.clear();
    members_.reserve(pairs.size());
    lists_ = {};
    letters_ = {};
    std::uint32_t row_letters = 0;
    std::uint32_t column_letters = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        bool const second_is_rows = !is_one_query_ && pairs[i].second.size() > pairs[i].first.size();
        packed_sequence_view const & rows = rows_of(pairs[i], second_is_rows);
        packed_sequence_view const & columns = columns_of(pairs[i], second_is_rows);
        assert(rows.size() <= max_lane_size && columns.size() <= max_lane_size);

        row_letters = lists_.number_of(rows, row_letters);
        column_letters = lists_.number_of(columns, column_letters);
        letters_.add(columns.bits_per_letter(), column_letters);
        members_.push_back({.index = static_cast<std::uint32_t>(i),
                            .rows = static_cast<std::uint32_t>(rows.size()),
                            .columns = static_cast<std::uint32_t>(columns.size()),
                            .row_letters = row_letters,
                            .column_letters = column_letters,
                            .letters = static_cast<std::uint16_t>(columns.letters().size()),
                            .kernel = 0,
                            .second_is_rows = second_is_rows});
    }
}

// Sorts pairs by kernel, and those of one kernel by size.
void lane_batch::choose_kernels(std::span<lcs::sequence_pair const> const pairs)
{
    for (member & one : members_)
        choose_kernel(one,
                      rows_of(pairs[one.index], one.second_is_rows),
                      columns_of(pairs[one.index], one.second_is_rows));
    merge_small_launches();

    auto const key = [](member const & one)
    {
        return std::tuple{one.kernel, lane_strips(lane_shapes[one.kernel], one.rows), one.columns};
    };
    if (!std::ranges::is_sorted(members_, std::ranges::greater{}, key))
        std::ranges::sort(members_, std::ranges::greater{}, key);
}

void lane_batch::choose_kernel(member & one,
                               packed_sequence_view const & rows,
                               packed_sequence_view const & columns) const
{
    std::uint64_t const shared_bytes = context_.limits.shared_bytes_per_block;

    // In a launch for one query, the codes of all columns mean the same letters. The few other pairs are computed as
    // pairs of different sequences, which is as fast for a few.
    if (is_one_query_ && letters_.is_found(columns.bits_per_letter(), one.column_letters)
        && is_for_query_kernel(rows.size(), columns.bits_per_letter(), one.letters, shared_bytes))
    {
        one.kernel = static_cast<std::uint8_t>(plan_query_lanes(rows.size(), columns.bits_per_letter()));
        return;
    }

    // Two bits suffice if both sequences together have no more than four letters.
    bool const are_short_codes =
        std::max(rows.bits_per_letter(), columns.bits_per_letter()) == 2
        && (one.row_letters == one.column_letters || packing::common_codes{columns, rows}.bits() <= 2);
    unsigned const bits = are_short_codes ? 2 : std::max(columns.bits_per_letter(), 4u);
    unsigned const max_words = max_match_words(one.letters, shared_bytes);
    one.kernel = static_cast<std::uint8_t>(plan_pair_lanes(rows.size(), bits, max_words));
}

// A few pairs are computed by the next larger kernel if it is launched anyway.
void lane_batch::merge_small_launches()
{
    std::array<std::size_t, std::size(lane_shapes)> counts{};
    std::array<std::uint16_t, std::size(lane_shapes)> letters{};
    for (member const & one : members_)
    {
        ++counts[one.kernel];
        letters[one.kernel] = std::max(letters[one.kernel], one.letters);
    }
    std::array<std::uint8_t, std::size(lane_shapes)> chosen{};
    for (std::size_t i = chosen.size(); i-- > 0;)
    {
        lane_shape const & shape = lane_shapes[i];
        auto const fits_into = [&](lane_shape const & other)
        {
            return shape.bits == other.bits && shape.rows == other.rows
                && (shape.rows != lane_rows::matches
                    || other.words <= max_match_words(letters[i], context_.limits.shared_bytes_per_block));
        };
        std::size_t larger = i + 1;
        while (larger < counts.size() && counts[larger] == 0)
            ++larger;
        bool const is_merged =
            counts[i] < warp_threads && larger < counts.size() && fits_into(lane_shapes[chosen[larger]]);
        chosen[i] = is_merged ? chosen[larger] : static_cast<std::uint8_t>(i);
    }
    for (member & one : members_)
        one.kernel = chosen[one.kernel];
}

void lane_batch::stage(std::span<lcs::sequence_pair const> const pairs, std::span<std::uint64_t const> const thresholds)
{
    std::uint64_t const codes_at = pairs_at + members_.size() * pair_words;
    std::uint64_t words = codes_at + codes_margin;
    // The codes of a query may be needed in three widths.
    if (is_one_query_ && !pairs.empty())
        words += 3 * code_words(pairs.front().first.size(), 8);
    for (member const & one : members_)
    {
        unsigned const bits = lane_shapes[one.kernel].bits;
        packed_sequence_view const & rows = rows_of(pairs[one.index], one.second_is_rows);
        words += code_words(one.columns, bits) + table_words(rows);
        if (!is_one_query_)
            words += code_words(one.rows, std::max(bits, rows.bits_per_letter()));
    }

    std::span<std::uint64_t> const staging = buffers_.staging.reserve(with_room<std::uint64_t>(words));
    buffers_.hits.reserve(with_room<lane_hit>(members_.size()));
    staging[0] = 0;
    auto * const staged = reinterpret_cast<lane_pair *>(staging.data() + pairs_at);
    std::uint64_t * const codes = staging.data() + codes_at;

    stager all{is_one_query_, lists_, codes};
    for (std::size_t i = 0; i < members_.size(); ++i)
    {
        member const & one = members_[i];
        lcs::sequence_pair const & pair = pairs[one.index];
        lane_pair of_kernel = all.add(one, rows_of(pair, one.second_is_rows), columns_of(pair, one.second_is_rows));
        of_kernel.rows = one.rows;
        of_kernel.columns = one.columns;
        of_kernel.threshold =
            thresholds.empty()
                ? recurrence_.traits.no_threshold
                : static_cast<std::uint32_t>(
                    std::min<std::uint64_t>(thresholds[one.index], std::numeric_limits<std::uint32_t>::max()));
        of_kernel.id = one.index;
        staged[i] = of_kernel;
    }
    assert(all.used() <= std::numeric_limits<std::uint32_t>::max());
    std::fill_n(codes + all.used(), codes_margin, 0);
    words_ = codes_at + all.used() + codes_margin;
    assert(words_ <= words);
}

// A launch for each kernel; all but the carries of its arguments.
std::vector<lane_batch::kernel_launch> lane_batch::plan_launches(device_view<std::uint64_t> const batch) const
{
    std::vector<kernel_launch> launches{};
    std::uint64_t const codes_at = pairs_at + members_.size() * pair_words;
    for (auto begin = members_.begin(); begin != members_.end();)
    {
        auto end = begin;
        std::uint32_t max_columns = 0;
        unsigned letters = 1;
        for (; end != members_.end() && end->kernel == begin->kernel; ++end)
        {
            max_columns = std::max(max_columns, end->columns);
            letters = std::max<unsigned>(letters, end->letters);
        }

        lane_shape const & shape = lane_shapes[begin->kernel];
        lane_arguments const arguments{.codes = batch.data() + codes_at,
                                       .pairs = reinterpret_cast<lane_pair const *>(batch.data() + pairs_at)
                                              + (begin - members_.begin()),
                                       .pair_count = static_cast<unsigned>(end - begin),
                                       // Pairs with more strips come first.
                                       .max_strips = std::max(lane_strips(shape, begin->rows), 1u),
                                       .letters = letters,
                                       .carries = nullptr,
                                       .carry_units = static_cast<unsigned>(code_words(max_columns, shape.bits)),
                                       .hit_count = reinterpret_cast<unsigned *>(batch.data()),
                                       .hits = buffers_.hits.device()};
        launches.push_back({shape, arguments, lane_blocks(recurrence_, shape, arguments, context_.limits)});
        begin = end;
    }
    return launches;
}

void lane_batch::launch()
{
    auto const batch = buffers_.batch.reserve(words_);
    std::vector<kernel_launch> launches = plan_launches(batch);
    // Launches run one after the other, so they share one buffer.
    std::uint64_t carry_words = 1;
    for (kernel_launch const & one : launches)
        carry_words = std::max(carry_words, lane_carry_words(recurrence_, one.arguments, one.blocks));
    auto const carries = buffers_.carries.reserve(carry_words);

    is_started_ = true;
    context_.begin.record(context_.stream);
    copy_to_device(batch, std::span<std::uint64_t const>{buffers_.staging.host(), words_}, context_.stream);
    context_.copied.record(context_.stream);
    for (kernel_launch & one : launches)
    {
        one.arguments.carries = carries.data();
        launch_lanes(recurrence_, one.shape, one.arguments, one.blocks, context_.stream);
    }
    context_.computed.record(context_.stream);
    copy_to_host(std::span{buffers_.staging.host(), 1}, batch, context_.stream);
    context_.end.record(context_.stream);
}

std::span<lane_hit const> lane_batch::finish(std::function<void()> const & on_turn)
{
    wait(on_turn);
    return {buffers_.hits.host(), buffers_.staging.host()[0] & 0xffff'ffffu};
}

} // namespace seqan3_gpulcs::cuda
