// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The beginning or the end of a packed sequence.
 */

#pragma once

#include <cassert>
#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

/*!\brief A view of the first letters of a sequence, with the codes and letters of all of it.
 * \param sequence The sequence.
 * \param size     The number of letters; at most all of them.
 *
 * Constant time.
 */
inline packed_sequence_view prefix_of(packed_sequence_view const & sequence, std::uint64_t const size)
{
    assert(size <= sequence.size());
    return {sequence.words(), size, sequence.bits_per_letter(), sequence.letters(), sequence.kind()};
}

/*!\brief A view of the last letters of a sequence, with the codes and letters of all of it.
 * \param sequence The sequence.
 * \param begin    The first letter of the view: a multiple of those in a word, and at most their number.
 */
inline packed_sequence_view suffix_of(packed_sequence_view const & sequence, std::uint64_t const begin)
{
    assert(begin <= sequence.size() && begin % sequence.codes_per_word() == 0);
    return {sequence.words() + begin / sequence.codes_per_word(),
            sequence.size() - begin,
            sequence.bits_per_letter(),
            sequence.letters(),
            sequence.kind()};
}

} // namespace seqan3_gpulcs::packing
