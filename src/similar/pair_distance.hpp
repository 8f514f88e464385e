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
#include "src/plan/threshold.hpp"

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

//!\brief The distance of an alignment with some matches, at least: letters of the longer sequence differ in it, or are alone.
constexpr std::uint64_t distance_of_matches(alignment::sequence_pair const & pair,
                                            plan::metric const metric,
                                            std::uint64_t const matches) noexcept
{
    std::uint64_t const largest = largest_distance(pair, metric);
    return largest - std::min(largest, metric == plan::metric::lcs ? 2 * matches : matches);
}

//!\brief Whether sequences of these sizes are of no interest, whatever their letters are.
constexpr bool is_ruled_out_by_size(alignment::sequence_pair const & pair, plan::comparison const & wanted) noexcept
{
    return plan::is_ruled_out(pair, wanted, std::min(pair.first.size(), pair.second.size()));
}

//!\brief The largest distance of a pair that is of interest, at most that of any sequences; they must not be ruled out by size.
constexpr std::uint64_t interesting_distance(alignment::sequence_pair const & pair, plan::metric const metric) noexcept
{
    std::uint64_t const largest = largest_distance(pair, metric);
    return metric == plan::metric::lcs ? largest - 2 * pair.min_length : std::min(largest, pair.max_distance);
}

//!\brief The distance that goes with a value: a length or a distance.
constexpr std::uint64_t
distance_of_value(alignment::sequence_pair const & pair, plan::metric const metric, std::uint64_t const value) noexcept
{
    return metric == plan::metric::lcs ? largest_distance(pair, metric) - 2 * value : value;
}

//!\brief The value that goes with a distance.
constexpr std::uint64_t value_of_distance(alignment::sequence_pair const & pair,
                                          plan::metric const metric,
                                          std::uint64_t const distance) noexcept
{
    return metric == plan::metric::lcs ? (largest_distance(pair, metric) - distance) / 2 : distance;
}

//!\brief Sets the value of a result that is of interest: the length or the distance.
constexpr void set_distance(alignment::result & result,
                            alignment::sequence_pair const & pair,
                            plan::metric const metric,
                            std::uint64_t const distance) noexcept
{
    plan::value_of(result, metric) = value_of_distance(pair, metric, distance);
    if (metric == plan::metric::lcs)
        return;
    result.first = {0, pair.first.size()};
    result.second = {0, pair.second.size()};
}

//!\brief The distance of a result that is of interest.
constexpr std::uint64_t
distance_of(alignment::result const & result, alignment::sequence_pair const & pair, plan::metric const metric) noexcept
{
    return distance_of_value(pair, metric, plan::value_of(result, metric));
}

//!\brief Sets the value of a result that is of no interest.
constexpr void drop_distance(alignment::result & result, plan::metric const metric) noexcept
{
    plan::value_of(result, metric) = plan::value_of_no_interest(metric);
}

} // namespace seqan3_gpulcs::similar
