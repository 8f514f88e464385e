// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/shared_backend.hpp"

#include "cuda/cuda_backend.hpp"
#include "cuda/runtime/devices.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

cuda_backend const & the_backend()
{
    static cuda_backend const backend{};
    return backend;
}

} // namespace

backend::backend_interface const & shared_backend()
{
    return the_backend();
}

void require_device(plan::execution const & execution)
{
    static_cast<void>(the_backend().device_of(execution));
}

device_report find_all_devices()
{
    return find_devices(true);
}

} // namespace seqan3_gpulcs::cuda
