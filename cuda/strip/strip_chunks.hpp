// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Chunks of columns of the same rows: the launch for one begins while the launch for the one before ends.
 */

#pragma once

#include <array>

#include "cuda/runtime/stream_context.hpp"
#include "src/plan/column_chunks.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Computes chunks of columns; see backend::backend_interface::compute_parts().
 * \param chunks   The chunks; their outline is not empty.
 * \param teams    Two teams of contexts of the same devices, which have the launches in turns.
 * \param contexts The pool of contexts; those that are idle free their buffers if memory is short.
 * \param control  Progress and stop.
 * \returns false if the rows do not fit into one launch; then nothing has been done.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and the exceptions of the chunks and of the progress
 *         callback. Nothing runs on any of the devices any more then, and the chunks that are not done are as before.
 *
 * Without overlap, the warps of a launch would begin one after the other, and end so. A chunk that several launches have to compute is
 * computed when those before are done.
 */
bool compute_chunks(plan::column_chunks & chunks,
                    std::array<context_team, 2> const & teams,
                    stream_context_pool & contexts,
                    runtime::task_control & control);

} // namespace seqan3_gpulcs::cuda
