// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Runs two tasks concurrently, without `<future>`, which is slow to compile.
 */

#pragma once

#include <functional>

namespace seqan3_gpulcs::pairwise::detail
{

/*!\brief Runs two tasks concurrently, or one after the other if no thread can be started.
 * \param first  Runs in its own thread.
 * \param second Runs in the calling thread.
 * \throws Whatever the tasks throw, after both have ended.
 */
void both_at_once(std::function<void()> const & first, std::function<void()> const & second);

} // namespace seqan3_gpulcs::pairwise::detail
