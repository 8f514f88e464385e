// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/furthest_reach.hpp"

#include <algorithm>
#include <utility>

#include "src/packing/code_width.hpp"
#include "src/packing/letter_reader.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// The row of a diagonal that nothing has reached: still negative after some steps.
constexpr std::int64_t unreached{-(std::int64_t{1} << 62)};

// Steps are counted in batches of this size.
constexpr std::int64_t counted_steps{4096};

template <typename matching_t, packing::direction towards, unsigned bits>
void find_reach(packing::letter_reader<towards, bits> const pattern,
                packing::letter_reader<towards, bits> const text,
                std::span<std::int64_t> const furthest,
                std::vector<std::uint64_t> & reach,
                runtime::stop_poll & poll)
{
    // Diagonal d has d more columns than rows; nothing is reached beside the outermost ones.
    auto const max_edits = static_cast<std::int64_t>(furthest.size() - 3) / 2;
    std::int64_t * const diagonals = furthest.data() + max_edits + 1;
    std::int64_t const rows = pattern.size();
    std::int64_t const columns = text.size();
    std::ranges::fill(furthest, unreached);
    std::int64_t steps = 0;
    for (std::int64_t e = 0; e <= max_edits; ++e)
    {
        std::int64_t best = 0;
        std::int64_t left = unreached; // The row on diagonal d - 1, with an edit less.
        for (std::int64_t d = -e; d <= e; ++d)
        {
            std::int64_t const here = diagonals[d];
            std::int64_t row = e == 0 ? 0 : std::max({here + 1, left, diagonals[d + 1] + 1});
            left = here;

            // The point stays within the last row and the last column.
            row = std::min({row, rows, columns - d});
            if (row < 0)
                continue;

            std::int64_t const column = row + d;
            row += packing::count_equal<matching_t>(pattern, row, text, column, std::min(rows - row, columns - column));
            diagonals[d] = row;
            best = std::max(best, row);
        }

        // An upper bound of the words that all diagonals have compared.
        if (steps += (2 * e + 1) * (1 + best * bits / 64); steps >= counted_steps)
            poll.add(static_cast<std::uint64_t>(std::exchange(steps, 0)));

        // Diagonals that one more edit takes out of the matrix keep their reach.
        if (!reach.empty())
            best = std::max(best, static_cast<std::int64_t>(reach.back()));
        reach.push_back(static_cast<std::uint64_t>(best));
        if (best == rows)
            break;
    }
    poll.add(static_cast<std::uint64_t>(steps));
}

} // namespace

std::span<std::uint64_t const> furthest_reach::compute(packing::direction const towards,
                                                       packing::code_span const & pattern,
                                                       packing::code_span const & text,
                                                       std::uint64_t const max_edits,
                                                       runtime::stop_poll & poll)
{
    // With as many edits as letters, everything is reached.
    std::uint64_t const edits = std::min(max_edits, pattern.size());
    reach_.clear();
    furthest_.resize(2 * edits + 3);
    auto const find = [&]<typename matching_t, unsigned bits>()
    {
        auto const find_towards = [&]<packing::direction way>()
        {
            find_reach<matching_t>(packing::letter_reader<way, bits>{pattern},
                                   packing::letter_reader<way, bits>{text},
                                   furthest_,
                                   reach_,
                                   poll);
        };
        if (towards == packing::direction::forward)
            find_towards.template operator()<packing::direction::forward>();
        else
            find_towards.template operator()<packing::direction::backward>();
    };
    if (are_sets_)
        find.template operator()<packing::intersecting_sets, 4>();
    else
        packing::with_code_width(text.bits(),
                                 [&]<unsigned bits>(packing::code_width<bits>)
                                 {
                                     find.template operator()<packing::equal_codes, bits>();
                                 });
    return reach_;
}

} // namespace seqan3_gpulcs::scan
