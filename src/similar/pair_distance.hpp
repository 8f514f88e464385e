// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs by their distance, whatever is compared.
 *
 * Longest common subsequences go with indel distances: m + n - 2 L for sequences of m and n letters and the length L. So a minimum
 * length is a maximum distance.
 */

#pragma once

#include <algorithm>
#include <cstdint>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief The largest distance of any sequences of these sizes.
constexpr std::uint64_t largest_distance(alignment::sequence_pair const & pair, plan::metric const metric) noexcept
{
    return metric == plan::metric::lcs ? pair.first.size() + pair.second.size()
                                       : std::max(pair.first.size(), pair.second.size());
}

//!\brief The smallest distance of any sequences of these sizes.
constexpr std::uint64_t smallest_distance(alignment::sequence_pair const & pair) noexcept
{
    return std::max(pair.first.size(), pair.second.size()) - std::min(pair.first.size(), pair.second.size());
}

//!\brief Whether sequences of these sizes may be of interest.
constexpr bool may_be_of_interest(alignment::sequence_pair const & pair, plan::metric const metric) noexcept
{
    return metric == plan::metric::lcs ? std::min(pair.first.size(), pair.second.size()) >= pair.min_length
                                       : smallest_distance(pair) <= pair.max_distance;
}

//!\brief The largest distance of a pair that is of interest, as it may be, and not more than the largest one.
constexpr std::uint64_t interesting_distance(alignment::sequence_pair const & pair, plan::metric const metric) noexcept
{
    std::uint64_t const largest = largest_distance(pair, metric);
    return metric == plan::metric::lcs ? largest - 2 * pair.min_length : std::min(largest, pair.max_distance);
}

//!\brief Sets the value of a result that is of interest: the length or the distance.
constexpr void set_distance(alignment::result & result,
                            alignment::sequence_pair const & pair,
                            plan::metric const metric,
                            std::uint64_t const distance) noexcept
{
    if (metric == plan::metric::lcs)
    {
        result.length = (largest_distance(pair, metric) - distance) / 2;
        return;
    }
    result.distance = distance;
    result.first = {0, pair.first.size()};
    result.second = {0, pair.second.size()};
}

//!\brief Sets the value of a result that is not of interest.
constexpr void drop_distance(alignment::result & result, plan::metric const metric) noexcept
{
    if (metric == plan::metric::edit)
        result.distance = alignment::too_distant;
}

} // namespace seqan3_gpulcs::similar
