// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/batch/vector_batch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "src/packing/bit_planes.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// The rows are the longer ones: what a column costs beside its rows counts less.
packing::packed_sequence_view const & rows_of(lcs::sequence_pair const & pair) noexcept
{
    return pair.first.size() >= pair.second.size() ? pair.first : pair.second;
}

packing::packed_sequence_view const & columns_of(lcs::sequence_pair const & pair) noexcept
{
    return pair.first.size() >= pair.second.size() ? pair.second : pair.first;
}

bool have_same_letters(lcs::sequence_pair const & one, lcs::sequence_pair const & other) noexcept
{
    return std::ranges::equal(rows_of(one).letters(), rows_of(other).letters())
        && std::ranges::equal(columns_of(one).letters(), columns_of(other).letters());
}

struct extent
{
    std::uint64_t words{};  // Of the longest rows.
    std::uint64_t blocks{}; // Of the longest columns.
};

extent extent_of(std::span<lcs::sequence_pair const * const> const pairs) noexcept
{
    extent largest{};
    for (lcs::sequence_pair const * const pair : pairs)
    {
        largest.words = std::max(largest.words, (rows_of(*pair).size() + 63) / 64);
        largest.blocks = std::max(largest.blocks, (columns_of(*pair).size() + 63) / 64);
    }
    return largest;
}

} // namespace

bool pays_together(std::span<lcs::sequence_pair const * const> const pairs, unsigned const lanes) noexcept
{
    // Alone, a short pair is computed at a quarter of the speed.
    constexpr double least_share{0.3};

    double cells = 0;
    for (lcs::sequence_pair const * const pair : pairs)
        cells += static_cast<double>(pair->first.size()) * static_cast<double>(pair->second.size());
    auto const [words, blocks] = extent_of(pairs);
    return cells >= least_share * static_cast<double>(words * blocks * 64 * 64 * lanes);
}

void vector_batch::compute(std::span<lcs::sequence_pair const * const> const pairs,
                           std::span<std::uint64_t> const lengths)
{
    unsigned const lanes = kernel_.lanes;
    assert(pairs.size() <= lanes && lengths.size() == pairs.size());

    auto const [words, blocks] = extent_of(pairs);
    // Most pairs have the same letters as the one before.
    std::vector<packing::pair_codes> codes{};
    codes.reserve(pairs.size());
    std::array<std::size_t, most_lanes> codes_of{};
    unsigned bits = 1;
    for (std::size_t lane = 0; lane < pairs.size(); ++lane)
    {
        if (lane == 0 || !have_same_letters(*pairs[lane - 1], *pairs[lane]))
            codes.emplace_back(rows_of(*pairs[lane]), columns_of(*pairs[lane]));
        codes_of[lane] = codes.size() - 1;
        bits = std::max(bits, codes.back().bits());
    }
    unsigned const planes = planes_of_kernel(bits);

    lane_block block{};
    block.vertical = reserve_words(vertical_, words * lanes);
    std::uint64_t * const rows = reserve_words(rows_, words * planes * lanes);
    std::uint64_t * const columns = reserve_words(columns_, planes * lanes);
    std::fill_n(block.vertical, words * lanes, ~std::uint64_t{0});
    // What lies behind the rows of a lane has no influence on them.
    std::fill_n(rows, words * planes * lanes, 0);
    std::fill_n(columns, planes * lanes, 0);
    for (unsigned lane = 0; lane < pairs.size(); ++lane)
        for (std::uint64_t row = 0; row < rows_of(*pairs[lane]).size(); row += 64)
            packing::split_into_planes(rows_of(*pairs[lane]),
                                       row,
                                       codes[codes_of[lane]].of_rows(),
                                       planes,
                                       rows + row / 64 * planes * lanes + lane,
                                       lanes);

    aligned_words horizontal{};
    aligned_words valid{};
    block.rows = rows;
    block.words = words;
    block.horizontal = horizontal.words.data();
    block.planes = planes;
    block.find_rare_words(rare_words_, lanes);
    for (unsigned plane = 0; plane < planes; ++plane)
        block.columns[plane] = columns + plane * lanes;

    for (std::uint64_t first = 0; first < blocks * 64; first += 64)
    {
        bool all_valid = true;
        for (unsigned lane = 0; lane < lanes; ++lane)
        {
            std::uint64_t const size = lane < pairs.size() ? columns_of(*pairs[lane]).size() : 0;
            std::uint64_t const count = std::min<std::uint64_t>(64, size - std::min(size, first));
            valid.words[lane] = count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count);
            all_valid = all_valid && count == 64;
            if (count != 0)
                packing::split_into_planes(columns_of(*pairs[lane]),
                                           first,
                                           codes[codes_of[lane]].of_columns(),
                                           planes,
                                           columns + lane,
                                           lanes);
        }
        horizontal.words.fill(0);
        block.valid = all_valid ? nullptr : valid.words.data();
        kernel_.compute(block);
    }

    for (unsigned lane = 0; lane < pairs.size(); ++lane)
    {
        std::uint64_t const size = rows_of(*pairs[lane]).size();
        lengths[lane] = 0;
        for (std::uint64_t row = 0; row < size; row += 64)
        {
            std::uint64_t const in_use = ~std::uint64_t{0} >> (64 - std::min<std::uint64_t>(64, size - row));
            lengths[lane] +=
                static_cast<std::uint64_t>(std::popcount(~block.vertical[row / 64 * lanes + lane] & in_use));
        }
    }
}

} // namespace seqan3_gpulcs::cpu
