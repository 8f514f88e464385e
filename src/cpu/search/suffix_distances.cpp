// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/search/suffix_distances.cpp" // A path from the root of the includes.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include <hwy/highway.h>

#include "src/cpu/recurrence/myers_vector-inl.hpp"
#include "src/cpu/search/suffix_distances.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

#ifndef SEQAN3_GPULCS_SUFFIX_TASK
#    define SEQAN3_GPULCS_SUFFIX_TASK

// A group of suffixes, along some columns.
struct suffix_task
{
    std::uint64_t const * const * match; // [column]: the rows that match, [word].
    std::uint64_t columns;               // A multiple of columns_at_once.
    std::uint64_t words;                 // The words of a column.
    std::uint64_t const * free_rows;     // [word][lane]: the rows that match any letter.
    std::uint64_t * vertical;     // [word][0 or 1][lane]: the differences of rows before the columns, then after them.
    std::uint64_t const * before; // [lane]: the distances before the columns.
    std::uint64_t * distances;    // [column][lane].
};

inline constexpr unsigned columns_at_once{4};

// The maximum number of columns that are computed before their distances are read.
inline constexpr std::uint64_t max_columns{512};

#endif

} // namespace seqan3_gpulcs::cpu

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

void measure_suffixes(suffix_task const & task)
{
    using tag_t = hn::CappedTag<std::uint64_t, max_lanes>;
    using vector = hn::Vec<tag_t>;
    tag_t const tag{};
    constexpr unsigned lanes = hn::MaxLanes(tag);

    vector score = hn::LoadU(tag, task.before);
    for (std::uint64_t column = 0; column < task.columns; column += columns_at_once)
    {
        vector up[columns_at_once];
        vector down[columns_at_once];
        for (unsigned i = 0; i < columns_at_once; ++i)
            up[i] = down[i] = hn::Zero(tag);

        for (std::uint64_t word = 0; word < task.words; ++word)
        {
            std::uint64_t * const state = task.vertical + 2 * word * lanes;
            vector const free_rows = hn::Load(tag, task.free_rows + word * lanes);
            myers_vector<tag_t> rows{};
            rows.plus = hn::Load(tag, state);
            rows.minus = hn::Load(tag, state + lanes);
            for (unsigned i = 0; i < columns_at_once; ++i)
                rows.step(hn::Or(hn::Set(tag, task.match[column + i][word]), free_rows), up[i], down[i]);
            hn::Store(rows.plus, tag, state);
            hn::Store(rows.minus, tag, state + lanes);
        }

        for (unsigned i = 0; i < columns_at_once; ++i)
        {
            score = hn::Add(score, hn::Sub(up[i], down[i]));
            hn::StoreU(score, tag, task.distances + (column + i) * lanes);
        }
    }
}

