// SPDX-License-Identifier: BSD-3-Clause

#include "faults.hpp"

#include <array>
#include <mutex>

#include "device.hpp"

namespace seqan3_gpulcs::emulation
{

namespace
{

struct fault
{
    cudaError_t error{cudaSuccess};
    uint64_t nth{};
    uint64_t times{};
};

constinit std::mutex mutex{};
constinit std::array<fault, 4> faults{}; // by call

} // namespace

cudaError_t check(call const which)
{
    if (cudaError_t const error = check_device(current_device()); error != cudaSuccess)
        return error;

    std::scoped_lock lock{mutex};
    fault & wanted = faults[static_cast<unsigned>(which)];
    if (wanted.times == 0 || --wanted.nth > 0)
        return cudaSuccess;
    wanted.nth = 1;
    --wanted.times;
    return wanted.error;
}

void fail(call const which, cudaError_t const error, uint64_t const nth, uint64_t const times)
{
    std::scoped_lock lock{mutex};
    faults[static_cast<unsigned>(which)] = {error, nth, times};
}

void reset()
{
    set_devices({default_device()});
    set_driver_missing(false);
    set_peer_access(true);
    std::scoped_lock lock{mutex};
    faults = {};
}

} // namespace seqan3_gpulcs::emulation
