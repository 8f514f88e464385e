// SPDX-License-Identifier: BSD-3-Clause

#include "checkpoints.hpp"

#include <cstring>

#include "scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The carries of two blocks become a word.
void join_blocks(hand_over_word const * const blocks, std::span<std::uint64_t> const to) noexcept
{
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = blocks[2 * i] << 32 | (blocks[2 * i + 1] & 0xffff'ffffu);
}

} // namespace

template <typename value_t>
void device_checkpoints::copy(std::span<value_t> const to, device_view<value_t> const from, std::uint64_t const begin)
{
    scoped_device const current{space_.device};
    try
    {
        copy_to_host(to, from.part(begin, to.size()), space_.work);
        SEQAN3_GPULCS_CUDA_TRY(cudaStreamSynchronize(space_.work));
    }
    catch (...)
    {
        space_.is_broken = true;
        throw;
    }
}

void device_checkpoints::copy_column(std::uint64_t const index,
                                     std::uint64_t const row_begin,
                                     std::span<std::uint64_t> const to)
{
    std::span const halves{reinterpret_cast<std::uint32_t *>(to.data()), 2 * to.size()};
    copy(halves, space_.kept_columns.view(), index * layout_.column_words + row_begin / 32);
}

void device_checkpoints::copy_row(std::uint64_t const index,
                                  std::uint64_t const column_begin,
                                  std::span<std::uint64_t> const to)
{
    blocks_.resize(2 * to.size());
    copy(std::span{blocks_}, space_.kept_rows.view(), index * layout_.row_blocks + column_begin / block_columns);
    join_blocks(blocks_.data(), to);
}

void host_checkpoints::copy_column(std::uint64_t const index,
                                   std::uint64_t const row_begin,
                                   std::span<std::uint64_t> const to)
{
    std::memcpy(to.data(), columns_ + index * layout_.column_words + row_begin / 32, to.size_bytes());
}

void host_checkpoints::copy_row(std::uint64_t const index,
                                std::uint64_t const column_begin,
                                std::span<std::uint64_t> const to)
{
    join_blocks(rows_ + index * layout_.row_blocks + column_begin / block_columns, to);
}

} // namespace seqan3_gpulcs::cuda
