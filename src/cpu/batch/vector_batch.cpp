// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/batch/vector_batch.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <utility>

#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/packing/bit_planes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// The differences along a border, along which letters may cost nothing.
template <std::size_t words>
constexpr std::array<std::uint64_t, words> border_differences(std::array<std::uint64_t, words> const & differences,
                                                              bool const is_free) noexcept
{
    return is_free ? std::array<std::uint64_t, words>{} : differences;
}

} // namespace

template <recurrence recurrence_t>
void vector_batch<recurrence_t>::compute(pairs_t const pairs, std::span<plan::path_end> const found)
{
    assert(pairs.size() <= kernel_.lanes && found.size() == pairs.size());

    load(pairs);
    if (wanted_.with_path)
        begin_kept();
    if (wanted_.ends.second_trailing)
        last_rows_.resize(blocks_ * recurrence_t::carry_words);
    for (std::uint64_t block = 0; block < blocks_; ++block)
    {
        begin_block(pairs, block);
        kernel_.compute(block_);
        if (wanted_.ends.second_trailing)
            std::ranges::copy(horizontal_, &last_rows_[block * horizontal_.size()]);
    }
    for (unsigned lane = 0; lane < pairs.size(); ++lane)
        found[lane] = find_end(lane, pairs[lane]);
}

// Rare letters need planes of their own, but may not occur: what the letters before needed is tried first.
template <recurrence recurrence_t>
void vector_batch<recurrence_t>::load(pairs_t const pairs)
{
    unsigned bits = 1;
    for (lane_pair const & pair : pairs)
        bits = std::max(bits, pair.bits);
    block_.planes = std::min(kernel_planes(bits), expected_planes_);
    if (!load_rows(pairs) || !load_columns(pairs))
    {
        assert(block_.planes < kernel_planes(bits));
        block_.planes = kernel_planes(bits);
        load_rows(pairs);
        load_columns(pairs);
    }
    expected_planes_ = needed_planes();
}

template <recurrence recurrence_t>
unsigned vector_batch<recurrence_t>::needed_planes() const noexcept
{
    auto const is_empty = [](std::span<std::uint64_t const> const words)
    {
        return std::ranges::count(words, 0u) == std::ranges::ssize(words);
    };
    unsigned planes = block_.planes;
    auto const has_letters = [&](unsigned const plane)
    {
        for (std::uint64_t word = 0; word < block_.words; ++word)
            if (!is_empty({block_.rows + (word * block_.planes + plane) * kernel_.lanes, kernel_.lanes}))
                return true;
        for (std::uint64_t block = 0; block < blocks_; ++block)
            if (!is_empty(columns_[block * block_.planes + plane].words))
                return true;
        return false;
    };
    while (planes > frequent_planes && !has_letters(planes - 1))
        --planes;
    return kernel_planes(planes);
}

template <recurrence recurrence_t>
bool vector_batch<recurrence_t>::load_rows(pairs_t const pairs)
{
    unsigned const lanes = kernel_.lanes;
    unsigned const planes = block_.planes;
    std::uint64_t words = 0;
    for (lane_pair const & pair : pairs)
        words = std::max(words, util::ceil_div(rows_of(pair).size(), std::uint64_t{64}));
    block_.words = words;
    block_.vertical = resize_words(vertical_, words * recurrence_t::state_words * lanes);
    auto const left = border_differences(recurrence_t::left_border, wanted_.ends.first_leading);
    for (std::size_t i = 0; i < words * left.size(); ++i)
        std::fill_n(block_.vertical + i * lanes, lanes, left[i % left.size()]);

    // Planes below the rows of a lane do not influence the rows.
    std::uint64_t * const rows = resize_words(rows_, words * planes * lanes);
    std::fill_n(rows, words * planes * lanes, 0);
    bool fit = true;
    for (unsigned lane = 0; lane < pairs.size(); ++lane)
        fit &= packing::split_into_planes(rows_of(pairs[lane]),
                                          {rows + lane, planes, lanes},
                                          std::ptrdiff_t{planes} * lanes);
    block_.rows = rows;
    block_.find_rare_words(rare_words_, lanes);
    if (wanted_.ends.second_trailing)
    {
        for (unsigned lane = 0; lane < pairs.size(); ++lane)
            last_row_bits_.words[lane] = (rows_of(pairs[lane]).size() - 1) % 64;
        block_.last_rows = last_row_bits_.words.data();
    }
    return fit;
}

