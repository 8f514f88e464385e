// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether the letters of two sequences can be compared.
 */

#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

/*!\brief Refuses to compare characters with ranks. Sequences without letters can be compared with any.
 * \throws seqan3_gpulcs::invalid_option
 */
inline void check_same_kind(packed_sequence_view const & first, packed_sequence_view const & second)
{
    if (!first.empty() && !second.empty() && first.kind() != second.kind())
        throw invalid_option{
            "The letters of one sequence are characters, those of another one are ranks in an alphabet without "
            "characters; pack both from the same alphabet."};
}

//!\brief A sequence of each kind of letters that a set has. Linear in the number of sequences.
inline std::vector<packed_sequence_view> one_of_each_kind(std::span<packed_sequence_view const> const set)
{
    std::vector<packed_sequence_view> found{};
    for (auto const kind : {letter_kind::character, letter_kind::rank})
    {
        auto const one = std::ranges::find_if(set,
                                              [&](packed_sequence_view const & sequence)
                                              {
                                                  return !sequence.empty() && sequence.kind() == kind;
                                              });
        if (one != set.end())
            found.push_back(*one);
    }
    return found;
}

/*!\brief Checks each pair of two sets, in linear time.
 * \throws seqan3_gpulcs::invalid_option
 */
inline void check_same_kind(std::span<packed_sequence_view const> const first,
                            std::span<packed_sequence_view const> const second)
{
    for (packed_sequence_view const & one : one_of_each_kind(first))
        for (packed_sequence_view const & sequence : second)
            check_same_kind(one, sequence);
}

} // namespace seqan3_gpulcs::packing
