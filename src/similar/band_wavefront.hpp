// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A forward pass that leaves out what cannot be on a path that is long enough.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/runtime/task_control.hpp"
#include "src/similar/band_checkpoints.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief What a pass through a band computes.
struct band_request
{
    alignment::sequence_pair pair{}; //!< The pair; neither sequence is empty.
    std::uint64_t bound{};           //!< Cells are left out if no path through them has as many matches.
    std::uint64_t block_rows{};      //!< The rows that have the same columns, a multiple of 64.
    unsigned threads{1};             //!< The threads.
    bool reports_progress{};         //!< Whether all cells of the matrix count as progress.
    band_checkpoints *
        checkpoints{}; //!< Where to keep checkpoints, with blocks of as many rows; null if there are none.
};

//!\brief What a pass through a band has found.
struct band_outcome
{
    bool is_out_of_memory{}; //!< Whether it ended early because the checkpoints take too much.
    std::uint64_t length{};  //!< The matches of a path; 0 if it ended early because no path has enough of them.
    double cells{};          //!< The cells that were computed.
    double reported_cells{}; //!< Those that count as progress.
};

/*!\brief Computes the matrix of a pair in a band, whose columns are found on the way.
 * \param request What to compute.
 * \param control Stop and progress.
 * \throws std::bad_alloc, and the exceptions of runtime::task_control::check.
 *
 * Cells outside have the value of the nearest cell of the band in their row to the left, or in their column above. So each value
 * is the number of matches on some path: a lower bound of that of the whole matrix, and equal to it where an optimal path lies
 * in the band.
 *
 * Threads take strips of rows, and each follows the one above at a distance of some blocks of columns, as in a pass over the whole
 * matrix. The carries from above are all that a strip needs to know where its columns begin and end: the first ones say where,
 * and it comes past the others before it gets to the end. So there is no waiting, and the columns do not depend on threads.
 */
band_outcome compute_band(band_request const & request, runtime::task_control & control);

//!\brief The memory of a pass, besides checkpoints and that of its threads. Constant time.
std::uint64_t band_bytes(alignment::sequence_pair const & pair, std::uint64_t block_rows) noexcept;

} // namespace seqan3_gpulcs::similar
