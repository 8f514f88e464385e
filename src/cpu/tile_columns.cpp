// SPDX-License-Identifier: BSD-3-Clause

#include "tile_columns.hpp"

#include <algorithm>

#include "../packing/common_codes.hpp"
#include "forward_pass.hpp"
#include "lane_strip.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// With fewer rows, the lanes have less to do than they cost.
constexpr std::uint64_t least_lane_rows{512};

} // namespace

void tile_columns::compute(lcs::sequence_pair const & pair,
                           matrix_part const & part,
                           std::span<std::uint64_t const> const left,
                           std::span<std::uint64_t const> const top,
                           run_control & control)
{
    std::uint64_t const row_words = part.row_words();
    word_offsets_.resize(row_words);

    std::vector<std::uint64_t> horizontal(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(part.column_words()));
    // A part may end anywhere; columns behind its end must have no increments.
    if (part.columns() % 64 != 0)
        horizontal.back() &= ~(~std::uint64_t{0} >> part.columns() % 64);

    if (compute_lanes(pair, part, left.first(row_words), horizontal))
        return control.check();

    for (std::size_t word = 0; word < row_words; ++word)
        word_offsets_[word] = word;
    distance_ = row_words;
    std::ranges::copy(left.first(row_words), words());
    std::vector<std::uint64_t> vertical(words(), words() + row_words);
    forward_pass(pair.first,
                 pair.second,
                 part,
                 {vertical, horizontal},
                 {{}, nullptr, nullptr, words() + row_words},
                 1,
                 control,
                 false);
}

bool tile_columns::compute_lanes(lcs::sequence_pair const & pair,
                                 matrix_part const & part,
                                 std::span<std::uint64_t const> const left,
                                 std::span<std::uint64_t const> const horizontal)
{
    unsigned const lanes = useful_lanes();
    if (lanes == 0 || part.rows() <= least_lane_rows || horizontal.size() < least_lane_blocks)
        return false;

    std::size_t const lane_words = (left.size() + lanes - 1) / lanes;
    // The last lanes may have no rows at all.
    std::size_t const steps = horizontal.size() + (left.size() - 1) / lane_words;
    distance_ = lane_words * lanes;
    if ((1 + steps * 64) * distance_ > size_)
        return false;

    packing::common_codes const codes{pair.first, pair.second};
    unsigned const planes = planes_of_kernel(codes.bits());
    column_planes const columns{pair.second, part, planes, lanes};
    lane_strip strip{};
    strip.load(pair.first, codes, part.row_begin, left, lane_words, planes, lanes);

    // A lane has the left border until it comes to its first column, which it does 64 columns later than the one above.
    for (std::size_t word = 0; word < left.size(); ++word)
    {
        std::size_t const lane = word / lane_words;
        word_offsets_[word] = lane * 64 * distance_ + word % lane_words * lanes + lane;
    }
    std::ranges::copy(strip.vertical(), words());
    for (std::size_t step = 0; step < steps; ++step)
        strip.compute(columns,
                      step,
                      step < horizontal.size() ? horizontal[step] : 0,
                      words() + (1 + step * 64) * distance_);
    return true;
}

} // namespace seqan3_gpulcs::cpu