template <recurrence recurrence_t>
bool vector_batch<recurrence_t>::load_columns(pairs_t const pairs)
{
    unsigned const planes = block_.planes;
    blocks_ = 0;
    for (lane_pair const & pair : pairs)
        blocks_ = std::max(blocks_, util::ceil_div(columns_of(pair).size(), std::uint64_t{64}));
    columns_.assign(blocks_ * planes, {});
    bool fit = true;
    for (unsigned lane = 0; lane < pairs.size() && blocks_ != 0; ++lane)
        fit &= packing::split_into_planes(columns_of(pairs[lane]),
                                          {columns_.front().words.data() + lane, planes, max_lanes},
                                          std::ptrdiff_t{planes} * max_lanes);
    block_.horizontal = horizontal_.front().words.data();
    return fit;
}

template <recurrence recurrence_t>
void vector_batch<recurrence_t>::begin_kept()
{
    std::size_t const kept_words = recurrence_t::kept_words * kernel_.lanes;
    std::uint64_t * const kept =
        resize_words(kept_, std::max<std::size_t>(1, (1 + blocks_ * 64) * block_.words * kept_words));
    kept_offsets_.resize(block_.words);
    for (std::size_t word = 0; word < block_.words; ++word)
        kept_offsets_[word] = word * kept_words;
    if constexpr (recurrence_t::keeps_state)
        std::copy_n(block_.vertical, block_.words * kept_words, kept);
}

template <recurrence recurrence_t>
void vector_batch<recurrence_t>::begin_block(pairs_t const pairs, std::uint64_t const block)
{
    std::uint64_t const first = block * 64;
    auto const above = border_differences(recurrence_t::upper_border, wanted_.ends.second_leading);
    bool all_valid = block_.last_rows == nullptr;
    for (unsigned lane = 0; lane < kernel_.lanes; ++lane)
    {
        std::uint64_t const size = lane < pairs.size() ? columns_of(pairs[lane]).size() : 0;
        std::uint64_t const count = std::min<std::uint64_t>(64, size - std::min(size, first));
        valid_.words[lane] = count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count);
        all_valid = all_valid && count == 64;
        for (unsigned k = 0; k < recurrence_t::carry_words; ++k)
            horizontal_[k].words[lane] = count == 0 ? 0 : above[k] << (64 - count);
    }
    block_.valid = all_valid ? nullptr : valid_.words.data();
    for (unsigned plane = 0; plane < block_.planes; ++plane)
        block_.columns[plane] = columns_[block * block_.planes + plane].words.data();
    if (wanted_.with_path)
        block_.kept =
            kept_.front().words.data() + (1 + first) * block_.words * recurrence_t::kept_words * kernel_.lanes;
}

// The value of the last cell of a lane, if no end is free.
template <recurrence recurrence_t>
std::uint64_t vector_batch<recurrence_t>::last_value(unsigned const lane,
                                                     std::uint64_t const rows,
                                                     std::uint64_t const columns) const noexcept
{
    // The last cell of the row above the first one: a distance grows with each column.
    std::uint64_t value = recurrence_t::upper_border.front() == 0 ? 0 : columns;
    std::uint64_t const * differences = block_.vertical + lane;
    for (std::uint64_t row = 0; row < rows; row += 64)
    {
        std::array<std::uint64_t, recurrence_t::state_words> state;
        for (std::uint64_t & word : state)
            word = *std::exchange(differences, differences + kernel_.lanes);
        std::uint64_t const existing = ~std::uint64_t{0} >> (64 - std::min<std::uint64_t>(64, rows - row));
        value += static_cast<std::uint64_t>(static_cast<std::int64_t>(recurrence_t::vertical_sum(state, existing)));
    }
    return value;
}

// Along the last column and the last row of a lane, as far as the path may end there.
template <recurrence recurrence_t>
plan::path_end vector_batch<recurrence_t>::find_end(unsigned const lane, lane_pair const & pair)
{
    std::uint64_t const rows = rows_of(pair).size();
    std::uint64_t const columns = columns_of(pair).size();
    if (!wanted_.ends.any())
        return {{pair.first.size(), pair.second.size()}, last_value(lane, rows, columns)};

    last_column_.resize(util::ceil_div(rows, std::uint64_t{64}) * recurrence_t::state_words);
    for (std::size_t i = 0; i < last_column_.size(); ++i)
        last_column_[i] = block_.vertical[i * kernel_.lanes + lane];
    if (wanted_.ends.second_trailing)
    {
        last_row_.resize(util::ceil_div(columns, std::uint64_t{64}) * recurrence_t::carry_words);
        for (std::size_t i = 0; i < last_row_.size(); ++i)
            last_row_[i] = last_rows_[i].words[lane];
    }
    return plan::find_path_end(wanted_, {rows, columns}, {last_column_, last_row_});
}

SEQAN3_GPULCS_FOR_RECURRENCES(template class vector_batch);

} // namespace seqan3_gpulcs::cpu
