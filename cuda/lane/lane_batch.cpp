// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_batch.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "cuda/lane/launch_lanes.hpp"
#include "src/packing/common_codes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using packing::packed_sequence_view;

// The place of codes that have not been packed, or never are.
constexpr std::uint32_t nowhere{~std::uint32_t{0}};

// Sequences and their lists of letters are scattered, so memory is fetched this many pairs ahead.
constexpr std::size_t prefetch_distance{8};

// Longer sequences are fetched by the processor itself once they are being read.
constexpr std::uint64_t max_prefetched_words{64};

void prefetch_codes(packed_sequence_view const & sequence) noexcept
{
    constexpr std::uint64_t words_per_line = 8;
    std::uint64_t const words = std::min(code_words(sequence.size(), sequence.bits_per_letter()), max_prefetched_words);
    for (std::uint64_t word = 0; word < words; word += words_per_line)
        __builtin_prefetch(sequence.words() + word);
}

bool are_same(packed_sequence_view const & left, packed_sequence_view const & right) noexcept
{
    return left.words() == right.words() && left.size() == right.size()
        && left.letters().data() == right.letters().data();
}

packed_sequence_view const & rows_of(alignment::sequence_pair const & pair, bool const second_is_rows) noexcept
{
    return second_is_rows ? pair.second : pair.first;
}

packed_sequence_view const & columns_of(alignment::sequence_pair const & pair, bool const second_is_rows) noexcept
{
    return rows_of(pair, !second_is_rows);
}

} // namespace

// Writes the codes of pairs, one after the other, and tells the kernels where they are.
class lane_batch::stager
{
public:
    stager(letter_lists const & lists, std::span<std::uint64_t> const codes) noexcept : lists_{lists}, codes_{codes}
    {}

    lane_row_codes add_rows(member const & one, lane_shape const & shape, packed_sequence_view const & rows)
    {
        bool const is_planes = shape.rows == lane_rows::planes;
        unsigned const bits = is_planes ? shape.bits : one.row_bits;
        auto const codes = layout_.add<std::uint64_t>(code_words(one.rows, bits));
        lane_row_codes added{.at = static_cast<std::uint32_t>(codes.at),
                             .size = one.rows,
                             .text_code_at = 0,
                             .letters = one.row_codes,
                             .bits = static_cast<std::uint16_t>(bits)};
        copy_codes(rows, bits, codes.in(codes_).data());
        if (!is_planes)
            added.text_code_at = add_table(one, rows);
        return added;
    }

    lane_column_codes add_columns(member const & one, lane_shape const & shape, packed_sequence_view const & columns)
    {
        auto const codes = layout_.add<std::uint64_t>(code_words(one.columns, shape.bits));
        translator_.translate(columns,
                              one.column_letters,
                              shape.rows == lane_rows::planes ? one.row_letters : one.column_letters,
                              shape.bits,
                              codes.in(codes_).data());
        return {.at = static_cast<std::uint32_t>(codes.at), .size = one.columns};
    }

    // The number of words written.
    std::uint64_t used() const noexcept
    {
        return layout_.words();
    }

private:
    // A pair with the same letters as the one before shares its table.
    std::uint32_t add_table(member const & one, packed_sequence_view const & rows)
    {
        if (table_at_ != nowhere && one.row_letters == row_letters_ && one.column_letters == column_letters_)
            return table_at_;
        row_letters_ = one.row_letters;
        column_letters_ = one.column_letters;
        packing::common_codes const common{rows, packed_sequence_view{nullptr, 0, 8, lists_[one.column_letters]}};
        auto const table = layout_.add<std::uint8_t>(rows.letters().size());
        std::copy_n(common.row_codes().begin(), table.count, table.in(codes_).begin());
        table_at_ = static_cast<std::uint32_t>(table.at);
        return table_at_;
    }

