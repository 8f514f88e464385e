// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Two tasks at once, without `<future>`, which takes long to compile.
 */

#pragma once

#include <functional>

namespace seqan3_gpulcs::pairwise::detail
{

/*!\brief Runs two tasks at once; one after the other where the system has no thread to give.
 * \param first  Runs in a thread of its own.
 * \param second Runs in that of the caller.
 * \throws What the tasks throw, when both have ended.
 */
void both_at_once(std::function<void()> const & first, std::function<void()> const & second);

} // namespace seqan3_gpulcs::pairwise::detail
