// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Stands in for the CUDA runtime where there is no GPU: kernels compile as C++ and run on the CPU.
 *
 * Only the parts that the CUDA backend uses. Tests control it through emulation.hpp.
 */

#pragma once

#define SEQAN3_GPULCS_EMULATION 1

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __grid_constant__

// Types

//!\brief The values are those of CUDA.
enum cudaError_t
{
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInsufficientDriver = 35,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorECCUncorrectable = 214,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorNotReady = 600,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchFailure = 719
};

enum cudaMemcpyKind
{
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2
};

enum cudaMemoryType
{
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes
{
    cudaMemoryType type;
    int device;
    void * devicePointer;
};

enum cudaFuncAttribute
{
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8
};

enum cudaDeviceAttr
{
    cudaDevAttrClockRate = 13
};

inline constexpr unsigned cudaStreamNonBlocking{1};
inline constexpr unsigned cudaEventDefault{0};
inline constexpr unsigned cudaEventDisableTiming{2};
inline constexpr unsigned cudaHostAllocPortable{1};
inline constexpr unsigned cudaHostAllocMapped{2};

enum cudaMemAllocationType
{
    cudaMemAllocationTypePinned = 1
};

enum cudaMemLocationType
{
    cudaMemLocationTypeDevice = 1
};

enum cudaMemAccessFlags
{
    cudaMemAccessFlagsProtReadWrite = 3
};

using cudaMemPool_t = struct CUmemPoolHandle_st *;
using cudaStream_t = struct CUstream_st *;
using cudaEvent_t = struct CUevent_st *;

struct uint3
{
    unsigned x, y, z;
};

struct dim3
{
    unsigned x, y, z;

