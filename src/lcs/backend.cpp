// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <chrono>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/backend.hpp>

#include "../cpu/cpu_backend.hpp"

#if defined(SEQAN3_GPULCS_HAS_CUDA)
#    include "../../cuda/cuda_backend.hpp"
#    include "automatic_backend.hpp"
#endif

namespace seqan3_gpulcs::lcs
{

double cells_of(std::span<sequence_pair const> const pairs) noexcept
{
    double cells = 0;
    for (sequence_pair const & pair : pairs)
        cells += pair.cells();
    return cells;
}

batch_work backend::find_long_enough(pair_source const & source, plan::execution const & execution) const
{
    using clock = std::chrono::steady_clock;

    batch_work work{};
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

    pair_share share{};
    std::vector<named_length> found{};
    for (std::size_t number = 0; number < source.shares; ++number)
    {
        share = {};
        found.clear();
        source.make(number, share);
        cells_of_share = share.cells;
        std::vector<result> const results = compute(share.pairs, output::length, part);
        for (std::size_t i = 0; i < results.size(); ++i)
        {
            work.transfer_seconds += results[i].transfer_seconds;
            work.kernel_seconds += results[i].kernel_seconds;
            work.device_bytes = std::max(work.device_bytes, results[i].device_bytes);
            work.backends.insert(results[i].backend);
            if (results[i].length >= share.least[i])
                found.push_back({share.names[i], results[i].length});
        }
        source.take(number, found);
        cells_done += share.cells;

        // A call for a share may be too short to report anything.
        if (execution.on_progress && clock::now() - reported >= std::chrono::milliseconds{100})
            report(cells_done);
    }
    return work;
}

backend const & find_backend(plan::execution const & execution)
{
    static cpu::cpu_backend const on_cpu{};
    if (execution.backend == plan::backend::cpu)
        return on_cpu;

#if defined(SEQAN3_GPULCS_HAS_CUDA)
    static cuda::cuda_backend const on_cuda{};
    static automatic_backend const on_either{on_cpu, on_cuda};

    // Throws where there is no such device. Without need nobody should wait until the CUDA run-time has started.
    if (execution.backend == plan::backend::cuda || execution.device)
        on_cuda.device_of(execution);
    return execution.backend == plan::backend::cuda ? static_cast<backend const &>(on_cuda) : on_either;
#else
    if (execution.backend == plan::backend::cuda || execution.device)
        throw no_device{"This build of seqan3_gpulcs has no CUDA backend; choose the backend cpu, or leave the "
                        "choice to the library and name no device."};
    return on_cpu;
#endif
}

} // namespace seqan3_gpulcs::lcs