    letter_lists const & lists_;
    std::span<std::uint64_t> codes_;
    staging_layout layout_{};
    code_translator translator_{lists_};
    std::uint32_t row_letters_{}; // The list of letters of the rows in the last table.
    std::uint32_t column_letters_{};
    std::uint32_t table_at_{nowhere};
};

void lane_batch::start(std::span<alignment::sequence_pair const> const pairs,
                       std::span<std::uint64_t const> const thresholds,
                       std::span<std::uint32_t const> const subjects)
{
    stores_values_ = false;
    ends_ = {};
    prepare({pairs, {}}, subjects);
    buffers_.hits.reserve(with_room<lane_hit>(members_.size()));
    stage_filters(thresholds);
    launch();
}

void lane_batch::start(plan::pair_list const & pairs, alignment::free_ends const & ends)
{
    assert(!(ends.first_trailing && ends.second_trailing));
    stores_values_ = true;
    ends_ = ends;
    prepare(pairs, {});
    buffers_.values.reserve(with_room<lane_value>(members_.size()));
    launch();
}

void lane_batch::prepare(plan::pair_list const & pairs, std::span<std::uint32_t const> const subjects)
{
    assert(!is_started() && (subjects.empty() || subjects.size() == pairs.size()));
    subjects_ = subjects;
    subject_codes_.assign(subjects.empty() ? 0 : std::ranges::max(subjects) + std::size_t{1}, {nowhere, 0});
    add_members(pairs);
    choose_kernels();
    merge_small_launches();
    sort_members();
    place(plan_launches());
    stage(pairs);
}

// Whether first sequences are queries. Otherwise, pairs have nothing in common.
bool lane_batch::has_queries(plan::pair_list const & pairs) const noexcept
{
    bool are_queries = !ends_.any();
    for (std::size_t i = 1; i < pairs.size() && subjects_.empty() && are_queries; ++i)
        are_queries = are_same(pairs[i].first, pairs[0].first);
    return are_queries;
}

// Lists of letters are scattered in memory, so this is the only time that they are read.
void lane_batch::add_members(plan::pair_list const & pairs)
{
    members_.resize(pairs.size());
    lists_ = {};
    letters_ = {};
    std::uint32_t query = has_queries(pairs) ? 0 : no_query;
    std::uint32_t row_letters = 0;
    std::uint32_t column_letters = 0;
    for (std::size_t i = 0; i < members_.size(); ++i)
    {
        if (i + prefetch_distance < members_.size())
        {
            alignment::sequence_pair const & later = pairs[i + prefetch_distance];
            __builtin_prefetch(later.first.letters().data());
            __builtin_prefetch(later.second.letters().data());
        }
        alignment::sequence_pair const & pair = pairs[i];
        if (!subjects_.empty() && i != 0 && !are_same(pair.first, pairs[i - 1].first))
            ++query;
        // The last column is at hand.
        bool const second_is_rows =
            ends_.any() ? ends_.second_trailing : query == no_query && pair.second.size() > pair.first.size();
        packed_sequence_view const & rows = rows_of(pair, second_is_rows);
        packed_sequence_view const & columns = columns_of(pair, second_is_rows);
        assert(rows.size() <= max_lane_size && columns.size() <= max_lane_size);

        row_letters = lists_.number_of(rows, row_letters);
        column_letters = lists_.number_of(columns, column_letters);
        letters_.add(columns.bits_per_letter(), column_letters);
        members_[i] = {.row_letters = row_letters,
                       .column_letters = column_letters,
                       .query = query,
                       .rows = static_cast<std::uint16_t>(rows.size()),
                       .columns = static_cast<std::uint16_t>(columns.size()),
                       .row_codes = static_cast<std::uint16_t>(rows.letters().size()),
                       .column_codes = static_cast<std::uint16_t>(columns.letters().size()),
                       .row_bits = static_cast<std::uint8_t>(rows.bits_per_letter()),
                       .column_bits = static_cast<std::uint8_t>(columns.bits_per_letter()),
                       .second_is_rows = second_is_rows,
                       .kernel = 0};
    }
}

