// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Longest common subsequences of SeqAn3's ranges, without `align_pairwise`.
 */

#pragma once

#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/detail/short_values.hpp>
#include <seqan3_gpulcs/alignment/packed_pairs.hpp>
#include <seqan3_gpulcs/alignment/range_search.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/detail/packed_pair.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

namespace seqan3_gpulcs::lcs
{

using alignment::search_letter_t;

/*!\brief The length of a longest common subsequence of two ranges of letters.
 * \param first     A forward range over an alphabet of up to 256 letters.
 * \param second    Another one. If the alphabets differ, both must be nucleotides, which are compared as `seqan3::dna15`, or
 *                  both amino acids, which are compared as `seqan3::aa27`. Qualities are ignored.
 * \param execution Where and how to compute.
 * \returns The length.
 * \throws seqan3_gpulcs::invalid_option if the letters of the two sequences are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` or the ranges throw.
 *
 * Both ranges are packed first, in linear time.
 */
template <typename first_t, typename second_t>
    requires(packing::detail::letter_ranges<first_t, second_t>)
std::uint64_t length(first_t && first, second_t && second, plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed =
        packing::detail::pack_pair(first, second, plan::available_threads(execution));
    return length(packed.first, packed.second, execution);
}

/*!\brief A longest common subsequence of two ranges of letters, as a path.
 * \param first     A range of letters, as for seqan3_gpulcs::lcs::length.
 * \param second    Another one.
 * \param execution Where and how to compute.
 * \returns The alignment of the whole sequences.
 * \throws seqan3_gpulcs::invalid_option if the letters of the two sequences are of different kinds
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::memory_limit_too_small if the memory limit is too small for the subsequence.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` or the ranges throw.
 *
 * Both ranges are packed first, in linear time.
 */
template <typename first_t, typename second_t>
    requires(packing::detail::letter_ranges<first_t, second_t>)
path subsequence(first_t && first, second_t && second, plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed =
        packing::detail::pack_pair(first, second, plan::available_threads(execution));
    return subsequence(packed.first, packed.second, execution);
}

/*!\brief Compares many pairs of ranges.
 * \param first     A range of ranges of letters, such as a vector of sequences.
 * \param second    As many others; the alphabets are those of seqan3_gpulcs::lcs::length for two ranges.
 * \param wanted    What is computed for each pair.
 * \param execution Where and how to compute.
 * \returns The result of `first[i]` and `second[i]` at place i.
 * \throws seqan3_gpulcs::invalid_option if there are not as many of each; the exceptions of the function for packed sequences, and
 *         whatever the ranges throw.
 *
 * All threads pack both first, in linear time; see seqan3_gpulcs::packing::pack_all.
 */
template <packing::letter_range_set firsts_t, packing::letter_range_set seconds_t>
std::vector<result>
compute(firsts_t && first, seconds_t && second, output const wanted, plan::execution const & execution = {})
{
    alignment::packed_pairs const packed = alignment::pack_pairs(first, second, plan::available_threads(execution));
    return compute(packed.views, wanted, execution);
}

/*!\brief The lengths of longest common subsequences of many pairs of ranges.
 * \param first     A range of ranges of letters, such as a vector of sequences.
 * \param second    As many others; the alphabets are those of seqan3_gpulcs::lcs::length for two ranges.
 * \param execution Where and how to compute.
 * \returns The value of `first[i]` and `second[i]` at place i.
 * \throws seqan3_gpulcs::invalid_option if there are not as many of each; the exceptions of the function for packed sequences, and
 *         whatever the ranges throw.
 *
 * All threads pack both first, in linear time (see seqan3_gpulcs::packing::pack_all); where no device may be chosen, they read sequences of at most
 * 512 letters in memory as they are.
 */
template <packing::letter_range_set firsts_t, packing::letter_range_set seconds_t>
std::vector<std::uint64_t> lengths(firsts_t && first, seconds_t && second, plan::execution const & execution = {})
{
    std::vector<std::uint64_t> found{};
    if (alignment::detail::find_short_values(first, second, false, execution, found))
        return found;
    alignment::packed_pairs const packed = alignment::pack_pairs(first, second, plan::available_threads(execution));
    return lengths(packed.views, execution);
}

/*!\brief The same lengths in memory of the caller, who can use it again.
 * \param first     A range of ranges of letters.
 * \param second    As many others.
 * \param found     Receives the length of `first[i]` and `second[i]` at place i. Undefined after an exception.
 * \param execution Where and how to compute.
 * \throws seqan3_gpulcs::invalid_option if there is not one place for each pair, or a sequence has 2^32 - 1 letters or more; and the
 *         exceptions of the other function.
 */
template <packing::letter_range_set firsts_t, packing::letter_range_set seconds_t>
void lengths_into(firsts_t && first,
                  seconds_t && second,
                  std::span<std::uint32_t> const found,
                  plan::execution const & execution = {})
{
    if (alignment::detail::find_short_values(first, second, false, execution, found))
        return;
    alignment::packed_pairs const packed = alignment::pack_pairs(first, second, plan::available_threads(execution));
    lengths_into(packed.views, found, execution);
}

/*!\brief The LCS lengths of all pairs of ranges in one set.
 * \param sequences A range of ranges of letters, such as a vector of sequences.
 * \param execution Where and how to compute.
 * \returns The values in condensed form, and exceptions: as for packed sequences.
 *
 * All threads pack them first, in linear time; see seqan3_gpulcs::packing::pack_all.
 */
template <packing::letter_range_set sequences_t>
std::vector<std::uint64_t> all_pairs(sequences_t && sequences, plan::execution const & execution = {})
{
    packing::packed_set const packed = packing::pack_all(sequences, plan::available_threads(execution));
    return all_pairs(packed.views(), execution);
}

/*!\brief The LCS lengths of every range in one set with every range in another.
 * \param first     A range of ranges of letters, one per row of the result.
 * \param second    Another one, one per column of the result; the alphabets are those of seqan3_gpulcs::lcs::length for two ranges.
 * \param execution Where and how to compute.
 * \returns The values row by row, and exceptions: as for packed sequences.
 *
 * All threads pack both first, in linear time; see seqan3_gpulcs::packing::pack_all.
 */
template <packing::letter_range_set firsts_t, packing::letter_range_set seconds_t>
std::vector<std::uint64_t> all_pairs(firsts_t && first, seconds_t && second, plan::execution const & execution = {})
{
    alignment::detail::packed_sets const packed =
        alignment::detail::pack_sets(first, second, plan::available_threads(execution));
    return all_pairs(packed.first.views(), packed.second.views(), execution);
}

/*!\brief The LCS lengths of all pairs of ranges in one set in memory of the caller, who can use it again.
 * \param sequences A range of ranges of letters.
 * \param found     Receives the values in condensed form. Undefined after an exception.
 * \param execution Where and how to compute.
 * \throws seqan3_gpulcs::invalid_option if there is not one place for each pair; and the exceptions of the function for packed sequences.
 *
 * All threads pack them first, in linear time; see seqan3_gpulcs::packing::pack_all.
 */
template <packing::letter_range_set sequences_t>
void all_pairs_into(sequences_t && sequences,
                    std::span<std::uint32_t> const found,
                    plan::execution const & execution = {})
{
    packing::packed_set const packed = packing::pack_all(sequences, plan::available_threads(execution));
    all_pairs_into(packed.views(), found, execution);
}

//!\brief The same for every range in one set with every range in another: `found` receives the values row by row.
template <packing::letter_range_set firsts_t, packing::letter_range_set seconds_t>
void all_pairs_into(firsts_t && first,
                    seconds_t && second,
                    std::span<std::uint32_t> const found,
                    plan::execution const & execution = {})
{
    alignment::detail::packed_sets const packed =
        alignment::detail::pack_sets(first, second, plan::available_threads(execution));
    all_pairs_into(packed.first.views(), packed.second.views(), found, execution);
}

/*!\brief Compares a range of letters (the query), or several of them, with many (the subjects): seqan3_gpulcs::lcs::search
 *        for SeqAn3's ranges.
 * \tparam letter_t The alphabet in which letters are compared; deduced from the query.
 *
 * ```cpp
 * lcs::range_search finder{query, {.top = 10}}; // or a range of queries
 * finder.add(subjects); // any number of times; neither subjects nor query need to stay in memory
 * ```
 *
 * Letters are compared as by seqan3_gpulcs::lcs::length. See seqan3_gpulcs::alignment::basic_range_search for all members and for the
 * alphabets.
 *
 * Thread safety: an object may be used by one thread at a time; different objects are independent.
 */
template <typename letter_t>
class range_search : public alignment::basic_range_search<search, letter_t>
{
public:
    using alignment::basic_range_search<search, letter_t>::basic_range_search;
};

//!\brief Deduces the alphabet from the query.
template <packing::letter_range query_t>
range_search(query_t &&, search_options const & = {}, plan::execution const & = {})
    -> range_search<search_letter_t<std::ranges::range_value_t<query_t>>>;

//!\brief Deduces the alphabet from the queries.
template <std::ranges::input_range queries_t>
    requires(packing::letter_range<std::ranges::range_reference_t<queries_t>>)
range_search(queries_t &&, search_options const & = {}, plan::execution const & = {})
->range_search<search_letter_t<std::ranges::range_value_t<std::ranges::range_reference_t<queries_t>>>>;

} // namespace seqan3_gpulcs::lcs
