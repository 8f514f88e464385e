// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/device_checkpoints.hpp"

#include <algorithm>
#include <span>

#include "cuda/runtime/scoped_device.hpp"
#include "cuda/runtime/staging_layout.hpp"
#include "cuda/strip/strip_buffers.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using traceback::kept_part;

// The carries of two blocks become a word.
void join_blocks(tagged_carries const * const blocks,
                 std::span<std::uint64_t> const to,
                 recurrence_traits const & traits) noexcept
{
    unsigned const carry_words = traits.carry_words;
    for (std::size_t i = 0; i < to.size(); ++i)
    {
        auto const k = static_cast<unsigned>(i % carry_words);
        tagged_carries const * const first = blocks + (i - k) * 2 + k;
        to[i] = std::uint64_t{traits.differences(*first, k)} << 32 | traits.differences(first[carry_words], k);
    }
}

} // namespace

std::vector<kept_part> kept_strips::device::cut_column(kept_part const & column, unsigned const state_words) const
{
    std::vector<kept_part> pieces{};
    std::uint64_t const end = column.begin + column.words.size() / state_words * 64;
    for (plan::interval const & some : rows)
    {
        std::uint64_t const first = std::max(column.begin, some.begin);
        std::uint64_t const last = std::min(end, some.end);
        if (first < last)
            pieces.push_back(
                {column.index,
                 first,
                 column.words.subspan((first - column.begin) / 64 * state_words, (last - first) / 64 * state_words)});
    }
    return pieces;
}

bool kept_strips::device::has(std::uint64_t const row) const noexcept
{
    return std::ranges::any_of(rows,
                               [row](plan::interval const & some)
                               {
                                   return some.begin <= row && row < some.end;
                               });
}

void copy_checkpoints(stream_context & context,
                      std::span<checkpoint_piece const> const columns,
                      checkpoint_piece const & row,
                      device_view<tagged_carries> const & rows,
                      recurrence_traits const & traits)
{
    scoped_device const current{context.device};
    auto & buffers = context.get<strip_buffers>();
    std::size_t words = 0;
    for (checkpoint_piece const & piece : columns)
        words += piece.words.size();
    // No plan counts this memory: one row and one column are little.
    staging_layout layout{};
    auto const of_columns = layout.add<std::uint32_t>(2 * words);
    auto const of_row = layout.add<tagged_carries>(2 * row.words.size());
    std::span<std::uint64_t> const staging = buffers.staging.reserve(with_room<std::uint64_t>(layout.words()));
    std::span<std::uint32_t> halves = of_columns.in(staging);
    std::span<tagged_carries> const blocks = of_row.in(staging);
    auto const copy_part = [&](auto const to, auto const from, std::uint64_t const begin)
    {
        if (!to.empty())
            copy_to_host(to, from.part(begin, to.size()), context.stream);
    };
    try
    {
        for (checkpoint_piece const & piece : columns)
        {
            copy_part(halves.first(2 * piece.words.size()), buffers.checkpoint_columns.view(), piece.begin);
            halves = halves.subspan(2 * piece.words.size());
        }
        copy_part(blocks, rows, row.begin);
        SEQAN3_GPULCS_CUDA_TRY(cudaStreamSynchronize(context.stream));
    }
    catch (...)
    {
        context.is_broken = true;
        throw;
    }
    auto from = staging.begin();
    for (checkpoint_piece const & piece : columns)
    {
        std::copy_n(from, piece.words.size(), piece.words.begin());
        from += static_cast<std::ptrdiff_t>(piece.words.size());
    }
    join_blocks(blocks.data(), row.words, traits);
}

void device_checkpoints::copy(kept_part const & column, kept_part const & row)
{
    checkpoint_layout const & layout = kept_.layout;
    std::uint64_t const last_row_above = (row.index + 1) * layout.grid.row_spacing - 1;
    for (kept_strips::device const & device : kept_.devices)
    {
        std::vector<checkpoint_piece> pieces{};
        for (kept_part const & piece : device.cut_column(column, layout.traits.state_words))
            pieces.push_back(
                {piece.index * layout.column_words + piece.begin / 32 * layout.traits.state_words, piece.words});
        checkpoint_piece wanted_row{};
        if (!row.words.empty() && device.has(last_row_above))
            wanted_row = {row.index * layout.row_words + row.begin / block_columns * layout.traits.carry_words,
                          row.words};
        if (!pieces.empty() || !wanted_row.words.empty())
            copy_checkpoints(*device.context,
                             pieces,
                             wanted_row,
                             device.context->get<strip_buffers>().checkpoint_rows.view(),
                             layout.traits);
    }
}

} // namespace seqan3_gpulcs::cuda
