// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/banded_pass.hpp"

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/similar/band_differences.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

constexpr std::uint64_t word_columns{64};

} // namespace

template <cpu::recurrence recurrence_t>
banded_pass<recurrence_t>::banded_pass(alignment::sequence_pair const & pair,
                                       plan::matrix_region const & part,
                                       runtime::task_control & control) :
    pair_{pair},
    part_{part},
    control_{control},
    row_{part.row_begin},
    columns_{part.column_begin, part.column_begin},
    horizontal_{plan::upper_border(recurrence_t::metric, part.columns())}
{}

template <cpu::recurrence recurrence_t>
std::uint64_t banded_pass<recurrence_t>::bytes(alignment::sequence_pair const & pair,
                                               plan::matrix_region const & part,
                                               std::uint64_t const rows,
                                               std::uint64_t const columns) noexcept
{
    auto const words = [](std::uint64_t const letters)
    {
        return util::ceil_div(letters, word_columns);
    };
    unsigned const planes = cpu::kernel_planes(packing::pair_codes{pair.first, pair.second}.bits());
    return 8
         * (part.column_words() * recurrence_t::carry_words + words(rows) * recurrence_t::state_words
            + planes * (words(columns) + 2 * cpu::max_lanes));
}

template <cpu::recurrence recurrence_t>
void banded_pass<recurrence_t>::compute(std::uint64_t const rows, plan::interval const & columns)
{
    first_value_ +=
        distance_along<recurrence_t>(carries_of({columns_.begin, columns.begin}), columns.begin - columns_.begin);
    if (columns.end < columns_.end)
    {
        fill_border(carries_of({columns.end, columns_.end}), recurrence_t::upper_border);
        plan::clear_after_last_column(horizontal_, part_.columns(), recurrence_t::carry_words);
    }

    plan::matrix_region const region{row_, row_ + rows, columns.begin, columns.end};
    vertical_.resize(region.row_words() * recurrence_t::state_words);
    fill_border(vertical_, recurrence_t::left_border);
    cpu::forward_pass<recurrence_t>({pair_.first, pair_.second, region, {vertical_, carries_of(columns)}, {}},
                                    1,
                                    control_,
                                    false);
    first_value_ += static_cast<std::int64_t>(rows);
    row_ += rows;
    columns_ = columns;
    cells_ += static_cast<double>(rows) * static_cast<double>(columns.size());
}

template <cpu::recurrence recurrence_t>
std::uint64_t banded_pass<recurrence_t>::distance() const noexcept
{
    std::int64_t const last_value = first_value_ + distance_along<recurrence_t>(carries(), columns_.size());
    return static_cast<std::uint64_t>(last_value) + (part_.column_end - columns_.end);
}

template <cpu::recurrence recurrence_t>
std::span<std::uint64_t const> banded_pass<recurrence_t>::carries() const noexcept
{
    plan::interval const words = words_of(columns_);
    return std::span{horizontal_}.subspan(words.begin, words.size());
}

template <cpu::recurrence recurrence_t>
plan::interval banded_pass<recurrence_t>::words_of(plan::interval const & columns) const noexcept
{
    return {(columns.begin - part_.column_begin) / word_columns * recurrence_t::carry_words,
            util::ceil_div(columns.end - part_.column_begin, word_columns) * recurrence_t::carry_words};
}

template <cpu::recurrence recurrence_t>
std::span<std::uint64_t> banded_pass<recurrence_t>::carries_of(plan::interval const & columns) noexcept
{
    plan::interval const words = words_of(columns);
    return std::span{horizontal_}.subspan(words.begin, words.size());
}

template class banded_pass<cpu::lcs_recurrence>;
template class banded_pass<cpu::edit_recurrence>;

} // namespace seqan3_gpulcs::similar
