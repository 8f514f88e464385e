// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/furthest_reach.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace seqan3_gpulcs::verification
{

namespace
{

// A diagonal that nothing has reached, also after a few steps.
constexpr std::int64_t unreached{-(std::int64_t{1} << 62)};

// So many steps are counted together.
constexpr std::int64_t steps_at_once{4096};

// The letters that two sequences have in common from the given ones on, at most so many.
template <direction way>
std::int64_t
count_equal(std::uint8_t const * const first, std::uint8_t const * const second, std::int64_t const most) noexcept
{
    std::int64_t count = 0;
    for (; count + 8 <= most; count += 8)
    {
        std::uint64_t a;
        std::uint64_t b;
        std::memcpy(&a, way == direction::forward ? first + count : first - count - 8, 8);
        std::memcpy(&b, way == direction::forward ? second + count : second - count - 8, 8);
        if (std::uint64_t const different = a ^ b; different != 0)
        {
            // The letter that was read first stands where the machine and the way put it.
            constexpr bool is_lowest = (std::endian::native == std::endian::little) == (way == direction::forward);
            return count + (is_lowest ? std::countr_zero(different) : std::countl_zero(different)) / 8;
        }
    }
    for (; count < most; ++count)
        if (way == direction::forward ? first[count] != second[count] : *(first - count - 1) != *(second - count - 1))
            break;
    return count;
}

template <direction way>
void find_reach(std::span<std::uint8_t const> const pattern,
                std::span<std::uint8_t const> const text,
                std::int64_t const edits,
                std::int64_t * const furthest,
                std::vector<std::uint64_t> & reach,
                runtime::stop_poll & work)
{
    auto const rows = static_cast<std::int64_t>(pattern.size());
    auto const columns = static_cast<std::int64_t>(text.size());
    std::uint8_t const * const first_row = pattern.data() + (way == direction::forward ? 0 : rows);
    std::uint8_t const * const first_column = text.data() + (way == direction::forward ? 0 : columns);

    // Diagonal d has as many columns more than rows.
    std::fill(furthest - edits - 1, furthest + edits + 2, unreached);
    std::int64_t steps = 0;
    for (std::int64_t e = 0; e <= edits; ++e)
    {
        std::int64_t best = 0;
        std::int64_t left = unreached; // Diagonal d - 1, with an edit less.
        for (std::int64_t d = -e; d <= e; ++d)
        {
            std::int64_t const here = furthest[d];
            std::int64_t row = e == 0 ? 0 : std::max({here + 1, left, furthest[d + 1] + 1});
            left = here;

            // With the last row or column, what an edit less has reached beside it.
            row = std::min({row, rows, columns - d});
            if (row < 0)
                continue;

            std::int64_t const column = row + d;
            std::int64_t const most = std::min(rows - row, columns - column);
            if constexpr (way == direction::forward)
                row += count_equal<way>(first_row + row, first_column + column, most);
            else
                row += count_equal<way>(first_row - row, first_column - column, most);
            furthest[d] = row;
            best = std::max(best, row);
        }

        // No diagonal has compared more letters than that.
        if (steps += (2 * e + 1) * (1 + best / 8); steps >= steps_at_once)
            work.add(static_cast<std::uint64_t>(std::exchange(steps, 0)));

        // Diagonals that an edit more takes out of the matrix keep what they have reached.
        if (!reach.empty())
            best = std::max(best, static_cast<std::int64_t>(reach.back()));
        reach.push_back(static_cast<std::uint64_t>(best));
        if (best == rows)
            break;
    }
    work.add(static_cast<std::uint64_t>(steps));
}

} // namespace

std::span<std::uint64_t const> furthest_reach::compute(direction const way,
                                                       std::span<std::uint8_t const> const pattern,
                                                       std::span<std::uint8_t const> const text,
                                                       std::uint64_t const edits,
                                                       runtime::stop_poll & work)
{
    // With as many edits as letters all is reached.
    auto const most = static_cast<std::int64_t>(std::min<std::uint64_t>(edits, pattern.size()));
    reach_.clear();
    furthest_.resize(static_cast<std::size_t>(2 * most + 3));
    std::int64_t * const middle = furthest_.data() + most + 1;
    if (way == direction::forward)
        find_reach<direction::forward>(pattern, text, most, middle, reach_, work);
    else
        find_reach<direction::backward>(pattern, text, most, middle, reach_, work);
    return reach_;
}

} // namespace seqan3_gpulcs::verification
