// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/kept_band.hpp"

#include <algorithm>
#include <array>

#include "cuda/strip/device_checkpoints.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

void kept_band::copy(traceback::kept_part const & column, traceback::kept_part const & row)
{
    auto const [row_spacing, column_spacing] = plan_.checkpoints;
    checkpoint_piece wanted_column{};
    if (!column.words.empty())
    {
        kept_band_rows const & rows = plan_.kept_rows[column.begin / row_spacing];
        std::uint64_t const index = column.index - rows.columns.begin / column_spacing;
        wanted_column = {rows.first_kept + index * (row_spacing / 32) + column.begin % row_spacing / 32, column.words};
    }
    checkpoint_piece wanted_row{};
    if (!row.words.empty())
    {
        // To the right of the columns that were computed nothing grows.
        kept_band_rows const & rows = plan_.kept_rows[row.index];
        std::uint64_t const left = rows.columns.end - std::min(rows.columns.end, row.begin);
        std::size_t const count = std::min<std::size_t>(row.words.size(), util::ceil_div(left, std::uint64_t{64}));
        std::ranges::fill(row.words.subspan(count), 0);
        wanted_row = {rows.first_carries + (row.begin - rows.columns.begin) / block_columns, row.words.first(count)};
    }
    copy_checkpoints(context_, std::array{wanted_column}, wanted_row, context_.get<strip_buffers>().handed_over.view());
}

} // namespace seqan3_gpulcs::cuda
