// SPDX-License-Identifier: BSD-3-Clause

#include "src/backend/backend.hpp"

#include <algorithm>
#include <chrono>

namespace seqan3_gpulcs::backend
{

plan::source_statistics backend_interface::find_long_enough(plan::pair_source const & source,
                                                            plan::execution const & execution) const
{
    using clock = std::chrono::steady_clock;

    plan::source_statistics statistics{};
    double cells_done = 0;
    double batch_cells = 0;
    auto reported = clock::now();
    auto const report = [&](double const cells)
    {
        reported = clock::now();
        execution.on_progress({cells, source.cells});
    };
    plan::execution part{execution};
    if (execution.on_progress)
        part.on_progress = [&](plan::progress const & progress)
        {
            report(cells_done + std::min(progress.cells_done, batch_cells));
        };

    plan::pair_batch batch{};
    std::vector<plan::pair_length> found{};
    for (std::size_t number = 0; number < source.batches; ++number)
    {
        batch = {};
        found.clear();
        source.produce(number, batch);
        batch_cells = batch.cells;
        std::vector<lcs::result> const results = compute(batch.pairs, lcs::output::length, part);
        for (std::size_t i = 0; i < results.size(); ++i)
        {
            statistics.transfer_seconds += results[i].transfer_seconds;
            statistics.kernel_seconds += results[i].kernel_seconds;
            statistics.device_bytes = std::max(statistics.device_bytes, results[i].device_bytes);
            statistics.backends.insert(results[i].backend);
            if (results[i].length >= batch.min_lengths[i])
                found.push_back({batch.ids[i], results[i].length});
        }
        source.consume(number, found);
        cells_done += batch.cells;

        // A call for one batch may be too short to report anything.
        if (execution.on_progress && clock::now() - reported >= std::chrono::milliseconds{100})
            report(cells_done);
    }
    return statistics;
}

} // namespace seqan3_gpulcs::backend
