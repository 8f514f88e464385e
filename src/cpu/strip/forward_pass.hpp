// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The pass over a matrix, or a part of it, from its upper left to its lower right border.
 */

#pragma once

#include <cstdint>
#include <span>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/cpu/strip/matrix_region.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief The borders of a part: before the pass the left and the upper, after it the right and the lower one.
 *
 * `vertical` has one bit a row: row r of the part is bit r % 64 of word r / 64, and it is *zero* where the matrix grows
 * from the row above. `horizontal` has one bit a column: column c is bit *63 -* c % 64 of word c / 64, and it is one
 * where the matrix grows from the column before; bits behind the last column must be zero. Both as the kernel wants them: V
 * of the recurrence, and carries.
 */
struct matrix_borders
{
    std::span<std::uint64_t> vertical{};   //!< row_words() words; at the border of the whole matrix all ones.
    std::span<std::uint64_t> horizontal{}; //!< column_words() words; at the border of the whole matrix zeros.
};

//!\brief What a pass keeps beside the borders.
struct kept_increments
{
    plan::checkpoint_grid grid{}; //!< The distances; 0 where nothing is kept.
    std::uint64_t * columns{};    //!< Vertical increments of every column_spacing-th column, but of the last column.
    std::uint64_t * rows{};       //!< Horizontal increments of every row_spacing-th row, but of the last row.
};

/*!\brief Computes a part of the matrix.
 * \param row_sequence    The sequence of the rows.
 * \param column_sequence The sequence of the columns.
 * \param part            Which part.
 * \param borders         See seqan3_gpulcs::cpu::matrix_borders.
 * \param kept            What to keep.
 * \param threads         How many threads work on it.
 * \param control         Stop, and progress where `counts` is true.
 * \param counts          Whether the cells count as progress.
 *
 * A strip of rows is what one thread runs along the columns. A thread takes the next strip, and follows the thread on
 * the strip above at a distance of some blocks of columns; so strip s waits for nothing but strip s - 1.
 */
void forward_pass(packing::packed_sequence_view row_sequence,
                  packing::packed_sequence_view column_sequence,
                  matrix_region const & part,
                  matrix_borders const & borders,
                  kept_increments const & kept,
                  unsigned threads,
                  runtime::task_control & control,
                  bool counts);

} // namespace seqan3_gpulcs::cpu
