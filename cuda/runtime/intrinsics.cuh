// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The few operations of device code that C++ cannot express.
 *
 * Each operation has a second form in portable C++, with which the tests run the same kernels on the CPU.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <cuda_runtime.h>

#include "cuda/runtime/architectures.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The mask of all threads of a warp.
inline constexpr unsigned whole_warp{0xffff'ffffu};

//!\brief The dynamic shared memory of the block.
__device__ __forceinline__ std::byte * shared_memory()
{
#if defined(__CUDACC__)
    extern __shared__ uint4 seqan3_gpulcs_shared_memory[];
    return reinterpret_cast<std::byte *>(seqan3_gpulcs_shared_memory);
#else
    return static_cast<std::byte *>(emulation::shared_memory());
#endif
}

//!\brief The scope in which strips hand over: warps of other devices may read what a warp writes.
#define SEQAN3_GPULCS_HAND_OVER_SCOPE "sys"

/*!\brief Reads a word that another warp writes meanwhile, in the same launch or in that of another device.
 *
 * The read is not ordered with other accesses: the word must carry all the information itself.
 */
__device__ __forceinline__ std::uint64_t load_relaxed(std::uint64_t const * const address)
{
    std::uint64_t value;
#if defined(__CUDACC__)
    asm volatile("ld.relaxed." SEQAN3_GPULCS_HAND_OVER_SCOPE ".global.u64 %0, [%1];"
                 : "=l"(value)
                 : "l"(address)
                 : "memory");
#else
    emulation::yield();
    value = *address;
#endif
    return value;
}

//!\brief Writes a word for seqan3_gpulcs::cuda::load_relaxed.
__device__ __forceinline__ void store_relaxed(std::uint64_t * const address, std::uint64_t const value)
{
#if defined(__CUDACC__)
    asm volatile("st.relaxed." SEQAN3_GPULCS_HAND_OVER_SCOPE ".global.u64 [%0], %1;"
                 :
                 : "l"(address), "l"(value)
                 : "memory");
#else
    *address = value;
    emulation::yield();
#endif
}

//!\brief Reads a shorter word that another warp of the same launch writes meanwhile.
__device__ __forceinline__ unsigned load_relaxed(unsigned const * const address)
{
#if defined(__CUDACC__)
    unsigned value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
#else
    return *static_cast<unsigned const volatile *>(address);
#endif
}

//!\brief Writes a shorter word for seqan3_gpulcs::cuda::load_relaxed, within a launch.
__device__ __forceinline__ void store_relaxed(unsigned * const address, unsigned const value)
{
#if defined(__CUDACC__)
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(address), "r"(value) : "memory");
#else
    *static_cast<unsigned volatile *>(address) = value;
#endif
}

/*!\brief Reads a word that says that other data is there, which a warp of this launch or of another one of the device has written.
 *
 * All that was written before the word was stored with seqan3_gpulcs::cuda::store_release can be read afterwards.
 */
__device__ __forceinline__ unsigned load_acquire(unsigned const * const address)
{
#if defined(__CUDACC__)
    unsigned value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
#else
    return __atomic_load_n(address, __ATOMIC_ACQUIRE);
#endif
}

//!\brief Writes a word for seqan3_gpulcs::cuda::load_acquire.
__device__ __forceinline__ void store_release(unsigned * const address, unsigned const value)
{
#if defined(__CUDACC__)
    asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(address), "r"(value) : "memory");
#else
    __atomic_store_n(address, value, __ATOMIC_RELEASE);
#endif
}

//!\brief Waits for about a microsecond, and leaves the units of the multiprocessor to others.
__device__ __forceinline__ void pause()
{
#if defined(__CUDACC__)
    __nanosleep(1000);
#else
    emulation::yield();
#endif
}

/*!\brief Reads a word of host memory that the host may change during the launch.
 *
 * Reads of one word wait for each other, a microsecond each: only some warps should read it, and only now and then.
 */
__device__ __forceinline__ unsigned load_from_host(unsigned const * const address)
{
#if defined(__CUDACC__)
    unsigned value;
    asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
#else
    return *static_cast<unsigned const volatile *>(address);
#endif
}

//!\brief Writes a word of host memory that the host may read during the launch.
__device__ __forceinline__ void store_to_host(unsigned long long * const address, unsigned long long const value)
{
#if defined(__CUDACC__)
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" : : "l"(address), "l"(value) : "memory");
#else
    *static_cast<unsigned long long volatile *>(address) = value;
#endif
}

//!\brief An address in shared memory.
#if defined(__CUDACC__)
using shared_address = std::uint32_t;
#else
using shared_address = std::byte const *;
#endif

//!\brief The address of something in shared memory.
__device__ __forceinline__ shared_address address_of(std::byte const * const pointer)
{
#if defined(__CUDACC__)
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
#else
    return pointer;
#endif
}

//!\brief Loads 1, 2 or 4 words from shared memory in one access; the address must be a multiple of their size.
template <unsigned count>
__device__ __forceinline__ void load_shared(std::uint32_t * const to, shared_address const from)
{
    static_assert(count == 1 || count == 2 || count == 4);
#if defined(__CUDACC__)
    // Volatile, so that it is not moved before the barrier that follows the writes.
    if constexpr (count == 4)
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(from));
    else if constexpr (count == 2)
        asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(to[0]), "=r"(to[1]) : "r"(from));
    else
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(to[0]) : "r"(from));
#else
    std::memcpy(to, from, count * sizeof(std::uint32_t));
#endif
}

/*!\brief The bits where the first word is 1, or all three are 0.
 *
 * A single instruction that the compiler must not split: it would reuse the parts elsewhere, and need one instruction
 * more.
 */
__device__ __forceinline__ std::uint32_t
first_or_none(std::uint32_t const first, std::uint32_t const second, std::uint32_t const third)
{
#if defined(__CUDA_ARCH__)
    std::uint32_t result;
    asm("lop3.b32 %0, %1, %2, %3, 0xf1;" : "=r"(result) : "r"(first), "r"(second), "r"(third));
    return result;
#else
    return first | ~(second | third);
#endif
}

/*!\brief The address of the row that belongs to a code.
 * \tparam bits      The width of a code: 2, 4 or 8.
 * \tparam row_bytes The size of a row; a multiple of 128.
 * \param first_row The beginning of the rows.
 * \param codes     The word with the code.
 * \param position  The position of the code in the word.
 *
 * The recurrence keeps the units busy that shift, but not those that multiply. So a code is masked in place, within its byte,
 * and multiplied to its row.
 */
template <unsigned bits, unsigned row_bytes>
__device__ __forceinline__ shared_address row_address(shared_address const first_row,
                                                      std::uint32_t const codes,
                                                      unsigned const position)
{
    constexpr unsigned mask = (1u << bits) - 1;
#if defined(__CUDACC__)
    constexpr unsigned per_byte = 8 / bits;
    unsigned const shift = position % per_byte * bits;
    std::uint32_t byte;
    std::uint32_t masked;
    std::uint32_t address;
    asm("prmt.b32 %0, %1, 0, %2;" : "=r"(byte) : "r"(codes), "r"(0x4440u + position / per_byte));
    asm("and.b32 %0, %1, %2;" : "=r"(masked) : "r"(byte), "r"(mask << shift));
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(address) : "r"(masked), "r"(row_bytes >> shift), "r"(first_row));
    return address;
#else
    return first_row + (codes >> (position * bits) & mask) * row_bytes;
#endif
}

} // namespace seqan3_gpulcs::cuda
