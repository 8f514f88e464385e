// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Longest common subsequences of SeqAn3's ranges, without `align_pairwise`.
 */

#pragma once

#include <cstdint>
#include <ranges>
#include <type_traits>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/detail/packed_pair.hpp>
#include <seqan3_gpulcs/lcs/run.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

namespace seqan3_gpulcs::lcs
{

/*!\brief The length of a longest common subsequence of two ranges over letters.
 * \param first     A forward range over an alphabet of up to 256 letters.
 * \param second    Another one. Two different alphabets must both be nucleotides, compared as `seqan3::dna15`, or both amino
 *                  acids, compared as `seqan3::aa27`. Qualities do not count.
 * \param execution Where and how.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute, and what the ranges throw.
 *
 * As for packed sequences, plus the packing, which is linear.
 */
template <typename first_t, typename second_t>
    requires(detail::letter_ranges<first_t, second_t>)
std::uint64_t length(first_t && first, second_t && second, plan::execution const & execution = {})
{
    detail::packed_pair const packed = detail::pack_pair(first, second);
    return length(packed.first, packed.second, execution);
}

/*!\brief A longest common subsequence of two ranges over letters, as runs.
 * \param first     A range over letters, as for seqan3_gpulcs::lcs::length.
 * \param second    Another one.
 * \param execution Where and how.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute, and what the ranges throw.
 */
template <typename first_t, typename second_t>
    requires(detail::letter_ranges<first_t, second_t>)
std::vector<run> subsequence(first_t && first, second_t && second, plan::execution const & execution = {})
{
    detail::packed_pair const packed = detail::pack_pair(first, second);
    return subsequence(packed.first, packed.second, execution);
}

/*!\brief The alphabet in which a query is compared with subjects of any alphabet: `seqan3::dna15` for nucleotides,
 *        `seqan3::aa27` for amino acids, else its own.
 */
template <typename letter_t>
using search_letter_t =
    std::conditional_t<seqan3::nucleotide_alphabet<letter_t>,
                       seqan3::dna15,
                       std::conditional_t<seqan3::aminoacid_alphabet<letter_t>, seqan3::aa27, letter_t>>;

/*!\brief Compares a range over letters, the query, with many, the subjects: seqan3_gpulcs::lcs::search for SeqAn3's ranges.
 * \tparam letter_t The alphabet in which letters are compared; deduced from the query.
 *
 * ```cpp
 * lcs::range_search finder{query, {.top = 10}};
 * finder.add(subjects); // any number of times: what was added need not stay in memory, nor need the query
 * ```
 *
 * The alphabets of query and subjects may be different ones, if all are nucleotides or all amino acids.
 *
 * Thread safety: an object may be used by one thread at a time; different objects are independent.
 */
template <typename letter_t>
class range_search
{
public:
    /*!\brief Starts without any subject.
     * \param query     The sequence to compare with; it is copied.
     * \param options   Which subjects to find.
     * \param execution Where and how. `on_progress` is told the cells of each piece, skipped ones included.
     * \throws seqan3_gpulcs::backend_unavailable, std::bad_alloc, and what the range throws.
     *
     * Linear in the length of the query.
     */
    template <packing::letter_range query_t>
    explicit range_search(query_t && query,
                          search_options const & options = {},
                          plan::execution const & execution = {}) :
        search_{packing::pack<letter_t>(query), options, execution}
    {}

    /*!\brief Compares some more subjects.
     * \param subjects A range of ranges over letters.
     * \returns Which of them are among the hits now, and which earlier ones are not any more.
     * \throws The exceptions of seqan3_gpulcs::lcs::search::add, and what the ranges throw.
     *
     * All of them are packed first; see seqan3_gpulcs::lcs::search::add for what is done then.
     */
    template <std::ranges::input_range subjects_t>
        requires(packing::letter_range<std::ranges::range_reference_t<subjects_t>>)
    search_changes add(subjects_t && subjects)
    {
        using subject_letter_t = std::ranges::range_value_t<std::ranges::range_reference_t<subjects_t>>;
        constexpr bool are_comparable = packing::comparable_letters<letter_t, subject_letter_t>;
        static_assert(
            are_comparable,
            "seqan3_gpulcs: letters of the subjects cannot be compared with those of the query; convert them, so "
            "that all have the same alphabet, or all have nucleotides or amino acids.");

        std::vector<packing::packed_sequence> packed{};
        if constexpr (are_comparable)
            for (auto && subject : subjects)
                packed.push_back(packing::pack<letter_t>(subject));
        return search_.add(std::vector<packing::packed_sequence_view>(packed.begin(), packed.end()));
    }

    //!\brief See seqan3_gpulcs::lcs::search::hits.
    std::vector<hit> hits() const
    {
        return search_.hits();
    }

    //!\brief See seqan3_gpulcs::lcs::search::work.
    search_work const & work() const noexcept
    {
        return search_.work();
    }

private:
    search search_;
};

//!\brief Deduces the alphabet from the query.
template <packing::letter_range query_t>
range_search(query_t &&, search_options const & = {}, plan::execution const & = {})
    -> range_search<search_letter_t<std::ranges::range_value_t<query_t>>>;

} // namespace seqan3_gpulcs::lcs
