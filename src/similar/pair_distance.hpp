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
#include "src/plan/matrix_band.hpp"
#include "src/plan/path_end.hpp"
#include "src/plan/threshold.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief The smallest distance of any sequences of these sizes.
constexpr std::uint64_t smallest_distance(alignment::sequence_pair const & pair) noexcept
{
    return std::max(pair.first.size(), pair.second.size()) - std::min(pair.first.size(), pair.second.size());
}

//!\brief The distance that goes with a value: a length or a distance.
constexpr std::uint64_t
distance_of_value(alignment::sequence_pair const & pair, plan::metric const metric, std::uint64_t const value) noexcept
{
    return plan::traits_of(metric).distance(pair.first.size(), pair.second.size(), value);
}

//!\brief Whether sequences of these sizes are of no interest, whatever their letters are.
constexpr bool is_ruled_out_by_size(alignment::sequence_pair const & pair, plan::comparison const & wanted) noexcept
{
    return plan::is_ruled_out(pair, wanted, std::min(pair.first.size(), pair.second.size()));
}

//!\brief The largest distance of a pair that is of interest, at most that of any sequences; they must not be ruled out by size.
constexpr std::uint64_t interesting_distance(alignment::sequence_pair const & pair, plan::metric const metric) noexcept
{
    return distance_of_value(pair, metric, plan::interesting_bound(pair, metric));
}

//!\brief The value that goes with a distance.
constexpr std::uint64_t value_of_distance(alignment::sequence_pair const & pair,
                                          plan::metric const metric,
                                          std::uint64_t const distance) noexcept
{
    return plan::traits_of(metric).value_at(pair.first.size(), pair.second.size(), distance);
}

//!\brief Sets the value of a result, and takes it back if the pair is of no interest.
inline void set_value(alignment::result & result,
                      alignment::sequence_pair const & pair,
                      plan::metric const metric,
                      std::uint64_t const value)
{
    plan::set_value(result, metric, {{pair.first.size(), pair.second.size()}, value});
    plan::drop_if_of_no_interest(pair, result, metric);
}

} // namespace seqan3_gpulcs::similar
