// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/traceback/traceback_results.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace seqan3_gpulcs::cuda
{

void set_path(alignment::result & result,
              alignment::sequence_pair const & pair,
              found_path const & found,
              plan::metric const metric)
{
    auto words = std::make_unique_for_overwrite<std::uint64_t[]>(found.words.size());
    std::ranges::copy(found.words, words.get());
    result.path = {std::move(words), found.steps};
    if (metric == plan::metric::edit)
        result.distance = found.steps - result.path.matches();
    else
        // Each match is a step instead of two.
        result.length = pair.first.size() + pair.second.size() - found.steps;
}

} // namespace seqan3_gpulcs::cuda
