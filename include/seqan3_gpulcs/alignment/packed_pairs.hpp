// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Packs pairs and sets of SeqAn3's ranges.
 */

#pragma once

#include <cstddef>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/detail/letter_checks.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>

namespace seqan3_gpulcs::alignment
{

namespace detail
{

//!\brief The letter of the sequences of a set.
template <packing::letter_range_set ranges_t>
using set_letter_t = std::ranges::range_value_t<std::ranges::range_reference_t<ranges_t>>;

//!\brief Two packed sets whose sequences can be compared.
struct packed_sets
{
    packing::packed_set first{};  //!< One of them.
    packing::packed_set second{}; //!< The other one.
};

/*!\brief Packs two ranges of ranges, both in the alphabet seqan3_gpulcs::packing::common_letter_t.
 * \param first   One of them.
 * \param second  The other one.
 * \param threads As for seqan3_gpulcs::packing::pack_all.
 * \throws std::bad_alloc, and whatever the ranges throw.
 */
template <packing::letter_range_set firsts_t, packing::letter_range_set seconds_t>
packed_sets pack_sets(firsts_t & first, seconds_t & second, unsigned const threads)
{
    [[maybe_unused]] packing::detail::check_comparable<set_letter_t<firsts_t>, set_letter_t<seconds_t>> const check{};

    if constexpr (packing::comparable_letters<set_letter_t<firsts_t>, set_letter_t<seconds_t>>)
    {
        using letter_t = packing::common_letter_t<set_letter_t<firsts_t>, set_letter_t<seconds_t>>;
        return {packing::pack_all<letter_t>(first, threads), packing::pack_all<letter_t>(second, threads)};
    }
    return {};
}

} // namespace detail

//!\brief Many packed pairs.
struct packed_pairs
{
    packing::packed_set first{};        //!< The first sequences.
    packing::packed_set second{};       //!< The second sequences.
    std::vector<sequence_pair> views{}; //!< Views of them, pair by pair.
};

/*!\brief Packs two ranges of ranges that have a sequence of each pair, with all threads.
 * \param first   The first sequences.
 * \param second  As many second sequences.
 * \param threads As for seqan3_gpulcs::packing::pack_all.
 * \throws seqan3_gpulcs::invalid_option if their numbers differ; std::bad_alloc, and whatever the ranges throw.
 */
template <packing::letter_range_set firsts_t, packing::letter_range_set seconds_t>
packed_pairs pack_pairs(firsts_t && first, seconds_t && second, unsigned const threads)
{
    detail::packed_sets sets = detail::pack_sets(first, second, threads);
    packed_pairs packed{std::move(sets.first), std::move(sets.second), {}};
    if (packed.first.size() != packed.second.size())
        throw invalid_option{"There are " + std::to_string(packed.first.size()) + " first sequences, but "
                             + std::to_string(packed.second.size()) + " second ones; give one of each for each pair."};
    packed.views.reserve(packed.first.size());
    for (std::size_t i = 0; i < packed.first.size(); ++i)
        packed.views.push_back({packed.first.views()[i], packed.second.views()[i]});
    return packed;
}

} // namespace seqan3_gpulcs::alignment
