// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The controls of the emulated CUDA runtime for tests.
 *
 * Kernels run on the CPU with a fiber for each thread, in random order. The order within one launch follows from the seed
 * and from how many launches its stream has seen since the seed was set, regardless of the host threads. The tests
 * of the CUDA backend take the seed from reference::seed(), which is printed, and which the environment variable
 * SEQAN3_GPULCS_TEST_SEED sets: so a failure can be replayed.
 *
 * There may be several devices, each with memory of its own. None has access to that of another, unless the memory is from a
 * pool that allows it: a kernel or a copy that touches other memory ends with a std::logic_error, like other breaches of the
 * rules.
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
    function_attribute //!< Also the occupancy: here a missing kernel image shows first.
};

//!\brief How many times a query resumes a thread before it gives up.
inline constinit std::atomic<uint64_t> slice{200'000};

//!\brief Whether asynchronous copies from the device to memory that is not pinned wait, as CUDA may do.
inline constinit std::atomic<bool> pageable_copies_block{false};

//!\brief Sets the seed of the schedule, and counts the launches of all streams from 0 again.
void set_seed(uint64_t seed);

//!\brief Two multiprocessors of compute capability 9.0 with 256 MiB.
cudaDeviceProp default_device();

//!\brief There may be none.
void set_devices(std::vector<cudaDeviceProp> devices);

void set_driver_missing(bool missing);

//!\brief Whether devices can be given access to the memory of others; by default they can.
void set_peer_access(bool can);

/*!\brief Makes calls fail.
 * \param which The kind of call.
 * \param error The error that it returns.
 * \param nth   The first call that fails, counted from now; 1 is the next one.
 * \param times How many calls fail; 0 ends it.
 */
void fail(call which, cudaError_t error, uint64_t nth = 1, uint64_t times = std::numeric_limits<uint64_t>::max());

/*!\brief Makes a device fail for good: all calls that need it return an error, and what is in its streams is dropped.
 * \param device   Its number.
 * \param error    The error that they return; with cudaSuccess, the device works again.
 * \param launches It fails with this launch, counted from now: 1 is the next one, and with 0 it fails at once.
 */
void fail_device(int device, cudaError_t error, uint64_t launches);

//!\brief Whether kernels are watched for access to the memory of another device; not with ThreadSanitizer, copies always are.
bool watches_kernels();

//!\brief Back to one default device without faults. Allocations stay.
void reset();

//!\brief Of all devices.
size_t allocated_bytes();

size_t allocated_bytes(int device);

//!\brief How many kernels a device was given since the devices were set.
uint64_t launch_count(int device);

size_t allocated_host_bytes();
size_t live_pools();
size_t live_streams();
size_t live_events();

} // namespace seqan3_gpulcs::emulation
