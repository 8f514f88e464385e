// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/search/anchored_distances.cpp" // A path from the root of the includes.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <array>
#include <cstdint>

#include <hwy/highway.h>

#include "src/cpu/recurrence/myers_vector-inl.hpp"
#include "src/cpu/search/anchored_distances.hpp"
#include "src/packing/code_width.hpp"
#include "src/packing/letter_reader.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

#ifndef SEQAN3_GPULCS_ANCHORED_TASK
#    define SEQAN3_GPULCS_ANCHORED_TASK

// A text for each lane.
struct anchored_task
{
    std::span<packing::code_span const> texts;
    unsigned bits; // The width of a code.
    std::uint64_t const *
        match;                // [word][code]: the rows that match; the last row of the pattern on top of the last word.
    std::uint64_t words;      // The words of a column.
    std::uint64_t first_rows; // The rows of the first word that are the pattern's. Rows below them match nothing.
    std::uint64_t suffixes;   // The rows that are wanted, up to the last one.
    std::uint64_t differences; // Smaller distances are wanted.
    std::uint64_t max_columns; // Further columns have no smaller distance.
    std::uint64_t * vertical;  // [word][0 or 1][lane]: room for the differences of rows.
    std::uint64_t * last_rows; // [word][lane]: room for the distances of their last rows.
    std::uint64_t * distances; // [suffix][lane]: all are `differences` at first.
    std::uint64_t steps;       // Becomes the words that were computed.
};

inline constexpr unsigned anchored_columns_at_once{4};

// The number of codes for a word of the match vectors: at least those of a vector.
constexpr unsigned match_stride(unsigned const bits) noexcept
{
    return std::max(1u << bits, max_lanes);
}

#endif

} // namespace seqan3_gpulcs::cpu

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

using anchored_tag_t = hn::CappedTag<std::uint64_t, max_lanes>;
using anchored_signed_tag_t = hn::RebindToSigned<anchored_tag_t>;
using anchored_vector = hn::Vec<anchored_tag_t>;
using anchored_distance_vector = hn::Vec<anchored_signed_tag_t>;
inline constexpr unsigned anchored_lanes{hn::MaxLanes(anchored_tag_t{})};

// Finds the rows that match a code of each lane: by one look-up or two, or one by one in memory.
template <unsigned bits>
struct code_rows
{
    static constexpr unsigned tables{std::max((1u << bits) / anchored_lanes, 1u)};

    anchored_vector codes;

    HWY_INLINE anchored_vector find(std::uint64_t const * const match) const
    {
        anchored_tag_t const tag{};
        if constexpr (tables > 2)
        {
            HWY_ALIGN std::uint64_t rows[anchored_lanes];
            hn::Store(codes, tag, rows);
            for (std::uint64_t & of_lane : rows)
                of_lane = match[of_lane];
            return hn::Load(tag, rows);
        }
        else
        {
            auto const indices = hn::IndicesFromVec(tag, hn::And(codes, hn::Set(tag, anchored_lanes - 1)));
            anchored_vector const first = hn::TableLookupLanes(hn::Load(tag, match), indices);
            if constexpr (tables == 1)
                return first;
            else
                return hn::IfThenElse(hn::TestBit(codes, hn::Set(tag, anchored_lanes)),
                                      hn::TableLookupLanes(hn::Load(tag, match + anchored_lanes), indices),
                                      first);
        }
    }
};

// The letters of the texts, from the last one on, a column at a time.
template <unsigned bits>
class lane_letters
{
public:
    HWY_INLINE explicit lane_letters(anchored_task const & task) : texts_{task.texts}
    {}

    // Loads codes before every 64 / bits columns. Past the beginning of its text, a lane has any letters; lanes without a text repeat one.
    void load(std::uint64_t const column)
    {
        HWY_ALIGN std::uint64_t words[anchored_lanes]{};
        for (std::size_t lane = 0; lane < anchored_lanes; ++lane)
            if (packing::code_span const & text = texts_[lane % texts_.size()]; column < text.size())
                words[lane] = packing::letter_reader<packing::direction::backward, bits>{text}.load_near_end(
                    static_cast<std::int64_t>(column));
        words_ = hn::Load(anchored_tag_t{}, words);
    }

