// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The beginning of a packed sequence.
 */

#pragma once

#include <cassert>
#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

/*!\brief A view of the first letters of a sequence, with the codes and letters of all of it.
 * \param sequence The sequence.
 * \param size     How many letters; at most all of them.
 *
 * Constant time.
 */
inline packed_sequence_view prefix_of(packed_sequence_view const & sequence, std::uint64_t const size)
{
    assert(size <= sequence.size());
    return {sequence.words(), size, sequence.bits_per_letter(), sequence.letters(), sequence.kind()};
}

} // namespace seqan3_gpulcs::packing
