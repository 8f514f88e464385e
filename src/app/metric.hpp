// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What pairs of sequences are compared by.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

namespace seqan3_gpulcs::app
{

//!\brief What pairs of sequences are compared by.
enum class metric : std::uint8_t
{
    lcs, //!< The length of the longest common subsequence.
    edit //!< The edit distance.
};

//!\brief The column of tables that has the value of a pair.
constexpr char const * column_name(metric const metric) noexcept
{
    return metric == app::metric::lcs ? "lcs" : "distance";
}

//!\brief The step of --timings that computes values.
constexpr char const * step_name(metric const metric) noexcept
{
    return metric == app::metric::lcs ? "llcs" : "distances";
}

//!\brief The value of a pair.
constexpr std::uint64_t value_of(alignment::result const & result, metric const metric) noexcept
{
    return metric == app::metric::lcs ? result.length : result.distance;
}

//!\brief The identity of two sequences, from 0 to 1.
constexpr double identity(metric const metric,
                          std::uint64_t const value,
                          std::uint64_t const first_size,
                          std::uint64_t const second_size) noexcept
{
    return metric == app::metric::lcs ? lcs::identity(value, first_size, second_size)
                                      : edit::identity(value, first_size, second_size);
}

} // namespace seqan3_gpulcs::app
