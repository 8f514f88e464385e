// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How the benchmarks of devices measure.
 */

#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <vector>

#include <seqan3_gpulcs/devices.hpp>

//!\brief The median after a warm-up, in seconds. What is measured returns its own time.
inline double median(unsigned const repetitions, std::function<double()> const & measured)
{
    std::vector<double> seconds{};
    for (unsigned repetition = 0; repetition <= repetitions; ++repetition)
    {
        double const one = measured();
        if (repetition != 0)
            seconds.push_back(one);
    }
    std::ranges::sort(seconds);
    return seconds[seconds.size() / 2];
}

//!\brief The time that a task takes.
inline double wall_seconds(std::function<void()> const & task)
{
    auto const start = std::chrono::steady_clock::now();
    task();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

//!\brief The device that is used. \throws std::runtime_error where there is none.
inline seqan3_gpulcs::device find_usable_device()
{
    seqan3_gpulcs::device_report const report = seqan3_gpulcs::find_devices();
    if (seqan3_gpulcs::device const * const chosen = report.chosen())
        return *chosen;
    throw std::runtime_error{report.devices.empty() ? report.problem : report.devices.front().problem};
}
