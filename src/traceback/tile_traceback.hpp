// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The traceback through one tile, or a whole matrix, along its columns.
 */

#pragma once

#include "src/cpu/recurrence/kept_columns.hpp"
#include "src/cpu/recurrence/recurrence.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/traceback/path_steps.hpp"

namespace seqan3_gpulcs::traceback
{

/*!\brief Follows the path to the upper or the left border of a tile.
 * \tparam recurrence_t The recurrence that computed the columns; tile_traceback.cpp has an instance of each.
 * \param columns The columns.
 * \param from    The cell where the path enters the tile, relative to the tile.
 * \param path    Receives the steps.
 * \returns The cell where it leaves the tile: its row or its column is 0.
 */
template <cpu::recurrence recurrence_t>
plan::matrix_cell trace_columns(cpu::kept_columns const & columns, plan::matrix_cell from, path_steps & path);

/*!\brief Follows a path through a whole matrix of which all columns are kept.
 * \tparam recurrence_t The recurrence that computed the columns; tile_traceback.cpp has an instance of each.
 * \param columns The columns.
 * \param end     The cell in which the path ends.
 * \param ends    The free ends.
 * \param path    Receives all steps; has memory for them.
 * \returns The cell in which the path begins.
 */
template <cpu::recurrence recurrence_t>
plan::matrix_cell trace_matrix(cpu::kept_columns const & columns,
                               plan::matrix_cell const & end,
                               alignment::free_ends const & ends,
                               path_steps & path);

} // namespace seqan3_gpulcs::traceback
