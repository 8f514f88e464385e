// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/runtime/devices.hpp"

#include <algorithm>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

std::string version_text(unsigned const compute_capability)
{
    return std::to_string(compute_capability / 10) + '.' + std::to_string(compute_capability % 10);
}

unsigned compute_capability_of(cudaDeviceProp const & properties) noexcept
{
    return static_cast<unsigned>(properties.major * 10 + properties.minor);
}

std::uint64_t clock_of(unsigned const number)
{
    int clock_khz{};
    SEQAN3_GPULCS_CUDA_TRY_ON(number,
                              cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, static_cast<int>(number)));
    return clock_khz > 0 ? std::uint64_t{1000} * static_cast<unsigned>(clock_khz) : plan::typical_clock_hz;
}

device describe(unsigned const number, bool const ask_for_memory)
{
    device found{.number = number};
    try
    {
        cudaDeviceProp properties{};
        SEQAN3_GPULCS_CUDA_TRY_ON(number, cudaGetDeviceProperties(&properties, static_cast<int>(number)));
        found.name = properties.name;
        found.compute_capability = compute_capability_of(properties);
        found.multiprocessors = static_cast<unsigned>(properties.multiProcessorCount);
        found.clock_hz = clock_of(number);
        found.memory_bytes = properties.totalGlobalMem;
        plan::device_costs const costs = plan::describe_device(found.multiprocessors, found.clock_hz);
        found.lcs_cells_per_second = costs.cells_per_second(plan::metric::lcs);
        found.edit_cells_per_second = costs.cells_per_second(plan::metric::edit);

        if (found.compute_capability < oldest_compute_capability)
        {
            found.problem = "The device is too old: its compute capability is " + version_text(found.compute_capability)
                          + ", at least " + version_text(oldest_compute_capability) + " is needed.";
            return found;
        }

        if (!has_kernels_for(found.compute_capability))
            found.problem = "This build of seqan3_gpulcs has no code for the compute capability "
                          + version_text(found.compute_capability) + " of the device; build it with its architecture "
                          + "in CMAKE_CUDA_ARCHITECTURES.";
        else if (!properties.memoryPoolsSupported)
            found.problem =
                "The driver of the device does not allocate memory in the order of streams; install a newer "
                "one.";
        else if (ask_for_memory)
        {
            scoped_device const current{number};
            std::size_t free_bytes{};
            std::size_t all_bytes{};
            SEQAN3_GPULCS_CUDA_TRY(cudaMemGetInfo(&free_bytes, &all_bytes));
            found.free_bytes = free_bytes;
        }
    }
    catch (error const & error)
    {
        // The device may be in exclusive use, or broken; others may be usable.
        found.problem = error.what();
    }
    return found;
}

} // namespace

device_report find_devices(bool const ask_for_memory)
{
    device_report report{};
    int count{};
    cudaError_t const status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess && status != cudaErrorNoDevice)
    {
        static_cast<void>(cudaGetLastError());
        int driver{};
        if (status == cudaErrorInsufficientDriver && cudaDriverGetVersion(&driver) == cudaSuccess)
            report.problem = driver == 0
                               ? "This machine has no driver for CUDA devices."
                               : "The CUDA driver of this machine is too old for this program; install a newer "
                                 "one.";
        else
            report.problem = std::string{"No CUDA device can be used: "} + cudaGetErrorString(status) + '.';
        return report;
    }
    if (status == cudaErrorNoDevice || count == 0)
    {
        static_cast<void>(cudaGetLastError());
        report.problem = "This machine has no CUDA device.";
        return report;
    }

    for (int number = 0; number < count; ++number)
        report.devices.push_back(describe(static_cast<unsigned>(number), ask_for_memory));
    return report;
}

device_limits limits_of(unsigned const device)
{
    cudaDeviceProp properties{};
    SEQAN3_GPULCS_CUDA_TRY_ON(device, cudaGetDeviceProperties(&properties, static_cast<int>(device)));
    return {.compute_capability = compute_capability_of(properties),
            .multiprocessors = static_cast<unsigned>(properties.multiProcessorCount),
            .clock_hz = clock_of(device),
            .shared_bytes_per_block = properties.sharedMemPerBlockOptin,
            .memory_bytes = properties.totalGlobalMem};
}

unsigned largest_device(std::span<unsigned const> const devices)
{
    if (devices.size() == 1)
        return devices.front();
    return *std::ranges::max_element(devices,
                                     {},
                                     [](unsigned const device)
                                     {
                                         return limits_of(device).memory_bytes;
                                     });
}

} // namespace seqan3_gpulcs::cuda
