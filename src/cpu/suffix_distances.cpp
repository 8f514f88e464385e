// SPDX-License-Identifier: BSD-3-Clause

// Vectors whose size only the machine knows cannot be elements of arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/suffix_distances.cpp" // Where the includes of this library begin.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <cstdint>

#include <hwy/highway.h>

#include "column_words-inl.hpp"
#include "suffix_distances.hpp"

namespace seqan3_gpulcs::cpu
{

#ifndef SEQAN3_GPULCS_SUFFIX_TASK
#    define SEQAN3_GPULCS_SUFFIX_TASK

// As many suffixes as there are lanes, along a text.
struct suffix_task
{
    std::uint64_t const * const * match; //!< [column]: the rows that match, [word].
    std::uint64_t columns;               //!< A multiple of columns_at_once.
    std::uint64_t words;                 //!< The words of a column.
    std::uint64_t size;                  //!< The letters of the suffix of lane 0; each lane has one less.
    std::uint64_t const * free_rows;     //!< [word][lane]: the rows that match any letter.
    std::uint64_t * vertical;            //!< [word][0 or 1][lane]: room for the differences of rows.
    std::uint64_t * distances;           //!< [column][lane].
};

inline constexpr unsigned columns_at_once{4};

#endif

} // namespace seqan3_gpulcs::cpu

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

void measure_suffixes(suffix_task const & task)
{
    using tag_t = hn::CappedTag<std::uint64_t, most_lanes>;
    using vector = hn::Vec<tag_t>;
    tag_t const tag{};
    constexpr unsigned lanes = hn::MaxLanes(tag);

    for (std::uint64_t word = 0; word < task.words; ++word)
    {
        hn::Store(hn::Not(hn::Load(tag, task.free_rows + word * lanes)), tag, task.vertical + 2 * word * lanes);
        hn::Store(hn::Zero(tag), tag, task.vertical + (2 * word + 1) * lanes);
    }
    vector score = hn::Sub(hn::Set(tag, task.size), hn::Iota(tag, 0));

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
            column_words<tag_t> rows{};
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

unsigned count_suffix_lanes()
{
    return static_cast<unsigned>(hn::MaxLanes(hn::CappedTag<std::uint64_t, most_lanes>{}));
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::cpu
{

HWY_EXPORT(measure_suffixes);
HWY_EXPORT(count_suffix_lanes);

double suffix_distances::steps(std::uint64_t const pattern_size,
                               std::uint64_t const suffixes,
                               std::uint64_t const text_size) noexcept
{
    std::uint64_t const lanes = HWY_DYNAMIC_DISPATCH(count_suffix_lanes)();
    std::uint64_t const words = (pattern_size + 63) / 64 * ((suffixes + lanes - 1) / lanes);
    return static_cast<double>(words) * static_cast<double>(text_size);
}

void suffix_distances::set_pattern(std::span<std::uint8_t const> const pattern, std::uint64_t const suffixes)
{
    lanes_ = HWY_DYNAMIC_DISPATCH(count_suffix_lanes)();
    words_ = (pattern.size() + 63) / 64;
    groups_ = (suffixes + lanes_ - 1) / lanes_;
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

    std::uint64_t * free_rows = reserve_words(free_rows_, groups_ * words_ * lanes_);
    for (std::uint64_t group = 0; group < groups_; ++group)
        for (std::uint64_t word = 0; word < words_; ++word)
            for (std::uint64_t lane = 0; lane < lanes_; ++lane, ++free_rows)
            {
                std::uint64_t const rows = std::min(unused_rows + group * lanes_ + lane, 64 * words_);
                *free_rows = rows <= 64 * word       ? 0
                           : rows >= 64 * (word + 1) ? ~std::uint64_t{0}
                                                     : (std::uint64_t{1} << rows % 64) - 1;
            }
}

void suffix_distances::compute(std::span<std::uint8_t const> const text)
{
    columns_ = (text.size() + columns_at_once - 1) / columns_at_once * columns_at_once;
    columns_match_.assign(columns_, match_.data());
    for (std::uint64_t i = 0; i < text.size(); ++i)
        columns_match_[i] = match_.data() + code_of_[text[i]] * words_;

    distances_.resize(groups_ * columns_ * lanes_);
    std::uint64_t * const vertical = reserve_words(vertical_, 2 * words_ * lanes_);
    for (std::uint64_t group = 0; group < groups_; ++group)
        HWY_DYNAMIC_DISPATCH(measure_suffixes)
    (suffix_task{columns_match_.data(),
                 columns_,
                 words_,
                 pattern_size_ - group * lanes_,
                 free_rows_.front().words.data() + group * words_ * lanes_,
                 vertical,
                 distances_.data() + group * columns_ * lanes_});
}

} // namespace seqan3_gpulcs::cpu

#endif
