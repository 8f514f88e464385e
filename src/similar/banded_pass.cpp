// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/banded_pass.hpp"

#include <algorithm>
#include <bit>

#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/plan/thread_plan.hpp"
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

banded_pass::banded_pass(lcs::sequence_pair const & pair, unsigned const threads, runtime::task_control & control) :
    pair_{pair},
    threads_{threads},
    control_{control},
    horizontal_(util::ceil_div(pair.second.size(), word_columns))
{}

std::uint64_t
banded_pass::bytes(lcs::sequence_pair const & pair, std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    auto const words = [](std::uint64_t const letters)
    {
        return util::ceil_div(letters, word_columns);
    };
    unsigned const planes = cpu::kernel_planes(packing::pair_codes{pair.first, pair.second}.bits());
    return 8 * (words(pair.second.size()) + words(rows) + planes * (words(columns) + 2 * cpu::max_lanes));
}

void banded_pass::compute(std::uint64_t const rows,
                          plan::interval const & columns,
                          cpu::kept_increments const & kept,
                          bool const reports_progress)
{
    first_value_ += count_matches_until(columns.begin);
    if (columns.end < columns_.end)
        std::fill(horizontal_.begin() + static_cast<std::ptrdiff_t>(columns.end / word_columns),
                  horizontal_.begin() + static_cast<std::ptrdiff_t>(util::ceil_div(columns_.end, word_columns)),
                  0);

    plan::matrix_region const region{row_, row_ + rows, columns.begin, columns.end};
    vertical_.assign(region.row_words(), cpu::lcs_recurrence::left_border[0]);
    cpu::forward_pass<cpu::lcs_recurrence>(
        {pair_.first,
         pair_.second,
         region,
         {vertical_, std::span{horizontal_}.subspan(columns.begin / word_columns, region.column_words())},
         kept},
        plan::useful_threads(rows, columns.size(), threads_),
        control_,
        reports_progress);
    if (reports_progress)
        control_.add_cells(static_cast<double>(rows) * static_cast<double>(pair_.second.size() - columns.size()));
    row_ += rows;
    columns_ = columns;
    cells_ += static_cast<double>(rows) * static_cast<double>(columns.size());
}

std::optional<plan::interval> banded_pass::next_columns(std::uint64_t const bound,
                                                        std::uint64_t const rows,
                                                        std::uint64_t const granularity) const noexcept
{
    std::uint64_t const size = pair_.second.size();
    std::uint64_t const rows_left = pair_.first.size() - row_;
    // Whether a cell may be on such a path: one of those from a column on that have at most this value.
    auto const may_suffice = [&](std::uint64_t const value, std::uint64_t const column)
    {
        return value + std::min(rows_left, size - column) >= bound;
    };

    std::span const words = carries();
    auto const column_of = [&](std::size_t const word)
    {
        return columns_.begin + word * word_columns;
    };
    std::size_t first = 0;
    std::uint64_t value = first_value_;
    for (; first < words.size(); ++first)
    {
        auto const ones = static_cast<std::uint64_t>(std::popcount(words[first]));
        if (may_suffice(value + ones, column_of(first)))
            break;
        value += ones;
    }
    std::size_t last = words.size();
    value = last_value();
    if (!may_suffice(value, columns_.end))
    {
        if (first == last)
            return std::nullopt;
        for (--last; last > first && !may_suffice(value, column_of(last)); --last)
            value -= static_cast<std::uint64_t>(std::popcount(words[last]));
    }

    // A cell of the first column would have no cell to its left.
    std::uint64_t const first_column = first == 0 ? columns_.begin : column_of(first - 1);
    std::uint64_t const begin = std::max(columns_.begin, first_column / granularity * granularity);
    // The remaining columns, and the rows below, may all match.
    std::uint64_t const end = std::min(size, size + value + rows - std::min(bound, size + value + rows));
    return plan::interval{begin, std::min(size, util::ceil_div(std::max(end, begin + 1), word_columns) * word_columns)};
}

std::uint64_t banded_pass::last_value() const noexcept
{
    return first_value_ + count_ones(carries());
}

std::span<std::uint64_t const> banded_pass::carries() const noexcept
{
    std::uint64_t const begin = columns_.begin / word_columns;
    return std::span{horizontal_}.subspan(begin, util::ceil_div(columns_.end, word_columns) - begin);
}

// From the begin of the last interval.
std::uint64_t banded_pass::count_matches_until(std::uint64_t const column) const noexcept
{
    std::uint64_t const begin = columns_.begin / word_columns;
    return count_ones(std::span{horizontal_}.subspan(begin, column / word_columns - begin));
}

} // namespace seqan3_gpulcs::similar
