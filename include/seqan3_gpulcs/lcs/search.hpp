// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Searches many sequences for those that have the most in common with a query, for one or several queries.
 */

#pragma once

#include <algorithm>
#include <cstdint>

#include <seqan3_gpulcs/alignment/search.hpp>

namespace seqan3_gpulcs::lcs
{

using alignment::search_changes;
using alignment::search_statistics;

/*!\brief The identity of two sequences: the LCS length divided by the length of the longer sequence.
 * \param length      The length of a longest common subsequence.
 * \param first_size  The length of one sequence.
 * \param second_size The length of the other one.
 * \returns A number from 0 to 1: the quotient, rounded to `double`; 1 if both sequences are empty.
 *
 * Constant time.
 */
constexpr double
identity(std::uint64_t const length, std::uint64_t const first_size, std::uint64_t const second_size) noexcept
{
    std::uint64_t const longest = std::max(first_size, second_size);
    return longest == 0 ? 1.0 : static_cast<double>(length) / static_cast<double>(longest);
}

/*!\brief The minimum length of a common subsequence with which two sequences have an identity.
 * \param min_identity The minimum of seqan3_gpulcs::lcs::identity.
 * \param first_size   The length of one sequence.
 * \param second_size  The length of the other one.
 * \returns The shortest length whose identity, as identity() rounds it, is not smaller; the largest `std::uint64_t` if even
 *          equal sequences have a smaller one, or `min_identity` is not a number.
 *
 * It can be a seqan3_gpulcs::lcs::sequence_pair::min_length. Constant time.
 */
std::uint64_t length_for_identity(double min_identity, std::uint64_t first_size, std::uint64_t second_size) noexcept;

//!\brief The order of hits. Among equal hits, the subject that was added first comes first.
enum class search_order : std::uint8_t
{
    length,  //!< Longer common subsequences first.
    identity //!< Higher identities first, compared as exact fractions.
};

//!\brief The options of a search: which subjects it finds for each query.
struct search_options
{
    std::uint64_t top{0};                     //!< The maximum number of hits; 0 means no maximum.
    std::uint64_t min_length{0};              //!< The minimum length of a common subsequence.
    double min_identity{0};                   //!< The minimum of seqan3_gpulcs::lcs::identity.
    search_order order{search_order::length}; //!< Which hits come first.
};

//!\brief A subject that was found.
struct hit
{
    std::uint64_t subject{};      //!< Its number, from 0 on, counted over all calls of seqan3_gpulcs::lcs::search::add.
    std::uint64_t subject_size{}; //!< The number of its letters.
    std::uint64_t length{};       //!< The length of a longest common subsequence of the subject and the query.

    //!\brief Compares all members.
    friend bool operator==(hit const &, hit const &) = default;
};

namespace detail
{

//!\brief See seqan3_gpulcs::alignment::basic_search.
struct search_traits
{
    //!\brief Which subjects are found.
    using options_type = search_options;
    //!\brief A subject that was found.
    using hit_type = hit;

    //!\brief The rule of the options.
    static alignment::detail::search_rule make_rule(search_options const & options) noexcept;

    //!\brief The hit of a query.
    static constexpr hit make_hit(alignment::detail::scored_subject const & found,
                                  std::uint64_t /*query_size*/) noexcept
    {
        return {found.subject, found.subject_size, found.score};
    }
};

} // namespace detail

/*!\brief Compares a sequence (the query), or several of them, with many (the subjects), and keeps for each query the subjects
 *        that have the most in common with it: those with the longest common subsequences, or the highest identities.
 *
 * See seqan3_gpulcs::alignment::basic_search for all members. The comparisons are those of seqan3_gpulcs::lcs::compute.
 *
 * Thread safety: an object may be used by one thread at a time; different objects are independent.
 */
class search : public alignment::basic_search<detail::search_traits>
{
public:
    using alignment::basic_search<detail::search_traits>::basic_search;
};

} // namespace seqan3_gpulcs::lcs
