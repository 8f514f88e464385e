// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/traceback/walk_results.hpp"

namespace seqan3_gpulcs::cuda
{

void set_path(lcs::result & result, lcs::sequence_pair const & pair, found_path const & found)
{
    constexpr lcs::operation operations[]{{}, lcs::operation::insertion, lcs::operation::deletion, lcs::operation::match};
    result.length = pair.first.size() + pair.second.size() - found.steps;
    result.runs.clear();
    for (std::uint64_t step = found.steps; step-- > 0;)
    {
        lcs::operation const operation = operations[found.words[step / 32] >> 2 * (step % 32) & 3];
        if (result.runs.empty() || result.runs.back().operation != operation)
            result.runs.push_back({operation, 0});
        ++result.runs.back().count;
    }
}

} // namespace seqan3_gpulcs::cuda
