// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A pair that has a whole device, or several of them, and the traceback of its alignment on the CPU.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/matrix_run.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/pair_source.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief The length of the LCS of a pair, or its edit distance.
 * \param pair     The pair; may be empty.
 * \param metric   The metric.
 * \param team     The contexts of the devices; with several, see matrix_run.
 * \param contexts Buffers that it keeps for later computations are freed if memory is short.
 * \param control  Progress and stop.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the progress callback.
 *
 * Thread safety: concurrent calls need different teams and controls.
 */
alignment::result find_value(alignment::sequence_pair const & pair,
                             plan::metric metric,
                             context_team const & team,
                             stream_context_pool & contexts,
                             runtime::task_control & control);

//!\brief A pair, and what is wanted of it.
struct alignment_request
{
    alignment::sequence_pair const & pair; //!< The pair; may be empty.
    plan::comparison const & wanted;       //!< The metric and the wanted alignment.
    plan::execution const & execution;     //!< The memory that checkpoints and tiles may take, and the threads.
};

/*!\brief The edit distance of a pair with free ends, and where the aligned parts end.
 *
 * The device gives the last column, or the last row, of the matrix, for which it may have to compute the matrix twice.
 *
 * The other parameters, exceptions and thread safety of find_value().
 */
alignment::result find_end(alignment_request const & request,
                           context_team const & team,
                           stream_context_pool & contexts,
                           runtime::task_control & control);

/*!\brief The LCS of a pair, or the alignment with the fewest edits.
 *
 * The devices make checkpoints, and the CPU goes back from one to the next: the tiles on the path depend on one another, and
 * each of them is too small for a device.
 *
 * The other parameters, exceptions and thread safety of find_value().
 */
alignment::result find_alignment(alignment_request const & request,
                                 context_team const & team,
                                 stream_context_pool & contexts,
                                 runtime::task_control & control);

/*!\brief Computes a part of a matrix; see backend::backend_interface::compute_parts().
 *
 * The parameters, exceptions and thread safety of find_value(). Before the end, the borders stay as they are.
 */
plan::source_statistics compute_part(plan::matrix_part const & part,
                                     context_team const & team,
                                     stream_context_pool & contexts,
                                     runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
