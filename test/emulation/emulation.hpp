// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What tests set and ask of the emulated CUDA run-time.
 */

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "cuda_runtime.h"

namespace seqan3_gpulcs::emulation
{

//!\brief The calls that can be made to fail.
enum class call : unsigned
{
    launch,
    allocate_device,
    allocate_host,
    function_attribute //!< and the occupancy: where a missing kernel image shows first
};

//!\brief The order in which threads run follows from it; each launch reads it.
inline constinit std::atomic<uint64_t> seed{0};

//!\brief So many times does a query resume a thread before it gives up.
inline constinit std::atomic<uint64_t> slice{200'000};

//!\brief Whether asynchronous copies from the device to memory that is not pinned wait, as CUDA may do.
inline constinit std::atomic<bool> pageable_copies_block{false};

//!\brief Two multiprocessors of compute capability 9.0 with 256 MiB.
cudaDeviceProp default_device();

//!\brief There may be none.
void set_devices(std::vector<cudaDeviceProp> devices);

void set_driver_missing(bool missing);

//!\brief Fails from the n-th call on from now (1: the next one), so many times; times = 0 ends it.
void fail(call which, cudaError_t error, uint64_t nth = 1, uint64_t times = std::numeric_limits<uint64_t>::max());

//!\brief Back to one default device without faults. What is allocated stays.
void reset();

//!\brief Of all devices.
size_t allocated_bytes();
size_t allocated_host_bytes();
size_t live_streams();
size_t live_events();

} // namespace seqan3_gpulcs::emulation
