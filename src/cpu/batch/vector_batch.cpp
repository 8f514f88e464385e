// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/batch/vector_batch.hpp"

#include <algorithm>
#include <cassert>

#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/packing/bit_planes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// The longer sequence has the rows: the overhead of each column counts less then.
packing::packed_sequence_view const & row_sequence(alignment::sequence_pair const & pair) noexcept
{
    return pair.first.size() >= pair.second.size() ? pair.first : pair.second;
}

packing::packed_sequence_view const & column_sequence(alignment::sequence_pair const & pair) noexcept
{
    return pair.first.size() >= pair.second.size() ? pair.second : pair.first;
}

bool have_same_letters(alignment::sequence_pair const & one, alignment::sequence_pair const & other) noexcept
{
    return std::ranges::equal(row_sequence(one).letters(), row_sequence(other).letters())
        && std::ranges::equal(column_sequence(one).letters(), column_sequence(other).letters());
}

struct extent
{
    std::uint64_t words{};  // Of the longest rows.
    std::uint64_t blocks{}; // Of the longest columns.
};

extent max_extent(std::span<alignment::sequence_pair const * const> const pairs) noexcept
{
    extent largest{};
    for (alignment::sequence_pair const * const pair : pairs)
    {
        largest.words = std::max(largest.words, util::ceil_div(row_sequence(*pair).size(), std::uint64_t{64}));
        largest.blocks = std::max(largest.blocks, util::ceil_div(column_sequence(*pair).size(), std::uint64_t{64}));
    }
    return largest;
}

} // namespace

bool worth_batching(std::span<alignment::sequence_pair const * const> const pairs, unsigned const lanes) noexcept
{
    // Alone, a short pair is computed at a quarter of the speed.
    constexpr double min_utilization{0.3};

    double cells = 0;
    for (alignment::sequence_pair const * const pair : pairs)
        cells += static_cast<double>(pair->first.size()) * static_cast<double>(pair->second.size());
    auto const [words, blocks] = max_extent(pairs);
    return cells >= min_utilization * static_cast<double>(words * blocks * 64 * 64 * lanes);
}

template <recurrence recurrence_t>
void vector_batch<recurrence_t>::compute(pairs_t const pairs, std::span<std::uint64_t> const lengths)
{
    assert(pairs.size() <= kernel_.lanes && lengths.size() == pairs.size());

    auto const [words, blocks] = max_extent(pairs);
    find_codes(pairs);
    load_rows(pairs, words);
    for (std::uint64_t block = 0; block < blocks; ++block)
    {
        load_columns(pairs, block * 64);
        kernel_.compute(block_);
    }
    for (unsigned lane = 0; lane < pairs.size(); ++lane)
        lengths[lane] = add_increments(lane, row_sequence(*pairs[lane]).size());
}

template <recurrence recurrence_t>
void vector_batch<recurrence_t>::find_codes(pairs_t const pairs)
{
    codes_.clear();
    unsigned bits = 1;
    for (std::size_t lane = 0; lane < pairs.size(); ++lane)
    {
        // Most pairs have the same letters as the one before.
        if (lane == 0 || !have_same_letters(*pairs[lane - 1], *pairs[lane]))
            codes_.emplace_back(row_sequence(*pairs[lane]), column_sequence(*pairs[lane]));
        code_indices_[lane] = codes_.size() - 1;
        bits = std::max(bits, codes_.back().bits());
    }
    block_.planes = kernel_planes(bits);
}

template <recurrence recurrence_t>
void vector_batch<recurrence_t>::load_rows(pairs_t const pairs, std::uint64_t const words)
{
    unsigned const lanes = kernel_.lanes;
    unsigned const planes = block_.planes;
    block_.words = words;
    block_.vertical = resize_words(vertical_, words * recurrence_t::state_words * lanes);
    for (std::size_t i = 0; i < words * recurrence_t::state_words; ++i)
        std::fill_n(block_.vertical + i * lanes, lanes, recurrence_t::left_border[i % recurrence_t::state_words]);

    // What lies below the rows of a lane does not influence them.
    std::uint64_t * const rows = resize_words(rows_, words * planes * lanes);
    std::fill_n(rows, words * planes * lanes, 0);
    for (unsigned lane = 0; lane < pairs.size(); ++lane)
    {
        packing::recoded_sequence const letters{row_sequence(*pairs[lane]), codes(lane).row_codes()};
        for (std::uint64_t row = 0; row < letters.sequence.size(); row += 64)
            packing::split_into_planes(letters, row, {rows + row / 64 * planes * lanes + lane, planes, lanes});
    }
    block_.rows = rows;
    block_.find_rare_words(rare_words_, lanes);

    columns_ = {};
    block_.horizontal = horizontal_.front().words.data();
    for (unsigned plane = 0; plane < planes; ++plane)
        block_.columns[plane] = columns_[plane].words.data();
}

template <recurrence recurrence_t>
void vector_batch<recurrence_t>::load_columns(pairs_t const pairs, std::uint64_t const first)
{
    bool all_valid = true;
    for (unsigned lane = 0; lane < kernel_.lanes; ++lane)
    {
        std::uint64_t const size = lane < pairs.size() ? column_sequence(*pairs[lane]).size() : 0;
        std::uint64_t const count = std::min<std::uint64_t>(64, size - std::min(size, first));
        valid_.words[lane] = count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count);
        all_valid = all_valid && count == 64;
        for (unsigned k = 0; k < recurrence_t::carry_words; ++k)
            horizontal_[k].words[lane] = count == 0 ? 0 : recurrence_t::upper_border[k] << (64 - count);
        if (count != 0)
            packing::split_into_planes({column_sequence(*pairs[lane]), codes(lane).column_codes()},
                                       first,
                                       {columns_.front().words.data() + lane, block_.planes, max_lanes});
    }
    block_.valid = all_valid ? nullptr : valid_.words.data();
}

// Down the last column of a lane.
template <recurrence recurrence_t>
std::uint64_t vector_batch<recurrence_t>::add_increments(unsigned const lane, std::uint64_t const rows) const noexcept
{
    std::uint64_t sum = 0;
    for (std::uint64_t row = 0; row < rows; row += 64)
    {
        std::array<std::uint64_t, recurrence_t::state_words> state;
        for (unsigned k = 0; k < recurrence_t::state_words; ++k)
            state[k] = block_.vertical[(row / 64 * recurrence_t::state_words + k) * kernel_.lanes + lane];
        sum += recurrence_t::vertical_sum(state, ~std::uint64_t{0} >> (64 - std::min<std::uint64_t>(64, rows - row)));
    }
    return sum;
}

template class vector_batch<lcs_recurrence>;

} // namespace seqan3_gpulcs::cpu
