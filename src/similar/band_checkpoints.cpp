// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/band_checkpoints.hpp"

#include <algorithm>

#include "src/plan/matrix_border.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

band_checkpoints::band_checkpoints(plan::checkpoint_grid const & grid,
                                   plan::matrix_cell const & size,
                                   plan::metric const metric,
                                   std::uint64_t const max_bytes) :
    grid_{grid},
    metric_{metric},
    columns_{size.column},
    max_bytes_{max_bytes},
    row_words_{util::ceil_div(std::min(size.row, grid.row_spacing), std::uint64_t{64}) * plan::border_words(metric)},
    blocks_(util::ceil_div(size.row, grid.row_spacing)),
    bytes_{blocks_.size() * sizeof(band_block)}
{}

bool band_checkpoints::take(std::uint64_t const bytes) noexcept
{
    return bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= max_bytes_;
}

bool band_checkpoints::begin_block(std::uint64_t const block, std::uint64_t const begin, std::uint64_t const max_tiles)
{
    if (!take(max_tiles * sizeof(words_t)))
        return false;
    blocks_[block].columns = {begin, begin};
    blocks_[block].tiles = std::make_unique<words_t[]>(max_tiles);
    return true;
}

bool band_checkpoints::add_tile(std::uint64_t const block)
{
    std::uint64_t const words = row_words_ + grid_.column_spacing / 64 * plan::border_words(metric_);
    if (!take(8 * words))
        return false;
    band_block & to = blocks_[block];
    to.tiles[to.tile_count++] = std::make_unique_for_overwrite<std::uint64_t[]>(words);
    return true;
}

void band_checkpoints::copy(traceback::kept_part const & column, traceback::kept_part const & row)
{
    if (!column.words.empty())
    {
        std::uint64_t const block = column.begin / grid_.row_spacing;
        std::uint64_t const tile = column.index - blocks_[block].columns.begin / grid_.column_spacing;
        std::copy_n(this->column(block, tile), column.words.size(), column.words.begin());
    }
    if (!row.words.empty())
    {
        // The border continues to the right of the interval.
        plan::interval const & columns = blocks_[row.index].columns;
        std::uint64_t const remaining = std::max(columns.end, row.begin) - row.begin;
        auto const count = static_cast<std::size_t>(
            std::min<std::uint64_t>(util::ceil_div(remaining, std::uint64_t{64}) * plan::border_words(metric_),
                                    row.words.size()));
        if (count != 0)
            std::copy_n(this->row(row.index, (row.begin - columns.begin) / grid_.column_spacing),
                        count,
                        row.words.begin());
        if (count == row.words.size())
            return;
        plan::fill_upper_border(metric_, row.words.subspan(count));
        std::size_t const words = plan::border_words(metric_);
        if (row.begin + row.words.size() / words * 64 > columns_)
            plan::clear_after_last_column(row.words, columns_, words);
    }
}

} // namespace seqan3_gpulcs::similar
