// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A loop whose iterations are distributed among threads.
 */

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::runtime
{

/*!\brief Calls a function for each index below a count, on several threads, the calling one among them.
 * \param control     Checked before each call; ends all threads when one of them throws.
 * \param threads     The number of threads, at least 1.
 * \param count       The number of indices. They are assigned in ascending order.
 * \param make_worker Called once by each thread; returns the function that this thread calls with its indices, and that
 *                    owns what the thread needs.
 * \throws The first exception of any thread; seqan3_gpulcs::operation_stopped and what the progress callback throws.
 */
template <typename make_worker_t>
void parallel_for(task_control & control,
                  unsigned const threads,
                  std::size_t const count,
                  make_worker_t const & make_worker)
{
    std::atomic<std::size_t> next{0};
    control.run_team(
        static_cast<unsigned>(std::min<std::size_t>(threads, count)),
        [&]()
        {
            auto && worker = make_worker();
            for (std::size_t i = next++; i < count; i = next++)
            {
                control.check();
                worker(i);
            }
        },
        late_threads::left_out);
}

} // namespace seqan3_gpulcs::runtime
