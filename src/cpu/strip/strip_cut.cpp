// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/strip_cut.hpp"

#include <algorithm>

#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

constexpr std::uint64_t divide_up(std::uint64_t const dividend, std::uint64_t const divisor) noexcept
{
    return (dividend + divisor - 1) / divisor;
}

} // namespace

std::vector<strip>
cut_into_strips(std::uint64_t const rows, std::uint64_t const row_spacing, unsigned const lanes, unsigned const threads)
{
    std::vector<strip> strips{};
    std::uint64_t begin = 0;
    auto const add_tall = [&](std::uint64_t const lane_words)
    {
        strips.push_back({begin, lanes * lane_words * 64, static_cast<unsigned>(lane_words)});
        begin += strips.back().rows;
    };

    // Each thread should get two strips at least.
    std::uint64_t const words = lanes == 0 ? 0 : rows / 64 / lanes;
    std::uint64_t const most_words =
        threads == 1 ? most_lane_words
                     : std::clamp<std::uint64_t>(divide_up(words, 2 * std::uint64_t{threads}), 1, most_lane_words);
    if (row_spacing == 0)
    {
        // As equal as can be, and as many for each thread.
        std::uint64_t const rounds = divide_up(divide_up(words, most_words), threads);
        std::uint64_t const count = std::min(rounds * threads, words);
        for (std::uint64_t i = 0; i < count; ++i)
            add_tall(words / count + (i < words % count));
    }
    else if (words != 0)
    {
        // Lanes end at multiples of their height, so one that divides the spacing ends at every row that is kept.
        for (std::uint64_t lane_words = std::min(most_words, row_spacing / 64); lane_words != 0; --lane_words)
            while (row_spacing / 64 % lane_words == 0 && begin / 64 % lane_words == 0
                   && begin + lanes * lane_words * 64 <= rows)
                add_tall(lane_words);
    }

    while (begin < rows)
    {
        std::uint64_t const end = row_spacing == 0 ? rows : std::min(rows, (begin / row_spacing + 1) * row_spacing);
        strips.push_back({begin, std::min(end - begin, plan::strip_rows), 0});
        begin += strips.back().rows;
    }
    return strips;
}

} // namespace seqan3_gpulcs::cpu
