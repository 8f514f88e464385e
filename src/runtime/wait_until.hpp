// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Waiting for another thread of the same task.
 */

#pragma once

#include <chrono>
#include <thread>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::runtime
{

/*!\brief Waits for what a running thread does in some microseconds.
 * \param control Checked while it takes longer.
 * \param is_done Whether it has been done.
 * \throws The exceptions of task_control::check.
 */
template <typename function_t>
void wait_until(task_control & control, function_t && is_done)
{
    for (unsigned tries = 0; !is_done(); ++tries)
    {
        // Whoever waits longer waits for a suspended thread, and must leave it the core.
        if (tries < 256)
            continue;

        control.check();
        if (tries < 512)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::chrono::microseconds{50});
    }
}

} // namespace seqan3_gpulcs::runtime
