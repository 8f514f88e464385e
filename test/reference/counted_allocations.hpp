// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Counts what a test allocates, whatever the library reports: replaces `new` and `delete`, so only one source of a
 *        program includes it.
 */

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace reference
{

//!\brief The bytes that are allocated now.
inline std::atomic<std::size_t> allocated_bytes{0};
//!\brief The most bytes that were allocated at a time since this was set.
inline std::atomic<std::size_t> peak_bytes{0};
//!\brief The number of allocations so far.
inline std::atomic<std::size_t> allocations{0};

namespace detail
{

// As many as any type here is aligned to.
inline constexpr std::size_t header_bytes{64};

inline void * allocate(std::size_t const size)
{
    std::size_t const whole = (size + 2 * header_bytes - 1) / header_bytes * header_bytes;
    auto * const memory = static_cast<std::byte *>(std::aligned_alloc(header_bytes, whole));
    if (memory == nullptr)
        throw std::bad_alloc{};
    *reinterpret_cast<std::size_t *>(memory) = size;

    ++allocations;
    std::size_t const now = allocated_bytes += size;
    for (std::size_t old = peak_bytes; old < now && !peak_bytes.compare_exchange_weak(old, now);)
    {}
    return memory + header_bytes;
}

inline void deallocate(void * const pointer) noexcept
{
    if (pointer == nullptr)
        return;
    auto * const memory = static_cast<std::byte *>(pointer) - header_bytes;
    allocated_bytes -= *reinterpret_cast<std::size_t *>(memory);
    std::free(memory);
}

} // namespace detail

//!\brief The most bytes that a function had allocated at a time.
template <typename function_t>
std::size_t peak_of(function_t && function)
{
    std::size_t const before = allocated_bytes;
    peak_bytes = before;
    function();
    return peak_bytes - before;
}

} // namespace reference

void * operator new(std::size_t const size)
{
    return reference::detail::allocate(size);
}

void * operator new[](std::size_t const size)
{
    return reference::detail::allocate(size);
}

void * operator new(std::size_t const size, std::align_val_t)
{
    return reference::detail::allocate(size);
}

void * operator new[](std::size_t const size, std::align_val_t)
{
    return reference::detail::allocate(size);
}

void operator delete(void * const pointer) noexcept
{
    reference::detail::deallocate(pointer);
}

void operator delete[](void * const pointer) noexcept
{
    reference::detail::deallocate(pointer);
}

void operator delete(void * const pointer, std::size_t) noexcept
{
    reference::detail::deallocate(pointer);
}

void operator delete[](void * const pointer, std::size_t) noexcept
{
    reference::detail::deallocate(pointer);
}

void operator delete(void * const pointer, std::align_val_t) noexcept
{
    reference::detail::deallocate(pointer);
}

void operator delete[](void * const pointer, std::align_val_t) noexcept
{
    reference::detail::deallocate(pointer);
}

void operator delete(void * const pointer, std::size_t, std::align_val_t) noexcept
{
    reference::detail::deallocate(pointer);
}

void operator delete[](void * const pointer, std::size_t, std::align_val_t) noexcept
{
    reference::detail::deallocate(pointer);
}