void lane_batch::choose_kernels()
{
    // Often all pairs are alike.
    member last{};
    std::uint8_t chosen = 0;
    for (std::size_t i = 0; i < members_.size(); ++i)
    {
        static_assert(std::has_unique_object_representations_v<member>);
        if (i == 0 || std::memcmp(&members_[i], &last, sizeof(member)) != 0)
        {
            last = members_[i];
            chosen = choose_kernel(last);
        }
        members_[i].kernel = chosen;
    }
}

std::uint8_t lane_batch::choose_kernel(member const & one) const
{
    std::uint64_t const shared_bytes = context_.limits.shared_bytes_per_block;

    // In a launch for one query, the codes of all columns mean the same letters. The few other pairs are computed as
    // pairs of different sequences, which is as fast for a few.
    if (one.query != no_query && letters_.is_found(one.column_bits, one.column_letters)
        && is_for_query_kernel(one.rows, one.column_bits, one.column_codes, shared_bytes, recurrence_->traits))
        return static_cast<std::uint8_t>(plan_query_lanes(one.rows, one.column_bits, recurrence_->traits));

    unsigned const bits = are_short_codes(one) ? 2 : std::max<unsigned>(one.column_bits, 4);
    unsigned const max_words = max_match_words(one.column_codes, shared_bytes);
    return static_cast<std::uint8_t>(plan_pair_lanes(one.rows, bits, max_words, recurrence_->traits));
}

// Two bits suffice if both sequences together have no more than four letters.
bool lane_batch::are_short_codes(member const & one) const
{
    if (std::max(one.row_bits, one.column_bits) != 2)
        return false;
    auto const sequence_of = [this](std::uint32_t const letters)
    {
        return packed_sequence_view{nullptr, 0, 2, lists_[letters]};
    };
    return one.row_letters == one.column_letters
        || packing::common_codes{sequence_of(one.column_letters), sequence_of(one.row_letters)}.bits() <= 2;
}

// A few pairs are computed by the next larger kernel if it is launched anyway.
void lane_batch::merge_small_launches()
{
    std::array<std::size_t, std::size(lane_shapes)> counts{};
    std::array<std::uint16_t, std::size(lane_shapes)> letters{};
    for (member const & one : members_)
    {
        ++counts[one.kernel];
        letters[one.kernel] = std::max(letters[one.kernel], one.column_codes);
    }
    std::array<std::uint8_t, std::size(lane_shapes)> chosen{};
    bool is_any_merged = false;
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
        bool const is_merged = shape.rows != lane_rows::one_query && counts[i] < warp_threads && larger < counts.size()
                            && fits_into(lane_shapes[chosen[larger]]);
        chosen[i] = is_merged ? chosen[larger] : static_cast<std::uint8_t>(i);
        is_any_merged = is_any_merged || (is_merged && counts[i] != 0);
    }
    if (is_any_merged)
        for (member & one : members_)
            one.kernel = chosen[one.kernel];
}

// Sorts the pairs of each query by kernel, and those of one kernel by size, with the longest first.
void lane_batch::sort_members()
{
    order_.resize(members_.size());
    for (std::size_t i = 0; i < order_.size(); ++i)
    {
        member const & one = members_[i];
        std::uint32_t const strips = lane_strips(lane_shapes[one.kernel], one.rows);
        std::uint32_t const key = std::uint32_t{one.kernel} << 24 | strips << 16 | one.columns;
        order_[i] = std::uint64_t{~key} << 32 | i;
    }

    for (std::size_t begin = 0, end = 0; begin < order_.size(); begin = end)
    {
        while (end < order_.size() && members_[end].query == members_[begin].query)
            ++end;
        std::span const of_query = std::span{order_}.subspan(begin, end - begin);
        if (!std::ranges::is_sorted(of_query))
            std::ranges::sort(of_query);
    }
}

