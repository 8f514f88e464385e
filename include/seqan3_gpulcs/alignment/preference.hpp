// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Which of several best alignments is reported.
 */

#pragma once

#include <cstdint>

namespace seqan3_gpulcs::alignment
{

//!\brief Which of several best alignments that end in the same cell is reported: the order in which a traceback tries steps.
enum class preference : std::uint8_t
{
    //!\brief An insertion, a deletion, a diagonal step: as SeqAn3's algorithm for edit distances.
    gaps_first,
    /*!\brief The kind of gap that the traceback is in, a diagonal step, a deletion, an insertion: as SeqAn3's algorithms for affine
     *        gaps.
     *
     * A traceback that took an insertion last takes another one where it can; deletions are treated in the same way.
     */
    diagonal_first
};

/*!\brief Where a best alignment ends if it may end in several cells.
 *
 * Cells are tried in this order: the last column from the first row on, if trailing letters of the first sequence are free; then
 * the last row from the first column on, if those of the second sequence are.
 */
enum class end_choice : std::uint8_t
{
    last, //!< It ends in the last of these cells.
    first //!< It ends in the first of these cells.
};

} // namespace seqan3_gpulcs::alignment