    // The next letters.
    HWY_INLINE code_rows<bits> take()
    {
        code_rows<bits> const codes{hn::ShiftRight<64 - bits>(words_)};
        words_ = hn::ShiftLeft<bits>(words_);
        return codes;
    }

private:
    std::span<packing::code_span const> texts_;
    anchored_vector words_{hn::Zero(anchored_tag_t{})};
};

// The words of rows that may have distances below the limit, from `first` on, and the distances of the row above them.
class row_band
{
public:
    HWY_INLINE explicit row_band(anchored_task & task) :
        task_{task},
        above_{hn::Zero(anchored_signed_tag_t{})},
        limit_{hn::Set(anchored_signed_tag_t{}, static_cast<std::int64_t>(task.differences))}
    {
        add_word(task.first_rows);
        hn::Store(hn::Set(anchored_tag_t{}, ~std::uint64_t{0} << (64 - task.first_rows) % 64),
                  anchored_tag_t{},
                  task_.vertical);
    }

    std::uint64_t first() const
    {
        return first_;
    }

    std::uint64_t last() const
    {
        return last_;
    }

    // Fits it to the next columns; there may be none with a small distance.
    HWY_INLINE bool fit()
    {
        anchored_signed_tag_t const tag{};
        // Distances of neighbours differ by at most 1. So a word of rows has none below half the sum of those at its ends, less 32; and a
        // path comes to a word that was left out only from the row above it, or from where it had none.
        auto const is_near = [&](anchored_distance_vector const distances)
        {
            anchored_distance_vector const columns = hn::Set(tag, anchored_columns_at_once);
            return !hn::AllFalse(tag, hn::Lt(distances, hn::Add(limit_, columns)));
        };
        auto const has_none = [&](anchored_distance_vector const from, anchored_distance_vector const to)
        {
            anchored_distance_vector const least = hn::Add(hn::Add(limit_, limit_), hn::Set(tag, 64));
            return hn::AllFalse(tag, hn::Lt(hn::Add(from, to), least));
        };
        while (last_ < task_.words && is_near(last_row(last_ - 1)))
            add_word(64);
        for (; first_ < last_ && has_none(above_, last_row(first_)); ++first_)
            above_ = last_row(first_);
        while (last_ > first_ + 1 && !is_near(last_row(last_ - 2))
               && has_none(last_row(last_ - 2), last_row(last_ - 1)))
            --last_;
        above_ = hn::Add(above_, hn::Set(tag, anchored_columns_at_once));
        return first_ < last_;
    }

private:
    HWY_INLINE anchored_distance_vector last_row(std::uint64_t const word) const
    {
        return hn::BitCast(anchored_signed_tag_t{},
                           hn::Load(anchored_tag_t{}, task_.last_rows + word * anchored_lanes));
    }

    // Each of its rows is one more than the row above: no less than it is.
    HWY_INLINE void add_word(std::uint64_t const rows)
    {
        anchored_tag_t const tag{};
        anchored_vector const before = last_ == 0 ? hn::Zero(tag) : hn::BitCast(tag, last_row(last_ - 1));
        hn::Store(hn::Not(hn::Zero(tag)), tag, task_.vertical + 2 * last_ * anchored_lanes);
        hn::Store(hn::Zero(tag), tag, task_.vertical + (2 * last_ + 1) * anchored_lanes);
        hn::Store(hn::Add(before, hn::Set(tag, rows)), tag, task_.last_rows + last_ * anchored_lanes);
        ++last_;
    }

    anchored_task & task_;
    anchored_distance_vector above_;
    anchored_distance_vector const limit_;
    std::uint64_t first_{0};
    std::uint64_t last_{0};
};

