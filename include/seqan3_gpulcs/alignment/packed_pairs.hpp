// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Packs many pairs of SeqAn3's ranges.
 */

#pragma once

#include <cstddef>
#include <ranges>
#include <string>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/detail/letter_checks.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>

namespace seqan3_gpulcs::alignment
{

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
    using first_letter_t = std::ranges::range_value_t<std::ranges::range_reference_t<firsts_t>>;
    using second_letter_t = std::ranges::range_value_t<std::ranges::range_reference_t<seconds_t>>;
    [[maybe_unused]] packing::detail::check_comparable<first_letter_t, second_letter_t> const check{};

    packed_pairs packed{};
    if constexpr (packing::comparable_letters<first_letter_t, second_letter_t>)
    {
        using letter_t = packing::common_letter_t<first_letter_t, second_letter_t>;
        packed.first = packing::pack_all<letter_t>(first, threads);
        packed.second = packing::pack_all<letter_t>(second, threads);
        if (packed.first.size() != packed.second.size())
            throw invalid_option{"There are " + std::to_string(packed.first.size()) + " first sequences, but "
                                 + std::to_string(packed.second.size())
                                 + " second ones; give one of each for each pair."};
        for (std::size_t i = 0; i < packed.first.size(); ++i)
            packed.views.push_back({packed.first.views()[i], packed.second.views()[i]});
    }
    return packed;
}

} // namespace seqan3_gpulcs::alignment
