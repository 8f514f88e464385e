// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether the letters of two sequences can be compared.
 */

#pragma once

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

} // namespace seqan3_gpulcs::packing
