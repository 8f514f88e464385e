// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Longest common subsequences of SeqAn3's ranges, without `align_pairwise`.
 */

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/aminoacid/concept.hpp>
#include <seqan3/alphabet/concept.hpp>
#include <seqan3/alphabet/nucleotide/concept.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/run.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/detail/packed_pair.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

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
    requires(packing::detail::letter_ranges<first_t, second_t>)
std::uint64_t length(first_t && first, second_t && second, plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed = packing::detail::pack_pair(first, second);
    return length(packed.first, packed.second, execution);
}

/*!\brief A longest common subsequence of two ranges over letters, as runs.
 * \param first     A range over letters, as for seqan3_gpulcs::lcs::length.
 * \param second    Another one.
 * \param execution Where and how.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute, and what the ranges throw.
 */
template <typename first_t, typename second_t>
    requires(packing::detail::letter_ranges<first_t, second_t>)
std::vector<run> subsequence(first_t && first, second_t && second, plan::execution const & execution = {})
{
    packing::detail::packed_pair const packed = packing::detail::pack_pair(first, second);
    return subsequence(packed.first, packed.second, execution);
}

namespace detail
{

//!\brief Whether letters that differ also do so after conversion to another alphabet.
template <packing::packable_letter letter_t, packing::packable_letter target_t>
    requires(std::constructible_from<target_t, letter_t>)
constexpr bool stay_different()
{
    std::array<bool, seqan3::alphabet_size<target_t>> taken{};
    for (std::size_t rank = 0; rank < seqan3::alphabet_size<letter_t>; ++rank)
    {
        auto const letter = seqan3::assign_rank_to(static_cast<seqan3::alphabet_rank_t<letter_t>>(rank), letter_t{});
        if (std::exchange(taken[seqan3::to_rank(static_cast<target_t>(letter))], true))
            return false;
    }
    return true;
}

//!\brief The alphabet in which letters are compared with those of all comparable alphabets; `void` if there is none.
template <typename letter_t>
using comparison_letter_t =
    std::conditional_t<seqan3::nucleotide_alphabet<letter_t>,
                       seqan3::dna15,
                       std::conditional_t<seqan3::aminoacid_alphabet<letter_t>, seqan3::aa27, void>>;

//!\brief See seqan3_gpulcs::lcs::search_letter_t. Without qualities.
template <typename letter_t>
struct search_letter
{
    //!\brief The alphabet.
    using type = letter_t;
};

//!\copydoc search_letter
template <typename letter_t>
    requires(stay_different<letter_t, comparison_letter_t<letter_t>>())
struct search_letter<letter_t>
{
    //!\brief The alphabet.
    using type = comparison_letter_t<letter_t>;
};

} // namespace detail

/*!\brief The alphabet in which a query is compared with subjects of any alphabet: `seqan3::dna15` for nucleotides,
 *        `seqan3::aa27` for amino acids, else its own; without qualities.
 *
 * It is its own, too, if letters that differ would not do so there: of `seqan3::structured_rna`, which would lose the
 * structure, and of `seqan3::dna16sam`, whose '=' would be N.
 */
template <typename letter_t>
using search_letter_t = typename detail::search_letter<typename packing::without_quality<letter_t>::type>::type;

/*!\brief Compares a range over letters, the query, with many, the subjects: seqan3_gpulcs::lcs::search for SeqAn3's ranges.
 * \tparam letter_t The alphabet in which letters are compared; deduced from the query.
 *
 * ```cpp
 * lcs::range_search finder{query, {.top = 10}};
 * finder.add(subjects); // any number of times: what was added need not stay in memory, nor need the query
 * ```
 *
 * The alphabets of query and subjects may be different ones, if all are nucleotides or all amino acids. Letters are compared as
 * by seqan3_gpulcs::lcs::length. So where the query has letters that are one and the same in `seqan3::dna15` (see
 * seqan3_gpulcs::lcs::search_letter_t), all subjects must have its alphabet; `range_search<seqan3::dna15>` takes others, too, and
 * compares all as `seqan3::dna15`.
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
        constexpr bool keep_letters =
            !are_comparable || std::same_as<packing::common_letter_t<letter_t, subject_letter_t>, letter_t>;
        static_assert(
            keep_letters,
            "seqan3_gpulcs: this search compares letters of one alphabet only, and these subjects have another one; "
            "use lcs::range_search<seqan3::dna15>, or with seqan3::aa27 for amino acids, or convert the subjects.");

        std::vector<packing::packed_sequence> packed{};
        if constexpr (are_comparable && keep_letters)
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
    search_statistics const & statistics() const noexcept
    {
        return search_.statistics();
    }

private:
    search search_;
};

//!\brief Deduces the alphabet from the query.
template <packing::letter_range query_t>
range_search(query_t &&, search_options const & = {}, plan::execution const & = {})
    -> range_search<search_letter_t<std::ranges::range_value_t<query_t>>>;

} // namespace seqan3_gpulcs::lcs
