// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/device_checkpoints.hpp"

#include <algorithm>
#include <span>

#include "cuda/runtime/scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The carries of two blocks become a word.
void join_blocks(tagged_carries const * const blocks, std::span<std::uint64_t> const to) noexcept
{
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = blocks[2 * i] << 32 | (blocks[2 * i + 1] & 0xffff'ffffu);
}

} // namespace

void device_checkpoints::copy(traceback::kept_part const & column, traceback::kept_part const & row)
{
    if (column.words.empty() && row.words.empty())
        return;

    // Pinned memory, and one wait for both: they are short, so the latency of copies counts.
    scoped_device const current{context_.device};
    std::size_t const words = column.words.size();
    // No plan counts it: one row and one column are little.
    std::span<std::uint64_t> const staging =
        buffers_.staging.reserve(with_room<std::uint64_t>(words + 2 * row.words.size()));
    std::span const halves{reinterpret_cast<std::uint32_t *>(staging.data()), 2 * words};
    std::span<tagged_carries> const blocks = staging.subspan(words, 2 * row.words.size());
    auto const copy_part = [&](auto const to, auto const from, std::uint64_t const begin)
    {
        if (!to.empty())
            copy_to_host(to, from.part(begin, to.size()), context_.stream);
    };
    try
    {
        copy_part(halves, buffers_.checkpoint_columns.view(), column.index * layout_.column_words + column.begin / 32);
        copy_part(blocks, buffers_.checkpoint_rows.view(), row.index * layout_.row_words + row.begin / block_columns);
        SEQAN3_GPULCS_CUDA_TRY(cudaStreamSynchronize(context_.stream));
    }
    catch (...)
    {
        context_.is_broken = true;
        throw;
    }
    std::ranges::copy(staging.first(words), column.words.begin());
    join_blocks(blocks.data(), row.words);
}

} // namespace seqan3_gpulcs::cuda
