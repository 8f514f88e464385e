// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether the letters of two sequences can be compared.
 */

#pragma once

#include <algorithm>
#include <span>

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

/*!\brief Checks each pair of two sets, in linear time.
 * \throws seqan3_gpulcs::invalid_option
 */
inline void check_same_kind(std::span<packed_sequence_view const> const first,
                            std::span<packed_sequence_view const> const second)
{
    // Each sequence of a set, with one of each kind of the other set.
    for (auto const kind : {letter_kind::character, letter_kind::rank})
    {
        auto const found = std::ranges::find_if(first,
                                                [&](packed_sequence_view const & sequence)
                                                {
                                                    return !sequence.empty() && sequence.kind() == kind;
                                                });
        if (found != first.end())
            for (packed_sequence_view const & sequence : second)
                check_same_kind(*found, sequence);
    }
}

} // namespace seqan3_gpulcs::packing
