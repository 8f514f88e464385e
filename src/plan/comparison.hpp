// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What is computed for pairs of sequences.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/free_ends.hpp>
#include <seqan3_gpulcs/alignment/preference.hpp>
#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/metric.hpp"

namespace seqan3_gpulcs::plan
{

using alignment::end_choice;
using alignment::preference;

//!\brief What is computed for each pair.
struct comparison
{
    plan::metric metric{};         //!< What is compared.
    bool with_path{};              //!< Whether the alignment is wanted, too.
    alignment::free_ends ends{};   //!< Of edit distances, the ends that cost nothing.
    plan::preference preference{}; //!< Of edit distances, which of several alignments.
    plan::end_choice end{};        //!< Of edit distances, which of several ends.
};

inline constexpr comparison lcs_length{};                                              //!< Only lengths.
inline constexpr comparison lcs_subsequence{.with_path = true};                        //!< Subsequences, too.
inline constexpr comparison edit_distance{.metric = metric::edit};                     //!< Only distances.
inline constexpr comparison edit_alignment{.metric = metric::edit, .with_path = true}; //!< Alignments, too.

//!\brief Longest common subsequences, with or without the alignment.
constexpr comparison compare_lcs(bool const with_path) noexcept
{
    return {.with_path = with_path};
}

//!\brief A comparison with the sequences exchanged, but for the alignment that is chosen.
constexpr comparison exchange_sequences(comparison wanted) noexcept
{
    auto const & [first_leading, first_trailing, second_leading, second_trailing] = wanted.ends;
    wanted.ends = {second_leading, second_trailing, first_leading, first_trailing};
    return wanted;
}

/*!\brief Whether the path, if it is wanted, goes through furthest-reaching points, and takes two bits for each step of a traceback: it
 *        has whole sequences, and gaps come first.
 */
constexpr bool has_simple_path(comparison const & wanted) noexcept
{
    return !wanted.ends.any() && (!wanted.with_path || wanted.preference == plan::preference::gaps_first);
}

//!\brief The words that a traceback keeps for 64 rows of a column.
constexpr unsigned kept_words(comparison const & wanted) noexcept
{
    metric_traits const & traits = traits_of(wanted.metric);
    return wanted.preference == preference::gaps_first ? traits.kept_words : traits.more_kept_words;
}

//!\brief Whether a pair is long enough, or close enough.
constexpr bool
is_of_interest(alignment::sequence_pair const & pair, std::uint64_t const value, metric const metric) noexcept
{
    return reaches(value, threshold_of(pair, metric), metric);
}

//!\copydoc is_of_interest
constexpr bool
is_of_interest(alignment::sequence_pair const & pair, alignment::result const & result, metric const metric) noexcept
{
    return is_of_interest(pair, value_of(result, metric), metric);
}

} // namespace seqan3_gpulcs::plan
