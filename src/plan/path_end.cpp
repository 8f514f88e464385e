// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/path_end.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

#include "src/plan/matrix_border.hpp"
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

// Four cells of a border, compared with the one before them.
struct cell_group
{
    std::int8_t last{};         // The value of the last one.
    std::int8_t least{};        // The smallest value.
    std::uint8_t first_least{}; // The number of cells up to the first one with it.
    std::uint8_t last_least{};  // Up to the last one.
};

// The groups of cells, by the differences of the cells; differences of 1 are the lower bits.
constexpr auto cell_groups = []()
{
    std::array<cell_group, 256> groups{};
    for (unsigned bits = 0; bits < groups.size(); ++bits)
    {
        cell_group & group = groups[bits];
        group.least = 4;
        for (std::uint8_t i = 0; i < 4; ++i)
        {
            group.last = static_cast<std::int8_t>(group.last + (bits >> i & 1) - (bits >> (4 + i) & 1));
            if (group.last < group.least)
                group.first_least = static_cast<std::uint8_t>(i + 1);
            if (group.last <= group.least)
                group.last_least = static_cast<std::uint8_t>(i + 1);
            group.least = std::min(group.least, group.last);
        }
    }
    return groups;
}();

// Follows a border from its first cell, and keeps the best one so far.
class border_scan
{
public:
    // Starts; no cell above `bound` is the best one.
    border_scan(std::int64_t const value, std::int64_t const bound, end_choice const choice) noexcept :
        value_{value},
        bound_{bound},
        // A cell replaces the best one if its value is less than the best value plus this.
        tolerance_{choice == end_choice::last},
        best_{value, 0}
    {}

    // Up to 64 cells, by their differences; the first one is lowest.
    void add(std::uint64_t const plus, std::uint64_t const minus, unsigned const count) noexcept
    {
        std::int64_t const least = value_ - std::popcount(minus);
        if (least <= bound_ && least < best_.value + tolerance_)
            find_best(plus, minus, count);
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
    void find_best(std::uint64_t plus, std::uint64_t const minus, unsigned const count) noexcept
    {
        // No cell after the last one may be better.
        if (count != 64)
            plus |= ~std::uint64_t{0} << count;
        std::int64_t value = value_;
        for (unsigned i = 0; i < count; i += 4)
        {
            cell_group const & group = cell_groups[(plus >> i & 15) | (minus >> i & 15) << 4];
            if (value + group.least < best_.value + tolerance_)
                best_ = {value + group.least, size_ + i + (tolerance_ != 0 ? group.last_least : group.first_least)};
            value += group.last;
        }
    }

    std::int64_t value_;
    std::int64_t bound_;
    std::int64_t tolerance_;
    std::uint64_t size_{};
    border_cell best_;
};

// Passes on the differences of a border, 64 cells at a time.
void for_each_word(std::span<std::uint64_t const> const words,
                   std::uint64_t const size,
                   auto const & order,
                   auto const & function) noexcept
{
    for (std::uint64_t begin = 0; begin < size; begin += 64)
    {
        auto const count = static_cast<unsigned>(std::min<std::uint64_t>(64, size - begin));
        std::uint64_t const cells = ~std::uint64_t{0} >> (64 - count);
        function(order(words[begin / 32]) & cells, order(words[begin / 32 + 1]) & cells, count);
    }
}

// Follows a border from the value of its first cell.
border_scan scan(std::span<std::uint64_t const> const words,
                 std::uint64_t const size,
                 std::int64_t const first,
                 end_choice const choice,
                 auto const & order) noexcept
{
    // The last cells of words are a bound, so that most other cells need not be read.
    std::int64_t value = first;
    std::int64_t bound = first;
    for_each_word(words,
                  size,
                  order,
                  [&](std::uint64_t const plus, std::uint64_t const minus, unsigned)
                  {
                      value += std::popcount(plus) - std::popcount(minus);
                      bound = std::min(bound, value);
                  });

    border_scan all{first, bound, choice};
    for_each_word(words,
                  size,
                  order,
                  [&](std::uint64_t const plus, std::uint64_t const minus, unsigned const count)
                  {
                      all.add(plus, minus, count);
                  });
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

path_end find_path_end(comparison const & wanted, matrix_cell const & size, final_border_words const & borders) noexcept
{
    // Where increments are 0 or 1, their bits are inverted.
    if (border_words(wanted.metric) == 1)
        return {size, count_increments(borders.vertical, size.row)};

    auto const & ends = wanted.ends;
    auto const first_value = [](bool const is_free, std::uint64_t const letters)
    {
        return is_free ? 0 : static_cast<std::int64_t>(letters);
    };
    border_scan const down =
        scan(borders.vertical, size.row, first_value(ends.second_leading, size.column), wanted.end, std::identity{});
    path_end found{size, static_cast<std::uint64_t>(down.value())};
    if (ends.first_trailing)
        found = {{down.best().index, size.column}, static_cast<std::uint64_t>(down.best().value)};
    if (ends.second_trailing)
    {
        border_cell const right = scan(borders.horizontal,
                                       size.column,
                                       first_value(ends.first_leading, size.row),
                                       wanted.end,
                                       util::reverse_bits)
                                      .best();
        auto const value = static_cast<std::uint64_t>(right.value);
        bool const is_last = wanted.end == end_choice::last;
        if (!ends.first_trailing || value < found.value || (is_last && value == found.value))
            found = {{size.row, right.index}, value};
    }
    return found;
}

} // namespace seqan3_gpulcs::plan
