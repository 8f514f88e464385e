// SPDX-License-Identifier: BSD-3-Clause

#include "src/dispatch/find_backend.hpp"

#include <seqan3_gpulcs/exception.hpp>

#include "src/cpu/backend/cpu_backend.hpp"

#if defined(SEQAN3_GPULCS_HAS_CUDA)
#    include "cuda/backend/shared_backend.hpp"
#    include "src/dispatch/automatic_backend.hpp"
#endif

namespace seqan3_gpulcs::dispatch
{

#if defined(SEQAN3_GPULCS_HAS_CUDA)
namespace
{

plan::hardware_costs find_costs(plan::execution const & execution, plan::device_state const device)
{
    plan::hardware_costs costs = plan::costs_before_start(plan::available_threads(execution));
    if (device == plan::device_state::started)
        costs.device = cuda::find_device_costs(execution);
    return costs;
}

} // namespace
#endif

backend::backend_interface const & find_backend(plan::execution const & execution)
{
    static cpu::cpu_backend const on_cpu{};
    if (execution.backend == plan::backend::cpu)
        return on_cpu;

#if defined(SEQAN3_GPULCS_HAS_CUDA)
    backend::backend_interface const & on_cuda = cuda::shared_backend();
    static automatic_backend const on_either{on_cpu, on_cuda, find_costs};

    // Throws if there are no such devices. The CUDA runtime takes long to start, so it is not asked without need.
    if (execution.backend == plan::backend::cuda || !execution.devices.empty())
        static_cast<void>(cuda::choose_devices(execution, 0));
    return execution.backend == plan::backend::cuda ? on_cuda : on_either;
#else
    if (execution.backend == plan::backend::cuda || !execution.devices.empty())
        throw no_device{"This build of seqan3_gpulcs has no CUDA backend; choose the backend cpu, or leave the "
                        "choice to the library and name no device."};
    return on_cpu;
#endif
}

} // namespace seqan3_gpulcs::dispatch
