// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The way back through a tile all columns of which are there.
 */

#pragma once

#include "matrix_part.hpp"
#include "tile_columns.hpp"
#include "walked_path.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief Follows the path to the upper or the left border of a tile.
 * \param columns The columns.
 * \param from    Where the path comes to the tile, counted in the tile.
 * \param path    Gets the steps.
 * \returns Where it leaves it: row or column are 0.
 */
matrix_cell walk_columns(tile_columns const & columns, matrix_cell from, walked_path & path);

} // namespace seqan3_gpulcs::cpu
