// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The metrics: all that is known of them but their recurrences and kernels.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <seqan3_gpulcs/alignment/preference.hpp>
#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

namespace seqan3_gpulcs::plan
{

//!\brief What is minimal or maximal in an alignment.
enum class metric : std::uint8_t
{
    lcs, //!< As many matches as possible: longest common subsequences.
    edit //!< As few insertions, deletions and substitutions as possible: edit distances.
};

//!\brief The number of metrics.
inline constexpr std::size_t metric_count{2};

//!\brief A value for each metric, in their order.
template <typename value_t>
struct by_metric
{
    //!\brief Takes all values: those that are missed would be zeros.
    constexpr by_metric(value_t const & lcs, value_t const & edit) noexcept : values{lcs, edit}
    {}

    value_t values[metric_count]; //!< The values.

    //!\brief The value for a metric.
    constexpr value_t const & operator[](plan::metric const metric) const noexcept
    {
        return values[static_cast<std::size_t>(metric)];
    }
};

//!\brief A number that is a member of a structure. It has a name because nvcc puts parentheses around it otherwise, of which GCC warns.
template <typename structure_t>
using number_in = std::uint64_t structure_t::*;

/*!\brief The properties of a metric, which compares pairs by a value. Each value goes with a distance, by which similar pairs are searched: that
 *        of longest common subsequences counts insertions and deletions, m + n - 2 L for sequences of m and n letters, and the length L.
 *
 * A further metric is one more of these, seqan3_gpulcs::plan::metric_costs, and a recurrence: see seqan3_gpulcs::cpu::recurrence and
 * seqan3_gpulcs::cuda::recurrence.
 */
struct metric_traits
{
    bool is_maximum{};                    //!< Whether greater values are better; otherwise, the value is the distance.
    bool tells_parts{};                   //!< Whether results say which parts of the sequences are aligned.
    number_in<alignment::result> value{}; //!< Where a result has the value.
    number_in<alignment::sequence_pair> threshold{}; //!< Where a pair says from which value on it is of interest.
    std::uint64_t no_threshold{};                    //!< The threshold that all pairs reach.
    std::uint64_t of_no_interest{};                  //!< The value of pairs that do not reach theirs.
    unsigned
        border_words{}; //!< The words of a border for 64 rows or columns: an increment is 0 or 1, or otherwise also -1.
    unsigned border_increment{}; //!< What a step along a border of the matrix adds to the value.
    std::int64_t
        spacing{}; //!< The diagonals from a furthest-reaching point to the next: 1 if there are substitutions, or 2.
    std::int64_t
        planes{}; //!< The bits that say whether such a point is from the row above; and if not, from the column before.
    unsigned kept_words{};      //!< The words that a traceback keeps for 64 rows of a column, if gaps come first,
    unsigned more_kept_words{}; //!< and if not: then also which gaps are possible.
    char const * values_name{}; //!< What users call the values of many pairs,
    char const * value_name{};  //!< that of one,
    char const * path_name{};   //!< and its alignment.

    //!\brief The largest distance of any sequences of these sizes.
    constexpr std::uint64_t largest_distance(std::uint64_t const rows, std::uint64_t const columns) const noexcept
    {
        return spacing == 1 ? std::max(rows, columns) : rows + columns;
    }

    //!\brief The distance of sequences of these sizes with a value.
    constexpr std::uint64_t
    distance(std::uint64_t const rows, std::uint64_t const columns, std::uint64_t const of_value) const noexcept
    {
        return is_maximum ? largest_distance(rows, columns) - static_cast<std::uint64_t>(spacing) * of_value : of_value;
    }

    //!\brief The value of sequences of these sizes with a distance.
    constexpr std::uint64_t
    value_at(std::uint64_t const rows, std::uint64_t const columns, std::uint64_t const distance) const noexcept
    {
        // A shift divides by the spacing, 1 or 2: a division for each of many short pairs takes noticeable time.
        return is_maximum ? (largest_distance(rows, columns) - distance) >> (spacing - 1) : distance;
    }
};

//!\brief The properties of all metrics.
inline constexpr by_metric<metric_traits> all_metric_traits{{.is_maximum = true,
                                                             .tells_parts = false,
                                                             .value = &alignment::result::length,
                                                             .threshold = &alignment::sequence_pair::min_length,
                                                             .no_threshold = 0,
                                                             .of_no_interest = 0,
                                                             .border_words = 1,
                                                             .border_increment = 0,
                                                             .spacing = 2,
                                                             .planes = 1,
                                                             .kept_words = 1,
                                                             .more_kept_words = 1,
                                                             .values_name = "longest common subsequences",
                                                             .value_name = "length",
                                                             .path_name = "longest common subsequence"},
                                                            {.is_maximum = false,
                                                             .tells_parts = true,
                                                             .value = &alignment::result::distance,
                                                             .threshold = &alignment::sequence_pair::max_distance,
                                                             .no_threshold = std::numeric_limits<std::uint64_t>::max(),
                                                             .of_no_interest = alignment::too_distant,
                                                             .border_words = 2,
                                                             .border_increment = 1,
                                                             .spacing = 1,
                                                             .planes = 2,
                                                             .kept_words = 2,
                                                             .more_kept_words = 4,
                                                             .values_name = "edit distances",
                                                             .value_name = "distance",
                                                             .path_name = "alignment"}};

//!\brief The properties of a metric.
constexpr metric_traits const & traits_of(metric const metric) noexcept
{
    return all_metric_traits[metric];
}

//!\brief A metric that is known to the compiler, with what templates need of it.
template <metric which>
struct metric_constant
{
    static constexpr metric id{which};                                     //!< The metric.
    static constexpr bool is_maximum{traits_of(which).is_maximum};         //!< See metric_traits.
    static constexpr unsigned border_words{traits_of(which).border_words}; //!< See metric_traits.
    static constexpr std::int64_t spacing{traits_of(which).spacing};       //!< See metric_traits.
    static constexpr std::int64_t planes{traits_of(which).planes};         //!< See metric_traits.
};

//!\brief Calls a function with a metric as a seqan3_gpulcs::plan::metric_constant, and returns its result.
template <typename function_t>
constexpr decltype(auto) with_metric(metric const value, function_t && function)
{
    return value == metric::lcs ? function(metric_constant<metric::lcs>{}) : function(metric_constant<metric::edit>{});
}

//!\brief Whether a value is at least as good as a bound. If it is that of a path in a band, it proves the bound.
constexpr bool reaches(std::uint64_t const value, std::uint64_t const bound, metric const metric) noexcept
{
    return traits_of(metric).is_maximum ? value >= bound : value <= bound;
}

//!\brief The better one of two values.
constexpr std::uint64_t better_of(std::uint64_t const left, std::uint64_t const right, metric const metric) noexcept
{
    return reaches(left, right, metric) ? left : right;
}

//!\brief The words of a border of the matrix, for 64 rows or columns.
constexpr unsigned border_words(metric const metric) noexcept
{
    return traits_of(metric).border_words;
}

//!\brief What a metric is about: the length or the distance of a result.
constexpr std::uint64_t value_of(alignment::result const & result, metric const metric) noexcept
{
    return result.*traits_of(metric).value;
}

//!\copydoc value_of
constexpr std::uint64_t & value_of(alignment::result & result, metric const metric) noexcept
{
    return result.*traits_of(metric).value;
}

//!\brief The value from which on a pair is of interest: a minimum, or a maximum.
constexpr std::uint64_t threshold_of(alignment::sequence_pair const & pair, metric const metric) noexcept
{
    return pair.*traits_of(metric).threshold;
}

} // namespace seqan3_gpulcs::plan
