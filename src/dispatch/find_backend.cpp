// SPDX-License-Identifier: BSD-3-Clause

#include "src/dispatch/find_backend.hpp"

#include "src/cpu/backend/cpu_backend.hpp"
#include "src/dispatch/find_device_backend.hpp"
#include "src/dispatch/router.hpp"
#include "src/similar/pair_estimate.hpp"

#if defined(SEQAN3_GPULCS_HAS_CUDA)
#    include "cuda/backend/shared_backend.hpp"
#endif

namespace seqan3_gpulcs::dispatch
{

namespace
{

plan::hardware_costs find_costs(plan::execution const & execution, plan::device_state const device)
{
    plan::hardware_costs costs = plan::costs_before_start(plan::available_threads(execution));
#if defined(SEQAN3_GPULCS_HAS_CUDA)
    if (device != plan::device_state::not_started)
        costs.device = cuda::find_device_costs(execution);
#else
    static_cast<void>(device);
    costs.device.reset();
#endif
    return costs;
}

} // namespace

backend::backend_interface const & find_backend(plan::execution const & execution)
{
    static cpu::cpu_backend const on_cpu{};
    // Nothing is to be chosen or told. The length of a pair of 150 letters takes 10,818 instructions instead of 11,223 (callgrind).
    if (execution.backend == plan::backend::cpu && !execution.on_route)
        return on_cpu;
    // The CUDA runtime takes long to start, so it is not asked without need.
    if (execution.backend == plan::backend::cuda
        || (execution.backend == plan::backend::automatic && !execution.devices.empty()))
        static_cast<void>(find_device_backend(execution));
#if defined(SEQAN3_GPULCS_HAS_CUDA)
    backend::backend_interface const & on_device = cuda::shared_backend();
#else
    // Without costs of a device, nothing is worth one.
    backend::backend_interface const & on_device = on_cpu;
    if (!execution.on_route)
        return on_cpu;
#endif
    static router const either{on_cpu, on_device, {find_costs, similar::estimate_cpu_part}};
    return either;
}

bool may_choose_device(plan::execution const & execution) noexcept
{
#if defined(SEQAN3_GPULCS_HAS_CUDA)
    return execution.backend != plan::backend::cpu;
#else
    return execution.backend == plan::backend::cuda;
#endif
}

} // namespace seqan3_gpulcs::dispatch
