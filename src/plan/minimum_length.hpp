// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs whose common subsequences must have a minimum length.
 */

#pragma once

#include <algorithm>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

namespace seqan3_gpulcs::plan
{

//!\brief Whether one sequence of a pair is shorter than the minimum.
constexpr bool is_below_minimum(alignment::sequence_pair const & pair) noexcept
{
    return std::min(pair.first.size(), pair.second.size()) < pair.min_length;
}

} // namespace seqan3_gpulcs::plan
