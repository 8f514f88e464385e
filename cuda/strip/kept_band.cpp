// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/kept_band.hpp"

#include <algorithm>

#include "cuda/strip/strip_buffers.hpp"
#include "cuda/strip/strip_waves.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// Words of 64 columns, as join_blocks() makes them.
void fill_upper_border(std::span<std::uint64_t> const words, recurrence_traits const & traits) noexcept
{
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        std::uint64_t const half = traits.upper_border[i % traits.carry_words];
        words[i] = half << 32 | half;
    }
}

} // namespace

kept_band::kept_band(band_plan const & plan, context_team const & team) : plan_{plan}
{
    std::uint64_t const strip_rows = plan.shape.strip_rows();
    strip_waves const waves{plan.wave_strips, static_cast<unsigned>(plan.strips.size()), true};
    for (std::size_t i = 0; i < std::max<std::size_t>(plan.wave_strips.size(), 1); ++i)
    {
        devices_.push_back({team.all()[i], {}});
        for (plan::interval const & strips : waves.strips_of(i))
            devices_.back().rows.push_back({strips.begin * strip_rows, strips.end * strip_rows});
    }
}

void kept_band::copy(traceback::kept_part const & column, traceback::kept_part const & row)
{
    auto const [row_spacing, column_spacing] = plan_.checkpoints;
    recurrence_traits const & traits = plan_.recurrence->traits;
    checkpoint_piece row_piece{};
    if (!row.words.empty())
    {
        // The upper border continues to the right of the columns that were computed.
        kept_band_rows const & rows = plan_.kept_rows[row.index];
        std::uint64_t const remaining = rows.columns.end - std::min(rows.columns.end, row.begin);
        std::size_t const count =
            std::min<std::size_t>(row.words.size(), util::ceil_div(remaining, std::uint64_t{64}) * traits.carry_words);
        fill_upper_border(row.words.subspan(count), traits);
        row_piece = {plan_.carry_words(rows.first_carries + (row.begin - rows.columns.begin) / block_columns),
                     row.words.first(count)};
    }
    for (kept_strips::device const & device : devices_)
    {
        std::vector<checkpoint_piece> pieces{};
        for (traceback::kept_part const & piece : device.cut_column(column, traits.state_words))
        {
            kept_band_rows const & rows = plan_.kept_rows[piece.begin / row_spacing];
            std::uint64_t const index = piece.index - rows.columns.begin / column_spacing;
            pieces.push_back(
                {rows.first_kept + index * plan_.kept_column_words() + plan_.state_words(piece.begin % row_spacing),
                 piece.words});
        }
        bool const has_row = !row_piece.words.empty() && device.has((row.index + 1) * row_spacing - 1);
        if (!pieces.empty() || has_row)
            copy_checkpoints(*device.context,
                             pieces,
                             has_row ? row_piece : checkpoint_piece{},
                             device.context->get<strip_buffers>().handed_over.view(),
                             traits);
    }
}

} // namespace seqan3_gpulcs::cuda
