// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/tile_columns.hpp"

#include <algorithm>

#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/strip/scalar_strip.hpp"
#include "src/cpu/strip/vector_strip.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::traceback
{

namespace
{

// With fewer rows, vectors cost more than they save.
constexpr std::uint64_t min_vector_rows{512};

} // namespace

void tile_columns::compute(alignment::sequence_pair const & pair,
                           packing::pair_codes const & codes,
                           plan::matrix_region const & part,
                           tile_borders const & borders,
                           runtime::task_control & control)
{
    std::uint64_t const row_words = part.row_words();
    std::span<std::uint64_t const> const left = borders.left.first(row_words);
    std::span<std::uint64_t const> const top = borders.top.first(part.column_words());
    word_offsets_.resize(row_words);
    horizontal_.assign(top.begin(), top.end());
    // A part may end anywhere; columns after its end must have no increments.
    if (part.columns() % 64 != 0)
        horizontal_.back() &= ~(~std::uint64_t{0} >> part.columns() % 64);

    if (compute_vectors(pair, codes, part, left))
        return control.check();

    for (std::size_t word = 0; word < row_words; ++word)
        word_offsets_[word] = word;
    distance_ = row_words;
    std::ranges::copy(left, words());
    cpu::scalar_strip<cpu::lcs_recurrence> strip{};
    for (std::uint64_t row = 0; row < part.rows(); row += plan::strip_rows)
    {
        std::uint64_t const rows = std::min(part.rows() - row, plan::strip_rows);
        std::uint64_t vertical[cpu::strip_words];
        std::copy_n(words() + row / 64, util::ceil_div(rows, std::uint64_t{64}), vertical);
        strip.load(pair.first, codes, pair.second.letters().size(), part.row_begin + row, rows);
        strip.run(pair.second,
                  part.column_begin,
                  part.columns(),
                  {vertical, horizontal_.data(), words() + row_words + row / 64, row_words});
        control.check();
    }
}

bool tile_columns::compute_vectors(alignment::sequence_pair const & pair,
                                   packing::pair_codes const & codes,
                                   plan::matrix_region const & part,
                                   std::span<std::uint64_t const> const left)
{
    cpu::vector_kernel const kernel = cpu::choose_vector_kernel<cpu::lcs_recurrence>();
    unsigned const lanes = kernel.lanes;
    if (lanes < cpu::min_lanes || part.rows() <= min_vector_rows || horizontal_.size() < cpu::min_vector_blocks)
        return false;

    std::size_t const lane_words = util::ceil_div(left.size(), std::size_t{lanes});
    // The last lanes may have no rows at all.
    std::size_t const steps = horizontal_.size() + (left.size() - 1) / lane_words;
    distance_ = lane_words * lanes;
    if ((1 + steps * 64) * distance_ > size_)
        return false;

    unsigned const planes = cpu::kernel_planes(codes.bits());
    cpu::column_planes const columns{{pair.second, codes.column_codes()}, part, planes, lanes};
    cpu::vector_strip<cpu::lcs_recurrence> strip{kernel, planes};
    strip.load({pair.first, codes.row_codes()}, part.row_begin, left, lane_words);

    // A lane has the left border until it comes to its first column, 64 columns later than the one above.
    for (std::size_t word = 0; word < left.size(); ++word)
    {
        std::size_t const lane = word / lane_words;
        word_offsets_[word] = lane * 64 * distance_ + word % lane_words * lanes + lane;
    }
    std::ranges::copy(strip.vertical(), words());
    for (std::size_t step = 0; step < steps; ++step)
        strip.compute(columns,
                      step,
                      step < horizontal_.size() ? &horizontal_[step] : nullptr,
                      words() + (1 + step * 64) * distance_);
    return true;
}

} // namespace seqan3_gpulcs::traceback