    constexpr dim3(unsigned const in_x = 1, unsigned const in_y = 1, unsigned const in_z = 1) :
        x{in_x},
        y{in_y},
        z{in_z}
    {}
};

struct cudaMemLocation
{
    cudaMemLocationType type;
    int id;
};

struct cudaMemPoolProps
{
    cudaMemAllocationType allocType;
    cudaMemLocation location;
};

struct cudaMemAccessDesc
{
    cudaMemLocation location;
    cudaMemAccessFlags flags;
};

struct cudaDeviceProp
{
    char name[256];
    std::size_t totalGlobalMem;
    int multiProcessorCount;
    int major;
    int minor;
    std::size_t sharedMemPerMultiprocessor;
    std::size_t sharedMemPerBlockOptin;
    std::size_t reservedSharedMemPerBlock;
    int memoryPoolsSupported;
    int maxThreadsPerMultiProcessor;
    int clockRate; //!< In CUDA up to version 12; later an attribute alone.
};

//!\brief Attributes of a launch are ignored.
struct cudaLaunchAttribute
{};

struct cudaLaunchConfig_t
{
    dim3 gridDim;
    dim3 blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute * attrs;
    unsigned numAttrs;
};

// Called by the templates below and by kernels

namespace seqan3_gpulcs::emulation
{

//!\brief The dynamic shared memory of the running block.
void * shared_memory();

//!\brief Lets other threads run; every spinning loop must call it. Does nothing outside of a kernel.
void yield();

uint3 const & thread_index();
uint3 const & block_index();
dim3 const & block_dimensions();
dim3 const & grid_dimensions();

//!\brief The values that the lanes of a warp have exchanged.
struct collective_result
{
    uint64_t const * values; //!< by lane
    unsigned lane;           //!< of the running thread
};

//!\brief Returns when all threads of the block that have not exited have arrived.
void wait_at_barrier();

//!\brief Returns when all lanes that have not exited have arrived.
collective_result collective(std::string_view name, unsigned mask, uint64_t value = 0);

template <typename value_t>
concept shuffled = std::integral<value_t> &&(sizeof(value_t) == 4 || sizeof(value_t) == 8);

//!\brief CUDA has no others; in particular no unsigned long.
template <typename value_t>
concept atomic =
    std::same_as<value_t, int> || std::same_as<value_t, unsigned> || std::same_as<value_t, unsigned long long>;

//!\brief A function converts; a variable would have to be written at each change of the running thread.
template <dim3 const & (*current_dimensions)(), unsigned dim3::*member>
struct dimension
{
    operator unsigned() const
    {
        return current_dimensions().*member;
    }
};

template <dim3 const & (*current_dimensions)()>
struct dimensions
{
    dimension<current_dimensions, &dim3::x> x{};
    dimension<current_dimensions, &dim3::y> y{};
    dimension<current_dimensions, &dim3::z> z{};
};

/*!\brief A kernel with its arguments.
 *
 * A plain function, because a fiber must not begin in code that ThreadSanitizer watches.
 */
struct kernel_call
{
    void (*invoke)(void const * arguments);
    std::shared_ptr<void const> arguments;
};

cudaError_t allocate_host(void ** pointer, std::size_t bytes, unsigned flags);
cudaError_t device_pointer(void ** device, void * host, unsigned flags);
cudaError_t set_attribute(void const * kernel, cudaFuncAttribute attribute, int value);
cudaError_t occupancy(int * blocks, void const * kernel, int threads, std::size_t shared_bytes);
cudaError_t launch_kernel(cudaLaunchConfig_t const * config, void const * kernel, kernel_call body);

} // namespace seqan3_gpulcs::emulation

// Host functions

cudaError_t cudaDriverGetVersion(int * version);
cudaError_t cudaGetDeviceCount(int * count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp * properties, int device);
cudaError_t cudaDeviceGetAttribute(int * value, cudaDeviceAttr attribute, int device);
cudaError_t cudaGetDevice(int * device);
cudaError_t cudaSetDevice(int device);

cudaError_t cudaDeviceCanAccessPeer(int * can, int device, int peer);
cudaError_t cudaMemPoolCreate(cudaMemPool_t * pool, cudaMemPoolProps const * properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, cudaMemAccessDesc const * access, std::size_t count);

cudaError_t cudaGetLastError();
char const * cudaGetErrorName(cudaError_t error);
char const * cudaGetErrorString(cudaError_t error);

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes * attributes, void const * pointer);
cudaError_t cudaMemGetInfo(std::size_t * free_bytes, std::size_t * total_bytes);
cudaError_t cudaMallocAsync(void ** pointer, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void ** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaFreeAsync(void * pointer, cudaStream_t stream);
cudaError_t cudaFreeHost(void * pointer);
cudaError_t
cudaMemcpyAsync(void * target, void const * source, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemsetAsync(void * target, int value, std::size_t bytes, cudaStream_t stream);

cudaError_t cudaStreamCreateWithFlags(cudaStream_t * stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);

cudaError_t cudaEventCreateWithFlags(cudaEvent_t * event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float * milliseconds, cudaEvent_t start, cudaEvent_t stop);

template <typename value_t>
cudaError_t cudaHostAlloc(value_t ** const pointer, std::size_t const bytes, unsigned const flags)
{
    return seqan3_gpulcs::emulation::allocate_host(reinterpret_cast<void **>(pointer), bytes, flags);
}

template <typename value_t>
cudaError_t cudaHostGetDevicePointer(value_t ** const device, void * const host, unsigned const flags)
{
    return seqan3_gpulcs::emulation::device_pointer(reinterpret_cast<void **>(device), host, flags);
}

template <typename kernel_t>
cudaError_t cudaFuncSetAttribute(kernel_t * const kernel, cudaFuncAttribute const attribute, int const value)
{
    return seqan3_gpulcs::emulation::set_attribute(reinterpret_cast<void const *>(kernel), attribute, value);
}

template <typename kernel_t>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int * const blocks,
                                                          kernel_t * const kernel,
                                                          int const threads,
                                                          std::size_t const shared_bytes)
{
    return seqan3_gpulcs::emulation::occupancy(blocks, reinterpret_cast<void const *>(kernel), threads, shared_bytes);
}

template <typename... parameters, typename... arguments>
cudaError_t
cudaLaunchKernelEx(cudaLaunchConfig_t const * const config, void (*kernel)(parameters...), arguments &&... args)
{
    using stored_t = std::pair<void (*)(parameters...), std::tuple<parameters...>>;
    return seqan3_gpulcs::emulation::launch_kernel(
        config,
        reinterpret_cast<void const *>(kernel),
        {[](void const * const stored)
         {
             std::apply(static_cast<stored_t const *>(stored)->first, static_cast<stored_t const *>(stored)->second);
         },
         std::make_shared<stored_t const>(kernel, std::tuple<parameters...>{std::forward<arguments>(args)...})});
}

// Device functions

#define threadIdx (::seqan3_gpulcs::emulation::thread_index())
#define blockIdx (::seqan3_gpulcs::emulation::block_index())

// Not macros: members of the configuration of a launch have these names.
inline constexpr seqan3_gpulcs::emulation::dimensions<seqan3_gpulcs::emulation::block_dimensions> blockDim{};
inline constexpr seqan3_gpulcs::emulation::dimensions<seqan3_gpulcs::emulation::grid_dimensions> gridDim{};

inline void __syncthreads()
{
    seqan3_gpulcs::emulation::wait_at_barrier();
}

inline void __syncwarp(unsigned const mask = ~0u)
{
    seqan3_gpulcs::emulation::collective("__syncwarp", mask);
}

template <seqan3_gpulcs::emulation::shuffled value_t>
value_t __shfl_sync(unsigned const mask, value_t const value, int const source)
{
    auto const result = seqan3_gpulcs::emulation::collective("__shfl_sync", mask, static_cast<uint64_t>(value));
    return static_cast<value_t>(result.values[source & 31]);
}

template <seqan3_gpulcs::emulation::shuffled value_t>
value_t __shfl_up_sync(unsigned const mask, value_t const value, unsigned const delta)
{
    auto const result = seqan3_gpulcs::emulation::collective("__shfl_up_sync", mask, static_cast<uint64_t>(value));
    return delta <= result.lane ? static_cast<value_t>(result.values[result.lane - delta]) : value;
}

template <seqan3_gpulcs::emulation::shuffled value_t>
value_t __shfl_down_sync(unsigned const mask, value_t const value, unsigned const delta)
{
    auto const result = seqan3_gpulcs::emulation::collective("__shfl_down_sync", mask, static_cast<uint64_t>(value));
    return delta < 32 - result.lane ? static_cast<value_t>(result.values[result.lane + delta]) : value;
}

inline unsigned __ballot_sync(unsigned const mask, unsigned const predicate)
{
    auto const result = seqan3_gpulcs::emulation::collective("__ballot_sync", mask, predicate);
    unsigned ballot = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
        ballot |= unsigned{result.values[lane] != 0} << lane;
    return ballot;
}

inline int __popc(unsigned const value)
{
    return std::popcount(value);
}

inline int __clz(int const value)
{
    return std::countl_zero(static_cast<unsigned>(value));
}

inline int __ffs(int const value)
{
    return value == 0 ? 0 : std::countr_zero(static_cast<unsigned>(value)) + 1;
}

inline unsigned __funnelshift_l(unsigned const low, unsigned const high, unsigned const shift)
{
    return static_cast<unsigned>(((uint64_t{high} << 32 | low) << (shift & 31)) >> 32);
}

//!\brief Lets others run first: some spin with it.
template <seqan3_gpulcs::emulation::atomic value_t>
value_t atomicAdd(value_t * const pointer, std::type_identity_t<value_t> const value)
{
    seqan3_gpulcs::emulation::yield();
    return __atomic_fetch_add(pointer, value, __ATOMIC_RELAXED);
}
