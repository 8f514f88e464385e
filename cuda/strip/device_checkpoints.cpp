// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/device_checkpoints.hpp"

#include <algorithm>
#include <span>

#include "cuda/runtime/scoped_device.hpp"
#include "cuda/runtime/staging_layout.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "src/util/ceil_div.hpp"

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

// Words of 64 columns of the upper border, as join_blocks() makes them.
void fill_upper_border(std::span<std::uint64_t> const words, recurrence_traits const & traits) noexcept
{
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        std::uint64_t const half = traits.upper_border[i % traits.carry_words];
        words[i] = half << 32 | half;
    }
}

// A part of a column or of a row that is kept.
struct checkpoint_piece
{
    std::uint64_t begin{};            // The first of its words in the memory of the device.
    std::span<std::uint64_t> words{}; // The target of the copy; empty if nothing is wanted.
};

// Copies checkpoints from a device, through pinned memory, and with one wait for all: they are short, so the latency of copies counts.
void copy_checkpoints(stream_context & context,
                      std::span<checkpoint_piece const> const columns,
                      checkpoint_piece const & row,
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
        copy_part(blocks, buffers.handed_over.view(), row.begin);
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

void device_checkpoints::copy(kept_part const & column, kept_part const & row)
{
    checkpoint_layout const & layout = kept_.layout;
    auto const [row_spacing, column_spacing] = layout.grid;
    checkpoint_piece row_piece{};
    if (!row.words.empty())
    {
        // The upper border continues to the right of the columns that were computed.
        kept_rows const & rows = layout.rows[row.index];
        std::uint64_t const remaining = rows.columns.end - std::min(rows.columns.end, row.begin);
        std::size_t const count =
            std::min<std::size_t>(row.words.size(),
                                  util::ceil_div(remaining, std::uint64_t{64}) * layout.traits.carry_words);
        fill_upper_border(row.words.subspan(count), layout.traits);
        row_piece = {layout.carry_words(rows.first_carries + (row.begin - rows.columns.begin) / block_columns),
                     row.words.first(count)};
    }
    for (kept_strips::device const & device : kept_.devices)
    {
        std::vector<checkpoint_piece> pieces{};
        for (kept_part const & piece : device.cut_column(column, layout.traits.state_words))
        {
            kept_rows const & rows = layout.rows[piece.begin / row_spacing];
            std::uint64_t const index = piece.index - rows.columns.begin / column_spacing;
            pieces.push_back(
                {rows.first_kept + index * layout.column_words + layout.state_words(piece.begin % row_spacing),
                 piece.words});
        }
        bool const has_row = !row_piece.words.empty() && device.has((row.index + 1) * row_spacing - 1);
        if (!pieces.empty() || has_row)
            copy_checkpoints(*device.context, pieces, has_row ? row_piece : checkpoint_piece{}, layout.traits);
    }
}

} // namespace seqan3_gpulcs::cuda
