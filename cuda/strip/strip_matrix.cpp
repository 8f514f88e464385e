// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_matrix.hpp"

#include <algorithm>

#include "src/packing/common_codes.hpp"

namespace seqan3_gpulcs::cuda
{

strip_matrix describe_matrix(packing::packed_sequence_view const & rows,
                             packing::packed_sequence_view const & columns,
                             kernel_shape const & shape)
{
    strip_matrix matrix{};
    matrix.rows.size = rows.size();
    matrix.rows.bits = rows.bits_per_letter();
    std::ranges::copy(packing::common_codes{rows, columns}.row_codes(), matrix.rows.text_code);
    matrix.columns = columns.size();
    matrix.letters = static_cast<unsigned>(columns.letters().size());
    matrix.strips = static_cast<unsigned>(util::ceil_div<std::uint64_t>(rows.size(), shape.strip_rows()));
    return matrix;
}

void place_checkpoints(strip_matrix & matrix,
                       checkpoint_layout const & layout,
                       kernel_shape const & shape,
                       tagged_carries * const handed_over,
                       std::uint32_t * const columns) noexcept
{
    matrix.handed_over = handed_over;
    if (layout.rows.empty())
        return;
    std::uint64_t const first_row = layout.rows.front().first_carries;
    std::uint64_t const row_blocks = layout.rows.size() == 1 ? 0 : layout.rows[1].first_carries - first_row;
    matrix.checkpoints = {.columns = columns,
                          .rows = handed_over + layout.carry_words(first_row),
                          .column_words = layout.column_words,
                          .row_words = layout.carry_words(row_blocks),
                          .column_spacing = layout.grid.column_spacing,
                          .strip_spacing = static_cast<unsigned>(layout.grid.row_spacing / shape.strip_rows())};
}

} // namespace seqan3_gpulcs::cuda
