// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Packs two of SeqAn3's ranges in the alphabet in which they are compared.
 */

#pragma once

#include <concepts>
#include <ranges>
#include <string_view>

#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/detail/letter_checks.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing::detail
{

//!\brief A string, or a literal, whose terminating zero is not a letter.
template <typename sequence_t>
concept text = std::convertible_to<sequence_t, std::string_view>;

//!\brief Two ranges of letters, except two strings, for which there are overloads without SeqAn3.
template <typename first_t, typename second_t>
concept letter_ranges =
    packing::letter_range<first_t> && packing::letter_range<second_t> && !(text<first_t> && text<second_t>);

//!\brief Two packed sequences that can be compared.
struct packed_pair
{
    packing::packed_sequence first{};  //!< The first one.
    packing::packed_sequence second{}; //!< The second one.
};

/*!\brief Packs two ranges, both in the alphabet seqan3_gpulcs::packing::common_letter_t.
 * \param first   One of them.
 * \param second  The other one.
 * \param threads As for seqan3_gpulcs::packing::pack.
 * \throws std::bad_alloc, and whatever the ranges throw.
 */
template <typename first_t, typename second_t>
    requires(letter_ranges<first_t, second_t>)
packed_pair pack_pair(first_t && first, second_t && second, unsigned const threads)
{
    using first_letter_t = std::ranges::range_value_t<first_t>;
    using second_letter_t = std::ranges::range_value_t<second_t>;
    [[maybe_unused]] check_comparable<first_letter_t, second_letter_t> const check{};

    packed_pair packed{};
    if constexpr (packing::comparable_letters<first_letter_t, second_letter_t>)
    {
        using letter_t = packing::common_letter_t<first_letter_t, second_letter_t>;
        packed.first = packing::pack<letter_t>(first, threads);
        packed.second = packing::pack<letter_t>(second, threads);
    }
    return packed;
}

} // namespace seqan3_gpulcs::packing::detail
