// SPDX-License-Identifier: BSD-3-Clause

#include "step_times.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

namespace seqan3_gpulcs::app
{

std::vector<lcs::result> compute(std::span<lcs::sequence_pair const> const pairs,
                                 lcs::output const wanted,
                                 plan::execution const & execution,
                                 step_times & times)
{
    stopwatch both{};
    auto results = both.measure(
        [&]()
        {
            return lcs::compute(pairs, wanted, execution);
        });

    // Threads work on several pairs at a time: their times say how the wall time divides, not how long it was.
    double forward = 0;
    double traceback = 0;
    for (lcs::result const & result : results)
    {
        forward += result.forward_seconds;
        traceback += result.traceback_seconds;
        times.transfer += result.transfer_seconds;
        times.kernel += result.kernel_seconds;
        times.memory = std::max(times.memory, result.memory_bytes);
        times.device_memory = std::max(times.device_memory, result.device_bytes);
        times.backends.insert(result.backend);
    }
    double const share = traceback > 0 ? traceback / (forward + traceback) : 0;
    times.llcs += (1 - share) * both.seconds();
    times.traceback += share * both.seconds();
    return results;
}

void print_timings(step_times const & times)
{
    std::pair<char const *, double> const lines[]{{"reading", times.reading.seconds()},
                                                  {"packing", times.packing.seconds()},
                                                  {"llcs", times.llcs},
                                                  {"transfer", times.transfer},
                                                  {"kernel", times.kernel},
                                                  {"traceback", times.traceback},
                                                  {"writing", times.writing.seconds()},
                                                  {"total", times.total.seconds()}};
    for (auto const & [name, seconds] : lines)
        std::fprintf(stderr, "%s\t%.6f\n", name, seconds);

    std::fprintf(stderr,
                 "memory\t%llu\ndevice_memory\t%llu\n",
                 static_cast<unsigned long long>(times.memory),
                 static_cast<unsigned long long>(times.device_memory));

    std::string names{};
    for (plan::backend const backend : times.backends)
        names += std::string{names.empty() ? "" : ","} + plan::to_string(backend);
    std::fprintf(stderr, "backend\t%s\n", names.c_str());
}

} // namespace seqan3_gpulcs::app