// Keeps the minimum distances of the rows that are wanted.
class suffix_rows
{
public:
    HWY_INLINE explicit suffix_rows(anchored_task & task) :
        task_{task},
        // Rows above the last one may be as much less.
        limit_{hn::Set(anchored_signed_tag_t{}, static_cast<std::int64_t>(task.differences + task.suffixes - 1))}
    {
        HWY_ALIGN std::int64_t sizes[anchored_lanes]{};
        for (std::size_t lane = 0; lane < task.texts.size(); ++lane)
            sizes[lane] = static_cast<std::int64_t>(task.texts[lane].size());
        sizes_ = hn::Load(anchored_signed_tag_t{}, sizes);
    }

    // Adds a column: the distances of the last row, and the differences of rows in the last word.
    HWY_INLINE void
    add(std::uint64_t const column, anchored_distance_vector distances, anchored_vector plus, anchored_vector minus)
    {
        anchored_signed_tag_t const tag{};
        auto const is_wanted =
            hn::And(hn::Lt(distances, limit_), hn::Lt(hn::Set(tag, static_cast<std::int64_t>(column) - 1), sizes_));
        if (hn::AllFalse(tag, is_wanted))
            return;
        distances = hn::IfThenElse(is_wanted, distances, hn::Add(limit_, limit_));
        for (std::uint64_t row = 0; row < task_.suffixes; ++row)
        {
            auto * const least = reinterpret_cast<std::int64_t *>(task_.distances + row * anchored_lanes);
            hn::Store(hn::Min(hn::Load(tag, least), distances), tag, least);
            distances =
                hn::Add(distances, hn::BitCast(tag, hn::Sub(hn::ShiftRight<63>(minus), hn::ShiftRight<63>(plus))));
            plus = hn::Add(plus, plus);
            minus = hn::Add(minus, minus);
        }
    }

private:
    anchored_task & task_;
    anchored_distance_vector const limit_;
    anchored_distance_vector sizes_;
};

// Computes some columns of a word; `see` is called after each of them.
template <unsigned bits, typename see_t>
HWY_INLINE void compute_word(anchored_task const & task,
                             std::uint64_t const word,
                             code_rows<bits> const (&codes)[anchored_columns_at_once],
                             anchored_vector (&up)[anchored_columns_at_once],
                             anchored_vector (&down)[anchored_columns_at_once],
                             see_t const & see)
{
    anchored_tag_t const tag{};
    std::uint64_t const * const match = task.match + word * match_stride(bits);
    std::uint64_t * const state = task.vertical + 2 * word * anchored_lanes;
    std::uint64_t * const last_row = task.last_rows + word * anchored_lanes;
    myers_vector<anchored_tag_t> rows{};
    rows.plus = hn::Load(tag, state);
    rows.minus = hn::Load(tag, state + anchored_lanes);
    anchored_vector distances = hn::Load(tag, last_row);
    for (unsigned i = 0; i < anchored_columns_at_once; ++i)
    {
        rows.step(codes[i].find(match), up[i], down[i]);
        distances = hn::Add(distances, hn::Sub(up[i], down[i]));
        see(i, distances, rows.plus, rows.minus);
    }
    hn::Store(rows.plus, tag, state);
    hn::Store(rows.minus, tag, state + anchored_lanes);
    hn::Store(distances, tag, last_row);
}

template <unsigned bits>
void measure_columns(anchored_task & task)
{
    anchored_tag_t const tag{};
    lane_letters<bits> letters{task};
    row_band band{task};
    suffix_rows wanted{task};
    for (std::uint64_t column = 0; column < task.max_columns && band.fit(); column += anchored_columns_at_once)
    {
        if (column % (64 / bits) == 0)
            letters.load(column);
        code_rows<bits> const codes[anchored_columns_at_once]{letters.take(),
                                                              letters.take(),
                                                              letters.take(),
                                                              letters.take()};
        // Above the band, distances are one more than a column before: no less than they are.
        anchored_vector up[anchored_columns_at_once];
        anchored_vector down[anchored_columns_at_once];
        for (unsigned i = 0; i < anchored_columns_at_once; ++i)
        {
            up[i] = hn::Set(tag, 1);
            down[i] = hn::Zero(tag);
        }
        std::uint64_t const end = std::min(band.last(), task.words - 1);
        for (std::uint64_t word = band.first(); word < end; ++word)
            compute_word<bits>(task, word, codes, up, down, [](auto...) {});
        if (band.last() == task.words)
            compute_word<bits>(
                task,
                end,
                codes,
                up,
                down,
                [&](unsigned const i,
                    anchored_vector const distances,
                    anchored_vector const plus,
                    anchored_vector const minus)
                {
                    wanted.add(column + i + 1, hn::BitCast(anchored_signed_tag_t{}, distances), plus, minus);
                });
        task.steps += (band.last() - band.first()) * anchored_columns_at_once;
    }
}