suffix_kernel describe_suffix_kernel()
{
    return {hn::MaxLanes(hn::CappedTag<std::uint64_t, max_lanes>{}), &measure_suffixes};
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::cpu
{

HWY_EXPORT(describe_suffix_kernel);

double suffix_distances::steps(std::uint64_t const pattern_size,
                               std::uint64_t const suffixes,
                               std::uint64_t const text_size) noexcept
{
    std::uint64_t const lanes = HWY_DYNAMIC_DISPATCH(describe_suffix_kernel)().lanes;
    std::uint64_t const words = util::ceil_div(pattern_size, std::uint64_t{64}) * util::ceil_div(suffixes, lanes);
    return static_cast<double>(words) * static_cast<double>(text_size);
}

void suffix_distances::set_pattern(std::span<std::uint8_t const> const pattern,
                                   std::uint64_t const suffixes,
                                   bool const are_sets)
{
    kernel_ = HWY_DYNAMIC_DISPATCH(describe_suffix_kernel)();
    words_ = util::ceil_div(std::uint64_t{pattern.size()}, std::uint64_t{64});
    groups_ = util::ceil_div(suffixes, kernel_.lanes);
    pattern_size_ = pattern.size();

    std::uint64_t const unused_rows = 64 * words_ - pattern.size();
    code_of_.fill(0);
    match_.assign(words_, 0);
    for (std::uint64_t i = 0; i < pattern.size(); ++i)
    {
        std::uint16_t & code = code_of_[pattern[i]];
        if (code == 0)
        {
            code = static_cast<std::uint16_t>(match_.size() / words_);
            match_.resize(match_.size() + words_, 0);
        }
        std::uint64_t const row = unused_rows + i;
        match_[code * words_ + row / 64] |= std::uint64_t{1} << row % 64;
    }
    if (are_sets)
        match_sets();
}

// Each set matches the rows of all sets of the pattern that it meets.
void suffix_distances::match_sets()
{
    constexpr std::size_t letter_sets{16};
    std::vector<std::uint64_t> const rows = std::exchange(match_, std::vector<std::uint64_t>(letter_sets * words_, 0));
    for (std::size_t set = 0; set < letter_sets; ++set)
        for (std::size_t letter = 0; letter < letter_sets; ++letter)
            if ((set & letter) != 0 && code_of_[letter] != 0)
                for (std::uint64_t word = 0; word < words_; ++word)
                    match_[set * words_ + word] |= rows[code_of_[letter] * words_ + word];
    std::iota(code_of_.begin(), code_of_.begin() + letter_sets, std::uint16_t{0});
}

void suffix_distances::set_text(std::span<std::uint8_t const> const text)
{
    std::uint64_t const columns = util::ceil_div(text.size(), std::size_t{columns_at_once}) * columns_at_once;
    columns_match_.assign(columns, match_.data());
    for (std::uint64_t i = 0; i < text.size(); ++i)
        columns_match_[i] = match_.data() + code_of_[text[i]] * words_;
}

std::span<std::uint64_t const> suffix_distances::compute(std::uint64_t const group,
                                                         std::span<std::uint64_t const> const ends,
                                                         runtime::stop_poll & poll)
{
    std::uint64_t const unused_rows = 64 * words_ - pattern_size_;
    std::uint64_t * const free_rows = resize_words(free_rows_, words_ * kernel_.lanes);
    std::uint64_t * const vertical = resize_words(vertical_, 2 * words_ * kernel_.lanes);
    for (std::uint64_t word = 0; word < words_; ++word)
        for (std::uint64_t lane = 0; lane < kernel_.lanes; ++lane)
        {
            std::uint64_t const rows = std::min(unused_rows + group * kernel_.lanes + lane, 64 * words_);
            std::uint64_t const free = rows <= 64 * word       ? 0
                                     : rows >= 64 * (word + 1) ? ~std::uint64_t{0}
                                                               : (std::uint64_t{1} << rows % 64) - 1;
            free_rows[word * kernel_.lanes + lane] = free;
            vertical[2 * word * kernel_.lanes + lane] = ~free;
            vertical[(2 * word + 1) * kernel_.lanes + lane] = 0;
        }

    // The first column is that before the text, and later the last one of the columns before.
    columns_.resize((max_columns + 1) * kernel_.lanes);
    for (std::uint64_t lane = 0; lane < kernel_.lanes; ++lane)
        columns_[lane] = pattern_size_ - std::min(group * kernel_.lanes + lane, pattern_size_);

    distances_.resize(ends.size() * kernel_.lanes);
    auto end = ends.begin();
    auto const last_end = ends.end();
    for (std::uint64_t begin = 0; end != last_end; begin += max_columns)
    {
        std::uint64_t const columns = std::min<std::uint64_t>(max_columns, columns_match_.size() - begin);
        kernel_.measure(suffix_task{columns_match_.data() + begin,
                                    columns,
                                    words_,
                                    free_rows,
                                    vertical,
                                    columns_.data(),
                                    columns_.data() + kernel_.lanes});
        for (; end != last_end && *end <= begin + columns; ++end)
            std::copy_n(columns_.data() + (*end - begin) * kernel_.lanes,
                        kernel_.lanes,
                        distances_.data() + (end - ends.begin()) * static_cast<std::ptrdiff_t>(kernel_.lanes));
        std::copy_n(columns_.data() + columns * kernel_.lanes, kernel_.lanes, columns_.data());
        poll.add(columns * words_);
    }
    return distances_;
}

} // namespace seqan3_gpulcs::cpu

#endif
