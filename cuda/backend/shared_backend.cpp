// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/backend/shared_backend.hpp"

#include "cuda/backend/cuda_backend.hpp"
#include "cuda/runtime/devices.hpp"
#include "src/plan/offload_policy.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

cuda_backend const & the_backend()
{
    // Never destroyed: objects of the caller that keep something on devices may live until the program has ended.
    static cuda_backend const & backend = *new cuda_backend{};
    return backend;
}

} // namespace

backend::backend_interface const & shared_backend()
{
    return the_backend();
}

std::vector<unsigned> choose_devices(plan::execution const & execution, double const cells)
{
    double const seconds = plan::comparison_seconds(cells, plan::metric::lcs, the_backend().costs(execution));
    return the_backend().choose_devices(execution, seconds);
}

std::optional<plan::device_costs> find_device_costs(plan::execution const & execution)
{
    return the_backend().find_costs(execution);
}

device_report find_all_devices()
{
    return find_devices(true);
}

} // namespace seqan3_gpulcs::cuda
