// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/tile_columns.hpp"

#include <algorithm>

#include "src/cpu/strip/scalar_strip.hpp"
#include "src/cpu/strip/vector_strip.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::traceback
{

namespace
{

// With fewer rows, the lanes have less to do than they cost.
constexpr std::uint64_t least_lane_rows{512};

} // namespace

void tile_columns::compute(lcs::sequence_pair const & pair,
                           packing::pair_codes const & codes,
                           cpu::matrix_region const & part,
                           std::span<std::uint64_t const> const left,
                           std::span<std::uint64_t const> const top,
                           runtime::task_control & control)
{
    std::uint64_t const row_words = part.row_words();
    word_offsets_.resize(row_words);
    horizontal_.assign(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(part.column_words()));
    // A part may end anywhere; columns behind its end must have no increments.
    if (part.columns() % 64 != 0)
        horizontal_.back() &= ~(~std::uint64_t{0} >> part.columns() % 64);

    if (compute_lanes(pair, codes, part, left.first(row_words)))
        return control.check();

    for (std::size_t word = 0; word < row_words; ++word)
        word_offsets_[word] = word;
    distance_ = row_words;
    std::ranges::copy(left.first(row_words), words());
    cpu::scalar_strip strip;
    for (std::uint64_t row = 0; row < part.rows(); row += plan::strip_rows)
    {
        std::uint64_t const rows = std::min(part.rows() - row, plan::strip_rows);
        std::uint64_t vertical[cpu::strip_words];
        std::copy_n(words() + row / 64, (rows + 63) / 64, vertical);
        strip.load(pair.first, codes, pair.second.letters().size(), part.row_begin + row, rows);
        strip.run(pair.second,
                  part.column_begin,
                  part.columns(),
                  {vertical, horizontal_.data(), words() + row_words + row / 64, row_words});
        control.check();
    }
}

bool tile_columns::compute_lanes(lcs::sequence_pair const & pair,
                                 packing::pair_codes const & codes,
                                 cpu::matrix_region const & part,
                                 std::span<std::uint64_t const> const left)
{
    cpu::lane_kernel const kernel = cpu::choose_lane_kernel();
    unsigned const lanes = kernel.lanes;
    if (lanes < cpu::least_lanes || part.rows() <= least_lane_rows || horizontal_.size() < cpu::least_lane_blocks)
        return false;

    std::size_t const lane_words = (left.size() + lanes - 1) / lanes;
    // The last lanes may have no rows at all.
    std::size_t const steps = horizontal_.size() + (left.size() - 1) / lane_words;
    distance_ = lane_words * lanes;
    if ((1 + steps * 64) * distance_ > size_)
        return false;

    unsigned const planes = cpu::planes_of_kernel(codes.bits());
    cpu::column_planes const columns{pair.second, codes, part, planes, lanes};
    cpu::vector_strip strip{};
    strip.load(pair.first, codes, part.row_begin, left, lane_words, planes, kernel);

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
                      step < horizontal_.size() ? horizontal_[step] : 0,
                      words() + (1 + step * 64) * distance_);
    return true;
}

} // namespace seqan3_gpulcs::traceback
