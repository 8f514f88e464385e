// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/strip_cut.hpp"

#include <algorithm>

#include "src/plan/traceback_plan.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

std::vector<strip_range>
cut_into_strips(std::uint64_t const rows, std::uint64_t const row_spacing, unsigned const lanes, unsigned const threads)
{
    std::vector<strip_range> strips{};
    std::uint64_t begin = 0;
    auto const add_tall = [&](std::uint64_t const lane_words)
    {
        strips.push_back({begin, lanes * lane_words * 64, static_cast<unsigned>(lane_words)});
        begin += strips.back().rows;
    };

    // Each thread should get at least two strips.
    std::uint64_t const words = lanes == 0 ? 0 : rows / 64 / lanes;
    std::uint64_t const max_words =
        threads == 1 ? max_lane_words
                     : std::clamp<std::uint64_t>(util::ceil_div(words, 2 * std::uint64_t{threads}), 1, max_lane_words);
    if (row_spacing == 0)
    {
        // The strips are as equal as possible, and each thread has the same number.
        std::uint64_t const rounds = util::ceil_div(util::ceil_div(words, max_words), std::uint64_t{threads});
        std::uint64_t const count = std::min(rounds * threads, words);
        for (std::uint64_t i = 0; i < count; ++i)
            add_tall(words / count + (i < words % count));
    }
    else if (words != 0)
    {
        // Lanes end at multiples of their height, so a height that divides the spacing ends at every row that is kept.
        for (std::uint64_t lane_words = std::min(max_words, row_spacing / 64); lane_words != 0; --lane_words)
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
