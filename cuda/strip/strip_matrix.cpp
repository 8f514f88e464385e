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

checkpoint_buffers describe_checkpoints(checkpoint_layout const & layout,
                                        kernel_shape const & shape,
                                        std::uint32_t * const columns,
                                        tagged_carries * const rows) noexcept
{
    return {.columns = columns,
            .rows = rows,
            .column_words = layout.column_words,
            .row_words = layout.row_words,
            .column_spacing = layout.grid.column_spacing,
            .strip_spacing = static_cast<unsigned>(layout.grid.row_spacing / shape.strip_rows()),
            .column_count = layout.columns};
}

} // namespace seqan3_gpulcs::cuda
