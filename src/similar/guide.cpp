// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/guide.hpp"

#include <algorithm>

namespace seqan3_gpulcs::similar
{

guide::guide(std::span<seed const> const chain, std::uint64_t const rows, std::uint64_t const columns)
{
    corners_.reserve(2 * chain.size() + 2);
    corners_.push_back({0, 0});
    for (seed const & one : chain)
    {
        corners_.push_back({one.first, one.second});
        corners_.push_back({one.first + one.length, one.second + one.length});
    }
    corners_.push_back({rows, columns});
}

plan::interval guide::columns_of(plan::interval const & rows, std::uint64_t const margin) const noexcept
{
    std::uint64_t const begin = columns_at(rows.begin).begin;
    std::uint64_t const end = columns_at(rows.end).end + margin;
    return {begin - std::min(begin, margin), std::min(end, corners_.back().column)};
}

plan::interval guide::columns_at(std::uint64_t const row) const noexcept
{
    // The corners around the row; several may lie in it.
    auto const after = std::ranges::upper_bound(corners_, row, {}, &corner::row);
    auto const from = std::ranges::lower_bound(corners_, row, {}, &corner::row);
    if (from != after)
        return {from->column, (after - 1)->column};
    corner const & before = *(from - 1);
    std::uint64_t const along_first = before.column + (row - before.row);
    std::uint64_t const along_second = after->column - std::min(after->column, after->row - row);
    auto const limited = [&](std::uint64_t const column)
    {
        return std::clamp(column, before.column, after->column);
    };
    return {limited(std::min(along_first, along_second)), limited(std::max(along_first, along_second))};
}

} // namespace seqan3_gpulcs::similar