// A launch for each query and kernel. Returns the maximum number of words that their codes take.
std::uint64_t lane_batch::plan_launches()
{
    launches_.clear();
    std::uint64_t words = codes_margin;
    std::vector<char> is_planned(subject_codes_.size());
    member const * before = nullptr;
    for (std::size_t i = 0; i < order_.size(); ++i)
    {
        auto const index = static_cast<std::uint32_t>(order_[i]);
        member const & one = members_[index];
        bool const is_first = i == 0 || one.kernel != before->kernel || one.query != before->query;
        before = &one;
        if (is_first)
        {
            launches_.push_back({.begin = i, .shape = lane_shapes[one.kernel]});
            if (launches_.back().is_one_query())
                words += code_words(one.rows, one.row_bits) + words_for<std::uint8_t>(one.row_codes);
        }
        kernel_launch & last = launches_.back();
        last.end = i + 1;
        last.max_columns = std::max<std::uint32_t>(last.max_columns, one.columns);
        last.letters = std::max<unsigned>(last.letters, one.column_codes);
        bool const is_shared = last.is_one_query() && !subjects_.empty();
        if (!is_shared || !std::exchange(is_planned[subjects_[index]], true))
            words += code_words(one.columns, last.shape.bits);
        if (!last.is_one_query())
            words += code_words(one.rows, std::max<unsigned>(last.shape.bits, one.row_bits))
                   + words_for<std::uint8_t>(one.row_codes);
    }
    return words;
}

// Decides where everything is, given the maximum number of words of the codes.
void lane_batch::place(std::uint64_t const max_words)
{
    staging_layout layout{};
    hit_count_ = layout.add<unsigned>();
    for (kernel_launch & one : launches_)
    {
        std::size_t const count = one.end - one.begin;
        one.query = layout.add<lane_query>(one.is_one_query() ? 1 : 0);
        one.subjects = layout.add<lane_column_codes>(one.is_one_query() ? count : 0);
        one.pairs = layout.add<lane_pair>(one.is_one_query() ? 0 : count);
    }
    filters_ = layout.add<lane_filter>(stores_values_ ? 0 : members_.size());
    codes_ = layout.add<std::uint64_t>(max_words);
    reserve_on_host(layout.words());
}

void lane_batch::stage(plan::pair_list const & pairs)
{
    on_host(hit_count_)[0] = 0;
    std::span<std::uint64_t> const codes = on_host(codes_);
    stager all{lists_, codes};
    for (kernel_launch const & one : launches_)
    {
        auto subject = on_host(one.subjects).begin();
        auto pair = on_host(one.pairs).begin();
        for (std::size_t i = one.begin; i < one.end; ++i)
        {
            if (i + prefetch_distance < one.end)
            {
                alignment::sequence_pair const & later =
                    pairs[static_cast<std::uint32_t>(order_[i + prefetch_distance])];
                prefetch_codes(later.second);
                if (!one.is_one_query())
                    prefetch_codes(later.first);
            }
            std::size_t const index = static_cast<std::uint32_t>(order_[i]);
            member const & of_pair = members_[index];
            packed_sequence_view const & rows = rows_of(pairs[index], of_pair.second_is_rows);
            packed_sequence_view const & columns = columns_of(pairs[index], of_pair.second_is_rows);
            if (!one.is_one_query())
                // The list is evaluated in this order, so the codes of the rows come first.
                *pair++ =
                    lane_pair{all.add_rows(of_pair, one.shape, rows), all.add_columns(of_pair, one.shape, columns)};
            else
            {
                if (i == one.begin)
                    on_host(one.query)[0] = {all.add_rows(of_pair, one.shape, rows), 0, 0, 0};
                lane_column_codes own{.at = nowhere, .size = 0};
                lane_column_codes & added = subjects_.empty() ? own : subject_codes_[subjects_[index]];
                if (added.at == nowhere)
                    added = all.add_columns(of_pair, one.shape, columns);
                *subject++ = added;
            }
        }
    }
    assert(all.used() <= std::numeric_limits<std::uint32_t>::max());
    std::ranges::fill(codes.subspan(all.used(), codes_margin), 0);
    codes_.count = all.used() + codes_margin;
    words_ = codes_.at + codes_.count;
}

