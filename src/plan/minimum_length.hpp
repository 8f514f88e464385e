// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs whose common subsequences must have a minimum length.
 */

#pragma once

#include <algorithm>
#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

namespace seqan3_gpulcs::plan
{

//!\brief Whether one sequence of a pair is shorter than the minimum.
constexpr bool is_below_minimum(alignment::sequence_pair const & pair) noexcept
{
    return std::min(pair.first.size(), pair.second.size()) < pair.min_length;
}

//!\brief The length that users get: 0 if a pair is too short.
constexpr std::uint64_t reported_length(alignment::sequence_pair const & pair, std::uint64_t const length) noexcept
{
    return length < pair.min_length ? 0 : length;
}

} // namespace seqan3_gpulcs::plan
