// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Checks for a stop request after a certain amount of work.
 */

#pragma once

#include <cstdint>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::runtime
{

//!\brief Counts the steps of one thread, and checks the control after as many as take some milliseconds.
class stop_poll
{
public:
    //!\brief Starts; the control must outlive the object.
    explicit stop_poll(task_control & control) noexcept : control_{control}
    {}

    /*!\brief Counts steps of a few nanoseconds each.
     * \throws The exceptions of runtime::task_control::check.
     */
    void add(std::uint64_t const steps)
    {
        steps_ += steps;
        if (steps_ >= steps_between_checks)
        {
            steps_ = 0;
            control_.check();
        }
    }

private:
    static constexpr std::uint64_t steps_between_checks{std::uint64_t{1} << 18};

    task_control & control_;
    std::uint64_t steps_{0};
};

} // namespace seqan3_gpulcs::runtime
