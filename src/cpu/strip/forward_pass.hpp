// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The pass over a matrix, or a part of it, from its upper left to its lower right border.
 */

#pragma once

#include <cstdint>
#include <span>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/cpu/recurrence/recurrence.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The checkpoints that a pass keeps.
struct kept_increments
{
    plan::checkpoint_grid grid{}; //!< The distances; 0 where nothing is kept.
    std::uint64_t * columns{};    //!< The state after every column_spacing-th column, except the last column.
    std::uint64_t * rows{};       //!< The carries below every row_spacing-th row, except the last row.
    std::uint64_t column_words{}; //!< The words from a column that is kept to the next one.
    std::uint64_t row_words{};    //!< The words from a row that is kept to the next one.
};

//!\brief The arguments of a pass.
struct matrix_pass
{
    packing::packed_sequence_view rows{};    //!< The sequence of the rows.
    packing::packed_sequence_view columns{}; //!< The sequence of the columns.
    plan::matrix_region part{};              //!< The part of the matrix.
    plan::matrix_borders borders{};          //!< Its borders.
    kept_increments kept{};                  //!< The state and carries to keep.
};

/*!\brief Computes a part of the matrix.
 * \tparam recurrence_t     The recurrence; forward_pass.cpp has an instance of each.
 * \param pass              The part, its borders, and what to keep.
 * \param threads           The number of threads that work on it.
 * \param control           Stop, and progress if it is reported.
 * \param reports_progress  Whether the cells count as progress.
 *
 * A strip of rows is what one thread runs along the columns. A thread takes the next strip, and follows the thread on
 * the strip above at a distance of some blocks of columns; so strip s waits only for strip s - 1.
 */
template <recurrence recurrence_t>
void forward_pass(matrix_pass const & pass, unsigned threads, runtime::task_control & control, bool reports_progress);

} // namespace seqan3_gpulcs::cpu
