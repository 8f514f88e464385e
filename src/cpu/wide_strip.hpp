// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The innermost loop for tall strips, with the widest vectors of the machine.
 */

#pragma once

#include <cstdint>

#include "strip_kernel.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The most vectors of a strip: they must stay in registers.
inline constexpr unsigned most_vectors{8};

//!\brief The words of a vector, 8 at most.
unsigned vector_words() noexcept;

/*!\brief Runs a strip of several vectors along some columns.
 * \param segment    What to read and write; `vertical` and `match` aligned to 64 bytes. A strip that does not fill its
 *                   last vector has ones in the rest of `vertical` and zeros in that of `match`. Either columns or inner
 *                   rows can be kept; an inner row that is not wanted is null.
 * \param vectors    The number of vectors, 1 to seqan3_gpulcs::cpu::most_vectors.
 * \param bits       The width of a code.
 * \param kept_words How many words of a column are kept, if columns are.
 *
 * The addition of many words at once: with g, the words that overflow, and p, those that are all ones afterwards, as
 * binary numbers, t = 2 g + p + the carry from below. The words in which t and p differ get one more, and the bit of t
 * behind the last word is the carry to the next vector.
 */
void run_wide_strip(strip_segment const & segment, unsigned vectors, unsigned bits, unsigned kept_words) noexcept;

} // namespace seqan3_gpulcs::cpu
