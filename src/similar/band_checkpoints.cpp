// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/band_checkpoints.hpp"

#include <algorithm>

#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

band_checkpoints::band_checkpoints(plan::checkpoint_grid const & grid, std::uint64_t const rows) : grid_{grid}
{
    blocks_.reserve(util::ceil_div(rows, grid.row_spacing));
}

std::uint64_t band_checkpoints::column_words(std::uint64_t const rows, plan::interval const & columns) const noexcept
{
    return (columns.size() - 1) / grid_.column_spacing * util::ceil_div(rows, std::uint64_t{64});
}

std::uint64_t band_checkpoints::bytes_with(std::uint64_t const rows, plan::interval const & columns) const noexcept
{
    return bytes() + 8 * (column_words(rows, columns) + util::ceil_div(columns.size(), std::uint64_t{64}));
}

cpu::kept_increments band_checkpoints::add_block(std::uint64_t const rows, plan::interval const & columns)
{
    std::uint64_t const row_words = util::ceil_div(rows, std::uint64_t{64});
    std::uint64_t const words = column_words(rows, columns);
    blocks_.push_back({columns, row_words, std::make_unique_for_overwrite<std::uint64_t[]>(words), {}});
    bytes_ += words * 8;
    return {.grid = {0, grid_.column_spacing}, .columns = blocks_.back().kept_columns.get(), .column_words = row_words};
}

void band_checkpoints::keep_row(std::span<std::uint64_t const> const carries)
{
    blocks_.back().last_row.assign(carries.begin(), carries.end());
    bytes_ += carries.size_bytes();
}

void band_checkpoints::copy(traceback::kept_part const & column, traceback::kept_part const & row)
{
    if (!column.words.empty())
    {
        band_block const & block = blocks_[column.begin / grid_.row_spacing];
        std::uint64_t const index = column.index - block.columns.begin / grid_.column_spacing;
        std::copy_n(block.kept_columns.get() + index * block.row_words, column.words.size(), column.words.begin());
    }
    if (!row.words.empty())
    {
        // To the right of the interval there are no increments.
        band_block const & block = blocks_[row.index];
        std::uint64_t const begin = (row.begin - block.columns.begin) / 64;
        std::span<std::uint64_t const> const kept{block.last_row};
        auto const found = kept.subspan(std::min<std::uint64_t>(begin, kept.size()));
        std::size_t const count = std::min(found.size(), row.words.size());
        std::ranges::copy(found.first(count), row.words.begin());
        std::ranges::fill(row.words.subspan(count), cpu::lcs_recurrence::upper_border[0]);
    }
}

} // namespace seqan3_gpulcs::similar
