// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/traceback/traceback_results.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

namespace seqan3_gpulcs::cuda
{

namespace
{

constexpr std::uint64_t lower_bits{0x5555'5555'5555'5555};

// The steps whose code has these bits.
std::uint64_t count_steps(found_path const & found, std::uint64_t const lower, std::uint64_t const upper) noexcept
{
    std::uint64_t count = 0;
    for (std::uint64_t const word : found.words)
        count += static_cast<std::uint64_t>(std::popcount((word ^ ~lower) & (word >> 1 ^ ~upper) & lower_bits));
    return count;
}

alignment::path copy_path(found_path const & found)
{
    auto words = std::make_unique_for_overwrite<std::uint64_t[]>(found.words.size());
    std::ranges::copy(found.words, words.get());
    return {std::move(words), found.steps};
}

// Without a path, its begin is not looked for.
void set_parts(alignment::result & result,
               alignment::sequence_pair const & pair,
               found_path const & found,
               bool const with_path)
{
    result.first.end = pair.first.size() - found.rows_after;
    result.second.end = pair.second.size() - found.columns_after;
    if (!with_path)
        return;
    constexpr std::uint64_t all{~std::uint64_t{0}};
    result.first.begin = result.first.end - (found.steps - count_steps(found, 0, all));
    result.second.begin = result.second.end - (found.steps - count_steps(found, all, 0));
}

} // namespace

void set_traced_result(alignment::result & result,
                       alignment::sequence_pair const & pair,
                       found_path const & found,
                       plan::comparison const & wanted)
{
    if (wanted.with_path)
        result.path = copy_path(found);
    if (plan::traits_of(wanted.metric).is_maximum)
    {
        // Each match is a step instead of two.
        result.length = pair.first.size() + pair.second.size() - found.steps;
        return;
    }
    result.distance = wanted.with_path ? found.steps - result.path.matches() : found.steps;
    if (wanted.ends.any())
        set_parts(result, pair, found, wanted.with_path);
}

} // namespace seqan3_gpulcs::cuda
