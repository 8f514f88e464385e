// SPDX-License-Identifier: BSD-3-Clause

#include "device.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "emulation.hpp"

namespace seqan3_gpulcs::emulation
{

namespace
{

struct planned_failure
{
    cudaError_t error;
    uint64_t launches; // until it fails
};

struct machine
{
    std::mutex mutex;
    std::vector<cudaDeviceProp> devices{default_device()};
    bool driver_missing{};
    bool has_peer_access{true};
    std::map<int, planned_failure> failures;
    std::map<int, uint64_t> launches;
};

machine & shared()
{
    static machine & instance = *new machine; // never destroyed: static objects of tests may use it
    return instance;
}

thread_local int thread_device{};
thread_local cudaError_t last_error{cudaSuccess};

} // namespace

int current_device()
{
    return thread_device;
}

cudaError_t find_device(int const device)
{
    std::scoped_lock lock{shared().mutex};
    if (shared().driver_missing)
        return cudaErrorInsufficientDriver;
    if (shared().devices.empty())
        return cudaErrorNoDevice;
    return device >= 0 && static_cast<size_t>(device) < shared().devices.size() ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t check_device(int const device)
{
    if (cudaError_t const error = find_device(device); error != cudaSuccess)
        return error;
    std::scoped_lock lock{shared().mutex};
    auto const planned = shared().failures.find(device);
    return planned == shared().failures.end() || planned->second.launches > 0 ? cudaSuccess : planned->second.error;
}

bool fails_with_launch(int const device)
{
    std::scoped_lock lock{shared().mutex};
    ++shared().launches[device];
    auto const planned = shared().failures.find(device);
    if (planned == shared().failures.end())
        return false;
    if (planned->second.launches > 0)
        --planned->second.launches;
    return planned->second.launches == 0;
}

uint64_t launch_count(int const device)
{
    std::scoped_lock lock{shared().mutex};
    return shared().launches[device];
}

void fail_device(int const device, cudaError_t const error, uint64_t const launches)
{
    std::scoped_lock lock{shared().mutex};
    shared().failures.erase(device);
    if (error != cudaSuccess)
        shared().failures[device] = {error, launches};
}

cudaDeviceProp properties(int const device)
{
    std::scoped_lock lock{shared().mutex};
    return shared().devices.at(static_cast<size_t>(device));
}

bool has_peer_access()
{
    std::scoped_lock lock{shared().mutex};
    return shared().has_peer_access;
}

void set_peer_access(bool const can)
{
    std::scoped_lock lock{shared().mutex};
    shared().has_peer_access = can;
}

cudaError_t report(cudaError_t const error)
{
    if (error != cudaSuccess && error != cudaErrorNotReady)
        last_error = error;
    return error;
}

cudaDeviceProp default_device()
{
    return {.name = "emulated device",
            .totalGlobalMem = 256 << 20,
            .multiProcessorCount = 2,
            .major = 9,
            .minor = 0,
            .sharedMemPerMultiprocessor = 228 << 10,
            .sharedMemPerBlockOptin = 227 << 10,
            .reservedSharedMemPerBlock = 1 << 10,
            .memoryPoolsSupported = 1,
            .maxThreadsPerMultiProcessor = 2048,
            .clockRate = 1'500'000};
}

void set_devices(std::vector<cudaDeviceProp> devices)
{
    std::scoped_lock lock{shared().mutex};
    shared().devices = std::move(devices);
    shared().failures.clear();
    shared().launches.clear();
}

void set_driver_missing(bool const missing)
{
    std::scoped_lock lock{shared().mutex};
    shared().driver_missing = missing;
}

} // namespace seqan3_gpulcs::emulation

using namespace seqan3_gpulcs::emulation;

cudaError_t cudaDriverGetVersion(int * const version)
{
    std::scoped_lock lock{shared().mutex};
    *version = shared().driver_missing ? 0 : 12000;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int * const count)
{
    *count = 0;
    cudaError_t const error{find_device(0)};
    std::scoped_lock lock{shared().mutex};
    if (error == cudaSuccess)
        *count = static_cast<int>(shared().devices.size());
    return report(error);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp * const found, int const device)
{
    cudaError_t const error{find_device(device)};
    if (error == cudaSuccess)
        *found = properties(device);
    return report(error);
}

cudaError_t cudaDeviceGetAttribute(int * const value, cudaDeviceAttr, int const device)
{
    cudaError_t const error{find_device(device)};
    if (error == cudaSuccess)
        *value = properties(device).clockRate;
    return report(error);
}

cudaError_t cudaGetDevice(int * const device)
{
    *device = thread_device;
    return report(find_device(thread_device));
}

cudaError_t cudaSetDevice(int const device)
{
    cudaError_t const error{check_device(device)};
    if (error == cudaSuccess)
        thread_device = device;
    return report(error);
}

cudaError_t cudaDeviceCanAccessPeer(int * const can, int const device, int const peer)
{
    for (int const one : {device, peer})
        if (cudaError_t const error = find_device(one); error != cudaSuccess)
            return report(error);
    *can = device != peer && has_peer_access();
    return cudaSuccess;
}

cudaError_t cudaGetLastError()
{
    return std::exchange(last_error, cudaSuccess);
}

char const * cudaGetErrorName(cudaError_t const error)
{
    static std::map<cudaError_t, char const *> const names{
        {cudaSuccess, "cudaSuccess"},
        {cudaErrorInvalidValue, "cudaErrorInvalidValue"},
        {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation"},
        {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration"},
        {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver"},
        {cudaErrorNoDevice, "cudaErrorNoDevice"},
        {cudaErrorInvalidDevice, "cudaErrorInvalidDevice"},
        {cudaErrorECCUncorrectable, "cudaErrorECCUncorrectable"},
        {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle"},
        {cudaErrorNotReady, "cudaErrorNotReady"},
        {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources"},
        {cudaErrorLaunchFailure, "cudaErrorLaunchFailure"}};
    auto const found = names.find(error);
    return found == names.end() ? "unrecognized error code" : found->second;
}

char const * cudaGetErrorString(cudaError_t const error)
{
    return cudaGetErrorName(error);
}