void measure_anchored(anchored_task & task)
{
    packing::with_code_width(task.bits,
                             [&]<unsigned bits>(packing::code_width<bits>)
                             {
                                 measure_columns<bits>(task);
                             });
}

anchored_kernel describe_anchored_kernel()
{
    return {anchored_lanes, &measure_anchored};
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::cpu
{

HWY_EXPORT(describe_anchored_kernel);

double anchored_distances::steps(std::uint64_t const pattern_size, std::uint64_t const differences) noexcept
{
    // Measured: that many columns of each word are in the band.
    double const columns =
        std::min(1.3 * static_cast<double>(differences) + 64, static_cast<double>(pattern_size + differences));
    return static_cast<double>(util::ceil_div(pattern_size, std::uint64_t{64})) * columns;
}

std::uint64_t anchored_distances::lanes_here() noexcept
{
    return HWY_DYNAMIC_DISPATCH(describe_anchored_kernel)().lanes;
}

void anchored_distances::set_pattern(packing::code_span const & pattern,
                                     std::uint64_t const suffixes,
                                     std::uint64_t const differences,
                                     bool const are_sets)
{
    kernel_ = HWY_DYNAMIC_DISPATCH(describe_anchored_kernel)();
    words_ = util::ceil_div(pattern.size(), std::uint64_t{64});
    pattern_size_ = pattern.size();
    suffixes_ = suffixes;
    differences_ = differences;
    bits_ = pattern.bits();

    letters_.resize(pattern.size());
    pattern.copy_to(letters_);
    set_matches(are_sets);
}

// The first row is that of the last letter; the first letter has the top bit of the last word.
void anchored_distances::set_matches(bool const are_sets)
{
    std::uint64_t const stride = match_stride(bits_);
    match_.clear();
    std::uint64_t * const match = resize_words(match_, words_ * stride);
    for (std::uint64_t i = 0; i < letters_.size(); ++i)
    {
        std::uint64_t const row = 64 * words_ - 1 - i;
        std::uint64_t * const word = match + row / 64 * stride;
        std::uint64_t const bit = std::uint64_t{1} << row % 64;
        if (are_sets)
            for (unsigned set = 1; set < 1u << bits_; ++set)
                word[set] |= (set & letters_[i]) != 0 ? bit : 0;
        else
            word[letters_[i]] |= bit;
    }
}

std::span<std::uint64_t const> anchored_distances::compute(std::span<packing::code_span const> const texts,
                                                           runtime::stop_poll & poll)
{
    std::uint64_t const lanes = kernel_.lanes;
    std::uint64_t longest = 0;
    for (packing::code_span const & text : texts)
        longest = std::max(longest, text.size());
    std::uint64_t * const distances = resize_words(distances_, suffixes_ * lanes);
    std::fill_n(distances, suffixes_ * lanes, differences_);
    anchored_task task{.texts = texts,
                       .bits = bits_,
                       .match = match_.front().words.data(),
                       .words = words_,
                       .first_rows = pattern_size_ - 64 * (words_ - 1),
                       .suffixes = suffixes_,
                       .differences = differences_,
                       .max_columns = std::min(longest, pattern_size_ + differences_ - 1),
                       .vertical = resize_words(vertical_, 2 * words_ * lanes),
                       .last_rows = resize_words(last_rows_, words_ * lanes),
                       .distances = distances,
                       .steps = 0};
    kernel_.measure(task);
    poll.add(task.steps);
    return {distances, suffixes_ * lanes};
}

} // namespace seqan3_gpulcs::cpu

#endif
