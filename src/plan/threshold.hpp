// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs that are only of interest if they are similar enough.
 */

#pragma once

#include <algorithm>
#include <cstdint>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief Whether a pair may be of no interest.
constexpr bool has_threshold(alignment::sequence_pair const & pair, metric const metric) noexcept
{
    return threshold_of(pair, metric) != traits_of(metric).no_threshold;
}

//!\brief The value of every pair that is of no interest.
constexpr std::uint64_t value_of_no_interest(metric const metric) noexcept
{
    return traits_of(metric).of_no_interest;
}

//!\brief The value that users get.
constexpr std::uint64_t
reported_value(alignment::sequence_pair const & pair, std::uint64_t const value, metric const metric) noexcept
{
    return is_of_interest(pair, value, metric) ? value : value_of_no_interest(metric);
}

//!\brief Takes value, parts and path from the result of a pair that is of no interest.
inline void
drop_if_of_no_interest(alignment::sequence_pair const & pair, alignment::result & result, metric const metric)
{
    if (is_of_interest(pair, result, metric))
        return;
    value_of(result, metric) = value_of_no_interest(metric);
    result.first = {};
    result.second = {};
    result.path = {};
}

/*!\brief Whether a pair cannot be of interest, because its sequences have too few letters in common.
 * \param pair   The pair.
 * \param wanted The metric and the free ends.
 * \param common The maximum number of letters of one sequence that are opposite the same letter of the other one.
 *
 * An edit operation changes one letter of each sequence at most; letters at free ends need none.
 */
constexpr bool
is_ruled_out(alignment::sequence_pair const & pair, comparison const & wanted, std::uint64_t const common) noexcept
{
    if (traits_of(wanted.metric).is_maximum)
        return common < threshold_of(pair, wanted.metric);

    bool const is_first_whole = !wanted.ends.first_leading && !wanted.ends.first_trailing;
    bool const is_second_whole = !wanted.ends.second_leading && !wanted.ends.second_trailing;
    std::uint64_t const letters =
        std::max(is_first_whole ? pair.first.size() : 0, is_second_whole ? pair.second.size() : 0);
    return letters > common && letters - common > threshold_of(pair, wanted.metric);
}

} // namespace seqan3_gpulcs::plan
