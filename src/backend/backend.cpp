// SPDX-License-Identifier: BSD-3-Clause

#include "src/backend/backend.hpp"

#include <algorithm>
#include <chrono>

namespace seqan3_gpulcs::backend
{

plan::batch_statistics backend_interface::find_long_enough(plan::pair_source const & source,
                                                           plan::execution const & execution) const
{
    using clock = std::chrono::steady_clock;

    plan::batch_statistics work{};
    double cells_done = 0;
    double cells_of_share = 0;
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
            report(cells_done + std::min(progress.cells_done, cells_of_share));
        };

    plan::pair_batch share{};
    std::vector<plan::pair_length> found{};
    for (std::size_t number = 0; number < source.batches; ++number)
    {
        share = {};
        found.clear();
        source.produce(number, share);
        cells_of_share = share.cells;
        std::vector<lcs::result> const results = compute(share.pairs, lcs::output::length, part);
        for (std::size_t i = 0; i < results.size(); ++i)
        {
            work.transfer_seconds += results[i].transfer_seconds;
            work.kernel_seconds += results[i].kernel_seconds;
            work.device_bytes = std::max(work.device_bytes, results[i].device_bytes);
            work.backends.insert(results[i].backend);
            if (results[i].length >= share.min_lengths[i])
                found.push_back({share.ids[i], results[i].length});
        }
        source.consume(number, found);
        cells_done += share.cells;

        // A call for a share may be too short to report anything.
        if (execution.on_progress && clock::now() - reported >= std::chrono::milliseconds{100})
            report(cells_done);
    }
    return work;
}

} // namespace seqan3_gpulcs::backend
