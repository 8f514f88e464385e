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
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        lcs::result const & result = results[i];
        forward += result.forward_seconds;
        traceback += result.traceback_seconds;
        times.transfer += result.transfer_seconds;
        times.kernel += result.kernel_seconds;
        times.memory = std::max(times.memory, result.memory_bytes);
        times.device_memory = std::max(times.device_memory, result.device_bytes);
        times.backends.insert(result.backend);
        if (double const cells = pairs[i].cells(); cells > times.most_cells)
        {
            times.most_cells = cells;
            times.checkpoint_rows = result.checkpoint_rows;
            times.checkpoint_columns = result.checkpoint_columns;
        }
    }
    double const share = traceback > 0 ? traceback / (forward + traceback) : 0;
    times.llcs += (1 - share) * both.seconds();
    times.traceback += share * both.seconds();
    return results;
}

void print_timings(step_times const & times, timed_work const work)
{
    auto const print_seconds = [](char const * const name, double const seconds)
    {
        std::fprintf(stderr, "%s\t%.6f\n", name, seconds);
    };
    auto const print_number = [](char const * const name, std::uint64_t const number)
    {
        std::fprintf(stderr, "%s\t%llu\n", name, static_cast<unsigned long long>(number));
    };

    bool const are_primers = work == timed_work::primers;
    print_seconds("reading", times.reading.seconds());
    print_seconds("packing", times.packing.seconds());
    if (are_primers)
        print_seconds("primers", times.primers.seconds());
    else
        print_seconds("llcs", times.llcs);
    print_seconds("transfer", times.transfer);
    print_seconds("kernel", times.kernel);
    if (!are_primers)
        print_seconds("traceback", times.traceback);
    print_seconds("writing", times.writing.seconds());
    print_seconds("total", times.total.seconds());
    if (!are_primers)
    {
        print_number("checkpoint_rows", times.checkpoint_rows);
        print_number("checkpoint_columns", times.checkpoint_columns);
        print_number("memory", times.memory);
    }
    print_number("device_memory", times.device_memory);

    std::string names{};
    for (plan::backend const backend : times.backends)
        names += std::string{names.empty() ? "" : ","} + plan::to_string(backend);
    std::fprintf(stderr, "backend\t%s\n", names.c_str());
}

} // namespace seqan3_gpulcs::app
