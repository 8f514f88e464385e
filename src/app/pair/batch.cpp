// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/batch.hpp"

#include <algorithm>

namespace seqan3_gpulcs::app
{

void add_times(std::span<alignment::sequence_pair const> const pairs,
               std::span<alignment::result const> const results,
               double const seconds,
               step_times & times)
{
    // Threads work on several pairs at a time, so the sums of their times tell only the proportions.
    double forward = 0;
    double traceback = 0;
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        alignment::result const & result = results[i];
        forward += result.forward_seconds;
        traceback += result.traceback_seconds;
        times.transfer += result.transfer_seconds;
        times.kernel += result.kernel_seconds;
        times.memory = std::max(times.memory, result.memory_bytes);
        times.device_memory = std::max(times.device_memory, result.device_bytes);
        times.backends.insert(result.backend);
        times.methods.insert(result.method);
        times.cells += result.cells;
        if (double const cells = pairs[i].cells(); cells > times.max_cells)
        {
            times.max_cells = cells;
            times.checkpoint_rows = result.checkpoint_rows;
            times.checkpoint_columns = result.checkpoint_columns;
        }
    }
    double const share = traceback > 0 ? traceback / (forward + traceback) : 0;
    times.comparing += (1 - share) * seconds;
    times.traceback += share * seconds;
}

std::vector<alignment::result> compute(library & calls,
                                       std::span<alignment::sequence_pair const> const pairs,
                                       comparison const & wanted,
                                       plan::execution const & execution,
                                       step_times & times)
{
    stopwatch watch{};
    auto results = watch.measure(
        [&]()
        {
            return calls.compute(pairs, wanted, execution);
        });
    add_times(pairs, results, watch.seconds(), times);
    return results;
}

} // namespace seqan3_gpulcs::app