void lane_batch::stage_filters(std::span<std::uint64_t const> const thresholds) const noexcept
{
    auto filter = on_host(filters_).begin();
    for (std::uint64_t const one : order_)
    {
        auto const index = static_cast<std::uint32_t>(one);
        std::uint64_t const threshold = thresholds.empty() ? recurrence_->traits.no_threshold : thresholds[index];
        *filter++ = {
            static_cast<std::uint32_t>(std::min<std::uint64_t>(threshold, std::numeric_limits<std::uint32_t>::max())),
            index};
    }
}

// Sets all arguments except the carries.
void lane_batch::set_arguments()
{
    for (kernel_launch & one : launches_)
    {
        auto const count = static_cast<unsigned>(one.end - one.begin);
        // Pairs with more strips come first.
        std::uint16_t const max_rows = members_[static_cast<std::uint32_t>(order_[one.begin])].rows;
        one.arguments = {.codes = on_device(codes_).data(),
                         .tables = on_device(codes_).data(),
                         .column_codes = on_device(codes_).data(),
                         .pairs = on_device(one.pairs).data(),
                         .queries = on_device(one.query).data(),
                         .subjects = on_device(one.subjects).data(),
                         .pair_count = count,
                         .query_count = 1,
                         .items_per_query = util::ceil_div(count, pairs_per_lane_block),
                         .subjects_per_item = pairs_per_lane_block,
                         .max_strips = std::max(lane_strips(one.shape, max_rows), 1u),
                         .letters = one.letters,
                         .carries = nullptr,
                         .carry_units = static_cast<unsigned>(code_words(one.max_columns, one.shape.bits)),
                         .filters = stores_values_ ? nullptr : on_device(filters_).data() + one.begin,
                         .hit_count = on_device(hit_count_).data(),
                         .hits = buffers_.hits.device(),
                         .values = stores_values_ ? buffers_.values.device() + one.begin : nullptr,
                         .first_value = 0,
                         .ends = ends_of_matrix()};
        one.blocks = lane_blocks(*recurrence_, one.shape, one.arguments, context_.limits);
    }
}

lane_ends lane_batch::ends_of_matrix() const noexcept
{
    if (ends_.second_trailing)
        return {ends_.second_leading, true, ends_.first_leading};
    return {ends_.first_leading, ends_.first_trailing, ends_.second_leading};
}

void lane_batch::launch()
{
    memory_.device.reserve(words_);
    set_arguments();
    // Launches run one after the other, so they share one buffer.
    std::uint64_t carry_words = 1;
    for (kernel_launch const & one : launches_)
        carry_words = std::max(carry_words, lane_carry_words(*recurrence_, one.arguments, one.blocks));
    auto const carries = buffers_.carries.reserve(carry_words);

    enqueue(
        [&]()
        {
            copy_staged(words_);
        },
        [&]()
        {
            for (kernel_launch & one : launches_)
            {
                one.arguments.carries = carries.data();
                launch_lanes(*recurrence_, one.shape, one.arguments, one.blocks, context_.stream);
            }
        },
        [&]()
        {
            if (!stores_values_)
                copy_to_host(on_host(hit_count_), on_device(hit_count_), context_.stream);
        });
}

std::span<lane_hit const> lane_batch::finish(std::function<void()> const & on_turn)
{
    wait(on_turn);
    if (stores_values_)
        return {};
    return {buffers_.hits.host(), on_host(hit_count_)[0]};
}

void lane_batch::store_values(plan::value_span const & values) const noexcept
{
    assert(stores_values_ && values.size() == order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i)
        values[static_cast<std::uint32_t>(order_[i])] = buffers_.values.host()[i];
}

} // namespace seqan3_gpulcs::cuda
