// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The cells that a bound of the length or the distance leaves.
 *
 * A bound is a value of the metric: a number of matches that the longest common subsequences have at least, or a distance that is not
 * exceeded.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_region.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief The bound that all pairs of sequences of these sizes reach.
constexpr std::uint64_t weakest_bound(alignment::sequence_pair const & pair, metric const metric) noexcept
{
    metric_traits const & traits = traits_of(metric);
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    return traits.value_at(rows, columns, traits.largest_distance(rows, columns));
}

//!\brief The bound that a pair reaches if it is of interest.
constexpr std::uint64_t interesting_bound(alignment::sequence_pair const & pair, metric const metric) noexcept
{
    return better_of(threshold_of(pair, metric), weakest_bound(pair, metric), metric);
}

//!\brief The threshold of a pair as a bound; none if all pairs of these sizes reach it.
constexpr std::optional<std::uint64_t> threshold_bound(alignment::sequence_pair const & pair,
                                                       metric const metric) noexcept
{
    std::uint64_t const bound = interesting_bound(pair, metric);
    return bound == weakest_bound(pair, metric) ? std::nullopt : std::optional{bound};
}

/*!\brief The insertions and deletions of a path that reaches a bound, at most.
 * \param rows    The rows of the matrix.
 * \param columns The columns of the matrix.
 * \param bound   The bound: at most the smaller one of both, or as a distance at least their difference.
 * \param metric  The metric of the bound.
 */
constexpr std::uint64_t max_indels(std::uint64_t const rows,
                                   std::uint64_t const columns,
                                   std::uint64_t const bound,
                                   metric const metric) noexcept
{
    return traits_of(metric).distance(rows, columns, bound);
}

/*!\brief The diagonals of a matrix where a path may reach a bound.
 *
 * A path through the cell below i rows and j columns of a matrix with m rows and n columns has at least |j - i| + |(n - j) - (m - i)|
 * insertions and deletions.
 */
class matrix_band
{
public:
    //!\brief Constant time. The parameters of max_indels().
    constexpr matrix_band(std::uint64_t const rows,
                          std::uint64_t const columns,
                          std::uint64_t const bound,
                          plan::metric const metric = plan::metric::lcs) noexcept :
        metric_{metric},
        columns_{columns},
        below_{(max_indels(rows, columns, bound, metric) + rows - columns) / 2},
        above_{(max_indels(rows, columns, bound, metric) + columns - rows) / 2}
    {}

    //!\brief The metric.
    constexpr plan::metric metric() const noexcept
    {
        return metric_;
    }

    /*!\brief The columns that a block of rows needs.
     * \param rows The rows.
     *
     * No such path has a cell in these rows to the right of the interval, or in its first column, unless that is the first one of the
     * matrix; but it may have one in the row above the block.
     */
    constexpr interval columns_of(interval const & rows) const noexcept
    {
        return {std::min(columns_, rows.begin - std::min(rows.begin, below_)), std::min(columns_, rows.end + above_)};
    }

private:
    plan::metric metric_;
    std::uint64_t columns_;
    std::uint64_t below_; // The diagonals below the main one.
    std::uint64_t above_; // The diagonals above the main one.
};

} // namespace seqan3_gpulcs::plan
