// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/path_end.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "src/util/border_words.hpp"

namespace seqan3_gpulcs::plan
{

namespace
{

// A cell of a border, by the number of letters before it.
struct border_cell
{
    std::int64_t value{};
    std::uint64_t index{};
};

// Follows a border from its first cell, and keeps the best one so far.
class border_scan
{
public:
    border_scan(std::int64_t const value, end_choice const choice) noexcept :
        value_{value},
        // What a cell may add to the best value to replace it.
        tolerance_{choice == end_choice::last},
        best_{value, 0}
    {}

    // Up to 64 cells, by their differences; the first one is lowest.
    void add(std::uint64_t const plus, std::uint64_t const minus, unsigned const count) noexcept
    {
        if (value_ - std::popcount(minus) < best_.value + tolerance_)
            return add_each(plus, minus, count);
        value_ += std::popcount(plus) - std::popcount(minus);
        size_ += count;
    }

    std::int64_t value() const noexcept
    {
        return value_;
    }

    border_cell const & best() const noexcept
    {
        return best_;
    }

private:
    void add_each(std::uint64_t const plus, std::uint64_t const minus, unsigned const count) noexcept
    {
        for (unsigned i = 0; i < count; ++i)
        {
            value_ += static_cast<std::int64_t>(plus >> i & 1) - static_cast<std::int64_t>(minus >> i & 1);
            ++size_;
            if (value_ < best_.value + tolerance_)
                best_ = {value_, size_};
        }
    }

    std::int64_t value_;
    std::int64_t tolerance_;
    std::uint64_t size_{};
    border_cell best_;
};

border_scan scan(std::span<std::uint64_t const> const words,
                 std::uint64_t const size,
                 border_scan all,
                 auto const & order) noexcept
{
    for (std::uint64_t begin = 0; begin < size; begin += 64)
    {
        auto const count = static_cast<unsigned>(std::min<std::uint64_t>(64, size - begin));
        std::uint64_t const cells = ~std::uint64_t{0} >> (64 - count);
        all.add(order(words[begin / 32]) & cells, order(words[begin / 32 + 1]) & cells, count);
    }
    return all;
}

} // namespace

void final_borders::transpose()
{
    vertical.swap(horizontal);
    for (std::uint64_t & word : vertical)
        word = util::reverse_bits(word);
    for (std::uint64_t & word : horizontal)
        word = util::reverse_bits(word);
}

path_end
find_path_end(comparison const & wanted, matrix_cell const & size, final_borders const & borders) noexcept
{
    auto const & ends = wanted.ends;
    auto const make_scan = [&](bool const is_free, std::uint64_t const letters)
    {
        return border_scan{is_free ? 0 : static_cast<std::int64_t>(letters), wanted.end};
    };
    border_scan const down = scan(borders.vertical, size.row, make_scan(ends.second_leading, size.column), std::identity{});
    path_end found{size, static_cast<std::uint64_t>(down.value())};
    if (ends.first_trailing)
        found = {{down.best().index, size.column}, static_cast<std::uint64_t>(down.best().value)};
    if (ends.second_trailing)
    {
        border_cell const right =
            scan(borders.horizontal, size.column, make_scan(ends.first_leading, size.row), util::reverse_bits).best();
        auto const value = static_cast<std::uint64_t>(right.value);
        bool const is_last = wanted.end == end_choice::last;
        if (!ends.first_trailing || value < found.value || (is_last && value == found.value))
            found = {{size.row, right.index}, value};
    }
    return found;
}

} // namespace seqan3_gpulcs::plan
