// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/stepped_band.hpp"

#include <algorithm>
#include <ranges>

#include "src/plan/matrix_part.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::plan
{

stepped_band::stepped_band(matrix_cell const & size,
                           plan::metric const metric,
                           std::uint64_t const bound,
                           checkpoint_grid const & grid,
                           std::uint64_t const step_columns) noexcept :
    size_{size},
    bound_{bound},
    rows_of_columns_{size.column, size.row, bound, metric},
    row_unit_{grid.row_spacing == 0 ? part_alignment : grid.row_spacing},
    step_columns_{step_columns}
{}

matrix_region stepped_band::step_at(std::uint64_t const column) const noexcept
{
    if (!bound_)
        return {0, size_.row, 0, size_.column};
    std::uint64_t const begin = column / step_columns_ * step_columns_;
    std::uint64_t const end = begin + std::min(step_columns_, size_.column - begin);
    interval const rows = rows_of_columns_.columns_of({begin, end});
    return {.row_begin = rows.begin / row_unit_ * row_unit_,
            .row_end = std::min(util::ceil_div(rows.end, row_unit_) * row_unit_, size_.row),
            .column_begin = begin,
            .column_end = end};
}

interval stepped_band::columns_of(std::uint64_t const row) const noexcept
{
    auto const steps = std::views::iota(std::uint64_t{0}, util::ceil_div(size_.column, step_columns_));
    auto const first = std::ranges::partition_point(steps,
                                                    [&](std::uint64_t const step)
                                                    {
                                                        return step_at(step * step_columns_).row_end <= row;
                                                    });
    auto const end = std::ranges::partition_point(steps,
                                                  [&](std::uint64_t const step)
                                                  {
                                                      return step_at(step * step_columns_).row_begin <= row;
                                                  });
    return {*first * step_columns_, std::min(*end * step_columns_, size_.column)};
}

double stepped_band::cells() const noexcept
{
    double sum = 0;
    for (std::uint64_t column = 0; column < size_.column; column += step_columns_)
        sum += step_at(column).cells();
    return sum;
}

std::uint64_t choose_step_columns(std::uint64_t const max_indels,
                                  std::uint64_t const spacing,
                                  std::uint64_t const min_columns) noexcept
{
    constexpr std::uint64_t steps_per_width{4};
    std::uint64_t const unit = spacing == 0 ? part_alignment : spacing;
    return util::ceil_div(std::max(max_indels / steps_per_width, min_columns), unit) * unit;
}

} // namespace seqan3_gpulcs::plan
