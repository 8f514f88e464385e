// SPDX-License-Identifier: BSD-3-Clause

#include "src/dispatch/find_device_backend.hpp"

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/exception.hpp>

#include "src/backend/device_interface.hpp"

#if defined(SEQAN3_GPULCS_HAS_CUDA)
#    include "cuda/backend/shared_backend.hpp"
#endif

namespace seqan3_gpulcs
{

namespace dispatch
{

#if defined(SEQAN3_GPULCS_HAS_CUDA)
backend::backend_interface const & find_device_backend(plan::execution const & execution)
{
    static_cast<void>(cuda::choose_devices(execution, 0));
    return cuda::shared_backend();
}

backend::device_interface const * find_device_interface() noexcept
{
    return cuda::shared_backend().on_device();
}
#else
backend::backend_interface const & find_device_backend(plan::execution const &)
{
    throw no_device{
        "This build of seqan3_gpulcs has no CUDA backend; choose the backend cpu, or leave the choice to the "
        "library and name no device."};
}

backend::device_interface const * find_device_interface() noexcept
{
    return nullptr;
}
#endif

} // namespace dispatch

void release_device_memory() noexcept
{
    if (backend::device_interface const * const on_device = dispatch::find_device_interface())
        on_device->release_memory();
}

void limit_device_memory(std::uint64_t const bytes) noexcept
{
    if (backend::device_interface const * const on_device = dispatch::find_device_interface())
        on_device->limit_memory(bytes);
}

} // namespace seqan3_gpulcs
