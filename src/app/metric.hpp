// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The metrics by which pairs of sequences are compared.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

namespace seqan3_gpulcs::app
{

//!\brief The metric by which pairs of sequences are compared.
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

//!\brief See seqan3_gpulcs::plan::min_memory.
inline std::uint64_t
min_memory(metric const metric, std::uint64_t const first_size, std::uint64_t const second_size) noexcept
{
    return metric == app::metric::lcs ? plan::min_memory(first_size, second_size)
                                      : plan::min_edit_memory(first_size, second_size);
}

//!\brief See seqan3_gpulcs::plan::check_memory_limit.
inline void check_memory_limit(metric const metric,
                               std::uint64_t const first_size,
                               std::uint64_t const second_size,
                               std::uint64_t const limit)
{
    (metric == app::metric::lcs ? plan::check_memory_limit
                                : plan::check_edit_memory_limit)(first_size, second_size, limit);
}

} // namespace seqan3_gpulcs::app
