// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/banded_pass.hpp"

#include <algorithm>
#include <bit>

#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/cpu/strip/forward_pass.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

constexpr std::uint64_t word_columns{64};

std::uint64_t count_ones(std::span<std::uint64_t const> const words) noexcept
{
    std::uint64_t ones = 0;
    for (std::uint64_t const word : words)
        ones += static_cast<std::uint64_t>(std::popcount(word));
    return ones;
}

} // namespace

banded_pass::banded_pass(alignment::sequence_pair const & pair,
                         plan::matrix_region const & part,
                         runtime::task_control & control) :
    pair_{pair},
    part_{part},
    control_{control},
    row_{part.row_begin},
    columns_{part.column_begin, part.column_begin},
    horizontal_(part.column_words(), cpu::lcs_recurrence::upper_border[0])
{}

std::uint64_t banded_pass::bytes(alignment::sequence_pair const & pair,
                                 plan::matrix_region const & part,
                                 std::uint64_t const rows,
                                 std::uint64_t const columns) noexcept
{
    auto const words = [](std::uint64_t const letters)
    {
        return util::ceil_div(letters, word_columns);
    };
    unsigned const planes = cpu::kernel_planes(packing::pair_codes{pair.first, pair.second}.bits());
    return 8 * (part.column_words() + words(rows) + planes * (words(columns) + 2 * cpu::max_lanes));
}

void banded_pass::compute(std::uint64_t const rows, plan::interval const & columns)
{
    first_value_ += count_ones(carries_of({columns_.begin, columns.begin}));
    if (columns.end < columns_.end)
        std::ranges::fill(carries_of({columns.end, columns_.end}), cpu::lcs_recurrence::upper_border[0]);

    plan::matrix_region const region{row_, row_ + rows, columns.begin, columns.end};
    vertical_.assign(region.row_words(), cpu::lcs_recurrence::left_border[0]);
    cpu::forward_pass<cpu::lcs_recurrence>({pair_.first, pair_.second, region, {vertical_, carries_of(columns)}, {}},
                                           1,
                                           control_,
                                           false);
    row_ += rows;
    columns_ = columns;
    cells_ += static_cast<double>(rows) * static_cast<double>(columns.size());
}

std::uint64_t banded_pass::last_value() const noexcept
{
    return first_value_ + count_ones(carries());
}

std::span<std::uint64_t const> banded_pass::carries() const noexcept
{
    plan::interval const words = words_of(columns_);
    return std::span{horizontal_}.subspan(words.begin, words.size());
}

plan::interval banded_pass::words_of(plan::interval const & columns) const noexcept
{
    return {(columns.begin - part_.column_begin) / word_columns,
            util::ceil_div(columns.end - part_.column_begin, word_columns)};
}

std::span<std::uint64_t> banded_pass::carries_of(plan::interval const & columns) noexcept
{
    plan::interval const words = words_of(columns);
    return std::span{horizontal_}.subspan(words.begin, words.size());
}

} // namespace seqan3_gpulcs::similar
