// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_distance.hpp"

#include <algorithm>
#include <cmath>

namespace seqan3_gpulcs::app
{

namespace
{

double quotient(std::uint64_t const part, std::uint64_t const whole) noexcept
{
    return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

double distance_of_shorter(metric const metric, compared_pair const & pair) noexcept
{
    auto const [shorter, longer] = std::minmax({pair.length1, pair.length2});
    return traits_of(metric).is_distance ? quotient(pair.value - (longer - shorter), shorter)
                                         : quotient(shorter - pair.value, shorter);
}

double distance_of_columns(alignment::path const & path) noexcept
{
    std::uint64_t matches = 0;
    std::uint64_t substitutions = 0;
    for (auto const [operation, count] : path.runs())
    {
        matches += operation == alignment::operation::match ? count : 0;
        substitutions += operation == alignment::operation::substitution ? count : 0;
    }
    return quotient(substitutions, matches + substitutions);
}

double correct(double const part) noexcept
{
    // The logarithm of 1 would be a negative zero.
    if (part == 0)
        return 0;
    constexpr double most{5};
    constexpr double of_unrelated{0.75};
    return part >= of_unrelated ? most : std::min(most, -of_unrelated * std::log(1 - part / of_unrelated));
}

} // namespace

double pair_distance(distance_kind const kind,
                     metric const metric,
                     compared_pair const & pair,
                     alignment::path const * const path)
{
    if (pair.length1 == 0 && pair.length2 == 0)
        return 0;
    switch (kind)
    {
    case distance_kind::longer:
        return 1 - traits_of(metric).identity(pair.value, pair.length1, pair.length2);
    case distance_kind::shorter:
        return distance_of_shorter(metric, pair);
    case distance_kind::aligned:
        return distance_of_columns(*path);
    default:
        return correct(distance_of_columns(*path));
    }
}

} // namespace seqan3_gpulcs::app
