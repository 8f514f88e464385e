// SPDX-License-Identifier: BSD-3-Clause

#include "src/traceback/tile_columns.hpp"

#include <algorithm>

#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/cpu/strip/scalar_strip.hpp"
#include "src/cpu/strip/vector_strip.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::traceback
{

namespace
{

// If there are fewer rows, vectors cost more than they save.
constexpr std::uint64_t min_vector_rows{512};

} // namespace

template <cpu::recurrence recurrence_t>
void tile_columns::compute(alignment::sequence_pair const & pair,
                           packing::pair_codes const & codes,
                           plan::matrix_region const & part,
                           tile_borders const & borders,
                           runtime::task_control & control)
{
    constexpr unsigned state_words = recurrence_t::state_words;
    constexpr unsigned kept_words = recurrence_t::kept_words;
    std::uint64_t const row_words = part.row_words();
    std::span<std::uint64_t const> const left = borders.left.first(row_words * state_words);
    std::span<std::uint64_t const> const top = borders.top.first(part.column_words() * recurrence_t::carry_words);
    word_offsets_.resize(row_words);
    horizontal_.assign(top.begin(), top.end());
    // A part may end anywhere.
    plan::clear_after_last_column(horizontal_, part.columns(), recurrence_t::carry_words);

    if (compute_vectors<recurrence_t>(pair, codes, part, left))
    {
        vertical_.clear();
        horizontal_.clear();
        return control.check();
    }

    for (std::size_t word = 0; word < row_words; ++word)
        word_offsets_[word] = word * kept_words;
    distance_ = row_words * kept_words;
    word_distance_ = 1;
    if constexpr (recurrence_t::keeps_state)
        std::ranges::copy(left, words());
    vertical_.assign(left.begin(), left.end());
    cpu::scalar_strip<recurrence_t> strip{};
    for (std::uint64_t row = 0; row < part.rows(); row += plan::strip_rows)
    {
        std::uint64_t const rows = std::min(part.rows() - row, plan::strip_rows);
        strip.load(pair.first, codes, pair.second.letters().size(), part.row_begin + row, rows);
        strip.run(pair.second,
                  part.column_begin,
                  part.columns(),
                  {vertical_.data() + row / 64 * state_words,
                   horizontal_.data(),
                   words() + distance_ + row / 64 * kept_words,
                   distance_});
        control.check();
    }
}

template <cpu::recurrence recurrence_t>
bool tile_columns::compute_vectors(alignment::sequence_pair const & pair,
                                   packing::pair_codes const & codes,
                                   plan::matrix_region const & part,
                                   std::span<std::uint64_t const> const left)
{
    constexpr unsigned kept_words = recurrence_t::kept_words;
    constexpr unsigned carry_words = recurrence_t::carry_words;
    cpu::vector_kernel const kernel = cpu::choose_vector_kernel<recurrence_t>();
    unsigned const lanes = kernel.lanes;
    std::size_t const row_words = part.row_words();
    std::size_t const blocks = part.column_words();
    if (lanes < cpu::min_lanes(recurrence_t::metric) || part.rows() <= min_vector_rows
        || blocks < cpu::min_vector_blocks)
        return false;

    std::size_t const lane_words = util::ceil_div(row_words, std::size_t{lanes});
    // The last lanes may have no rows at all.
    std::size_t const steps = blocks + (row_words - 1) / lane_words;
    distance_ = lane_words * kept_words * lanes;
    word_distance_ = lanes;
    if ((1 + steps * 64) * distance_ > size_)
        return false;

    unsigned const planes = cpu::kernel_planes(codes.bits());
    cpu::column_planes const columns{{pair.second, codes.column_codes()}, part, planes, lanes};
    cpu::vector_strip<recurrence_t> strip{kernel, planes};
    strip.load({pair.first, codes.row_codes()}, part.row_begin, left, lane_words);

    // A lane has the left border until it comes to its first column, 64 columns later than the one above.
    for (std::size_t word = 0; word < row_words; ++word)
    {
        std::size_t const lane = word / lane_words;
        word_offsets_[word] = lane * 64 * distance_ + word % lane_words * kept_words * lanes + lane;
    }
    if constexpr (recurrence_t::keeps_state)
        std::ranges::copy(strip.vertical(), words());
    for (std::size_t step = 0; step < steps; ++step)
        strip.compute(columns,
                      step,
                      step < blocks ? &horizontal_[step * carry_words] : nullptr,
                      words() + (1 + step * 64) * distance_);
    return true;
}

SEQAN3_GPULCS_FOR_RECURRENCES(template void tile_columns::compute,
                              (alignment::sequence_pair const &,
                               packing::pair_codes const &,
                               plan::matrix_region const &,
                               tile_borders const &,
                               runtime::task_control &));

} // namespace seqan3_gpulcs::traceback
