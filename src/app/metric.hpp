// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The metrics by which pairs of sequences are compared.
 */

#pragma once

#include <algorithm>
#include <cstddef>
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

//!\brief What the program needs to know of a metric.
struct metric_traits
{
    char const * column_name;                //!< The column of tables that has the value of a pair.
    char const * step_name;                  //!< The step of --timings that computes values.
    std::uint64_t alignment::result::*value; //!< Where a result has the value of a pair.
    bool is_distance;                        //!< Whether the value grows with what is different.

    //!\brief The identity of two sequences, from 0 to 1: of a value, and both sizes.
    double (*identity)(std::uint64_t, std::uint64_t, std::uint64_t) noexcept;

    std::uint64_t (*min_memory)(std::uint64_t, std::uint64_t) noexcept; //!< See seqan3_gpulcs::plan::min_memory.

    //!\brief See seqan3_gpulcs::plan::check_memory_limit.
    void (*check_memory_limit)(std::uint64_t, std::uint64_t, std::uint64_t);
};

inline constexpr metric_traits all_metric_traits[]{
    {"lcs", "lengths", &alignment::result::length, false, &lcs::identity, &plan::min_memory, &plan::check_memory_limit},
    {"distance",
     "distances",
     &alignment::result::distance,
     true,
     &edit::identity,
     &plan::min_edit_memory,
     &plan::check_edit_memory_limit}};

//!\brief What is known of a metric.
constexpr metric_traits const & traits_of(metric const metric) noexcept
{
    return all_metric_traits[static_cast<std::size_t>(metric)];
}

//!\brief The length that an identity is relative to: with free ends, that of the first sequence, which is aligned with a part of the other.
constexpr std::uint64_t
whole_length(std::uint64_t const first, std::uint64_t const second, bool const has_free_ends) noexcept
{
    return has_free_ends ? first : std::max(first, second);
}

} // namespace seqan3_gpulcs::app
