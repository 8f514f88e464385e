// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A forward pass that leaves out what cannot be on a path that is good enough.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/band_checkpoints.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief The task of a pass through a band.
struct band_request
{
    alignment::sequence_pair pair{}; //!< The pair; neither sequence is empty.
    plan::metric metric{};           //!< The metric.
    std::uint64_t max_distance{};    //!< Cells are left out if all paths through them have a larger distance.
    std::uint64_t block_rows{};      //!< The rows that have the same columns, a multiple of 64.
    unsigned threads{1};             //!< The threads.
    bool reports_progress{};         //!< Whether all cells of the matrix count as progress.
    band_checkpoints *
        checkpoints{}; //!< Where to keep checkpoints, with blocks of as many rows; null if there are none.
};

//!\brief The result of a pass through a band.
struct band_outcome
{
    bool is_out_of_memory{};  //!< Whether it ended early because the checkpoints take too much.
    bool is_too_distant{};    //!< Whether it ended early because all paths have a larger distance.
    std::uint64_t distance{}; //!< The distance of a path, if it did not end early.
    double cells{};           //!< The cells that were computed.
    double reported_cells{};  //!< The cells that count as progress.
};

/*!\brief Computes the matrix of a pair in a band, whose columns are found on the way.
 * \param request The task.
 * \param control Stop and progress.
 * \throws std::bad_alloc, and the exceptions of runtime::task_control::check.
 *
 * A cell outside is one more distant than its neighbour to the left, or above. So each value is the distance of some path, at least that of
 * the whole matrix, and equal to it where an optimal path lies in the band. Longest common subsequences have indel distances: see
 * pair_distance.hpp.
 *
 * The carries from above are all that a block of rows needs to know where its columns begin and end: the first ones say where, and it comes
 * past the others before it gets to the end. So there is no waiting but that of cpu::strip_relay, and the columns do not depend on threads.
 */
band_outcome compute_band(band_request const & request, runtime::task_control & control);

//!\brief The memory of a pass, besides checkpoints and that of its threads. Constant time.
std::uint64_t band_bytes(alignment::sequence_pair const & pair, plan::metric metric, std::uint64_t block_rows) noexcept;

} // namespace seqan3_gpulcs::similar
