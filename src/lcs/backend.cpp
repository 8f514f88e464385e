// SPDX-License-Identifier: BSD-3-Clause

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

found_pairs backend::find_pairs(std::span<sequence_pair const> const pairs,
                                std::span<std::uint64_t const> const least,
                                plan::execution const & execution) const
{
    found_pairs found{};
    std::vector<result> const results = compute(pairs, output::length, execution);
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        found.transfer_seconds += results[i].transfer_seconds;
        found.kernel_seconds += results[i].kernel_seconds;
        found.backends.insert(results[i].backend);
        if (results[i].length >= least[i])
            found.pairs.push_back({i, results[i].length});
    }
    return found;
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
