// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Searches many of SeqAn3's ranges for those that are most similar to a query: what all kinds of comparisons share.
 */

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/aminoacid/concept.hpp>
#include <seqan3/alphabet/concept.hpp>
#include <seqan3/alphabet/nucleotide/concept.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>

#include <seqan3_gpulcs/alignment/search.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>

namespace seqan3_gpulcs::alignment
{

namespace detail
{

//!\brief Whether different letters stay different when converted to another alphabet.
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

//!\brief The alphabet in which letters of all comparable alphabets are compared; `void` if there is none.
template <typename letter_t>
using comparison_letter_t =
    std::conditional_t<seqan3::nucleotide_alphabet<letter_t>,
                       seqan3::dna15,
                       std::conditional_t<seqan3::aminoacid_alphabet<letter_t>, seqan3::aa27, void>>;

//!\brief See seqan3_gpulcs::alignment::search_letter_t. Without qualities.
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
 *        `seqan3::aa27` for amino acids, otherwise the query's own; without qualities.
 *
 * The query's own alphabet is also used if different letters would become equal: `seqan3::structured_rna` would lose its
 * structure, and the '=' of `seqan3::dna16sam` would become N.
 */
template <typename letter_t>
using search_letter_t = typename detail::search_letter<typename packing::without_quality<letter_t>::type>::type;

/*!\brief Compares a range of letters (the query), or several of them, with many (the subjects): a search for SeqAn3's ranges.
 * \tparam search_t The search for packed sequences.
 * \tparam letter_t The alphabet in which letters are compared.
 *
 * Query and subjects may have different alphabets if all are nucleotides or all are amino acids. If different letters of the query's
 * alphabet are equal in `seqan3::dna15` (see seqan3_gpulcs::alignment::search_letter_t), all subjects must have the query's alphabet;
 * `range_search<seqan3::dna15>` also accepts others, and compares everything as `seqan3::dna15`.
 *
 * Thread safety: an object may be used by one thread at a time; different objects are independent.
 */
template <typename search_t, typename letter_t>
class basic_range_search
{
public:
    //!\brief The options that say which subjects are found.
    using options_type = typename search_t::options_type;
    //!\brief A subject that was found.
    using hit_type = typename search_t::hit_type;

    /*!\brief Starts a search without subjects.
     * \param query     The sequence to compare with; it is copied.
     * \param options   Which subjects to find.
     * \param execution Where and how to compute. Progress counts the cells of one call of add(), skipped subjects included.
     * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
     * \throws std::bad_alloc, and whatever the range throws.
     *
     * Linear in the length of the query.
     */
    template <packing::letter_range query_t>
    explicit basic_range_search(query_t && query,
                                options_type const & options = {},
                                plan::execution const & execution = {}) :
        search_{packing::pack<letter_t>(query), options, execution}
    {}

    //!\brief Starts a search for several queries, a range of ranges of letters, which share the work.
    template <std::ranges::input_range queries_t>
        requires(packing::letter_range<std::ranges::range_reference_t<queries_t>>)
    explicit basic_range_search(queries_t && queries,
                                options_type const & options = {},
                                plan::execution const & execution = {}) :
        search_{pack_each(queries), options, execution}
    {}

    /*!\brief Compares more subjects with all queries.
     * \param subjects A range of ranges of letters.
     * \returns The new subjects that are hits now, and the earlier hits that no longer are.
     * \throws seqan3_gpulcs::invalid_option if one of queries and subjects has characters and the other has ranks.
     * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it,
     *         only if the backend cuda was requested.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
     * \throws std::bad_alloc, and whatever `execution.on_progress` or the ranges throw.
     *
     * All subjects are packed first, in linear time, and then compared as by seqan3_gpulcs::alignment::basic_search::add.
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
            "use range_search<seqan3::dna15>, or with seqan3::aa27 for amino acids, or convert the subjects.");

        if constexpr (!are_comparable || !keep_letters)
            return {};
        else if constexpr (packing::letter_range_set<subjects_t>)
        {
            packing::packed_set const packed = packing::pack_all<letter_t>(subjects, search_.threads());
            return search_.add(packed.views());
        }
        else
        {
            std::vector<packing::packed_sequence> const packed = pack_each(subjects);
            return search_.add(std::vector<packing::packed_sequence_view>(packed.begin(), packed.end()));
        }
    }

    //!\brief The current hits of a query; see seqan3_gpulcs::alignment::basic_search::hits.
    std::vector<hit_type> hits(std::size_t const query = 0) const
    {
        return search_.hits(query);
    }

    //!\brief The statistics so far; see seqan3_gpulcs::alignment::basic_search::statistics.
    search_statistics const & statistics() const noexcept
    {
        return search_.statistics();
    }

private:
    template <typename ranges_t>
    static std::vector<packing::packed_sequence> pack_each(ranges_t & ranges)
    {
        std::vector<packing::packed_sequence> packed{};
        for (auto && range : ranges)
            packed.push_back(packing::pack<letter_t>(range));
        return packed;
    }

    search_t search_;
};

} // namespace seqan3_gpulcs::alignment
