// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Measures time.
 */

#pragma once

#include <chrono>

namespace seqan3_gpulcs::app
{

//!\brief Adds up the wall time of tasks.
class stopwatch
{
public:
    //!\brief Runs a task, and adds its time.
    template <typename task_t>
    decltype(auto) measure(task_t && task)
    {
        lap const running{*this};
        return task();
    }

    //!\brief The sum so far.
    double seconds() const noexcept
    {
        return seconds_;
    }

private:
    using clock = std::chrono::steady_clock;

    //!\brief Measures from construction to destruction.
    class lap
    {
    public:
        explicit lap(stopwatch & watch) noexcept : watch_{watch}
        {}

        lap(lap const &) = delete;
        lap & operator=(lap const &) = delete;

        ~lap()
        {
            watch_.seconds_ += std::chrono::duration<double>(clock::now() - start_).count();
        }

    private:
        stopwatch & watch_;
        clock::time_point start_{clock::now()};
    };

    double seconds_{};
};

} // namespace seqan3_gpulcs::app
