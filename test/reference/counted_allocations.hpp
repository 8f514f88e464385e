// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Counts all allocations of a program, instead of believing a report. For one source file of a program.
 */

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace reference
{

inline std::atomic<std::size_t> allocated{0};
inline std::atomic<std::size_t> peak{0};
inline std::atomic<std::size_t> allocations{0};

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
    std::size_t const now = allocated += size;
    for (std::size_t old = peak; old < now && !peak.compare_exchange_weak(old, now);)
    {}
    return memory + header_bytes;
}

inline void deallocate(void * const pointer) noexcept
{
    if (pointer == nullptr)
        return;
    auto * const memory = static_cast<std::byte *>(pointer) - header_bytes;
    allocated -= *reinterpret_cast<std::size_t *>(memory);
    std::free(memory);
}

//!\brief The most bytes that are allocated at a time while a function runs, besides those before.
template <typename function_t>
std::size_t peak_of(function_t && function)
{
    std::size_t const before = allocated;
    peak = before;
    function();
    return peak - before;
}

} // namespace reference

void * operator new(std::size_t const size)
{
    return reference::allocate(size);
}

void * operator new[](std::size_t const size)
{
    return reference::allocate(size);
}

void * operator new(std::size_t const size, std::align_val_t)
{
    return reference::allocate(size);
}

void * operator new[](std::size_t const size, std::align_val_t)
{
    return reference::allocate(size);
}

// AddressSanitizer has its own, which would not call the one above.
void * operator new(std::size_t const size, std::nothrow_t const &) noexcept
{
    try
    {
        return reference::allocate(size);
    }
    catch (std::bad_alloc const &)
    {
        return nullptr;
    }
}

void operator delete(void * const pointer) noexcept
{
    reference::deallocate(pointer);
}

void operator delete[](void * const pointer) noexcept
{
    reference::deallocate(pointer);
}

void operator delete(void * const pointer, std::size_t) noexcept
{
    reference::deallocate(pointer);
}

void operator delete[](void * const pointer, std::size_t) noexcept
{
    reference::deallocate(pointer);
}

void operator delete(void * const pointer, std::align_val_t) noexcept
{
    reference::deallocate(pointer);
}

void operator delete[](void * const pointer, std::align_val_t) noexcept
{
    reference::deallocate(pointer);
}

void operator delete(void * const pointer, std::size_t, std::align_val_t) noexcept
{
    reference::deallocate(pointer);
}

void operator delete[](void * const pointer, std::size_t, std::align_val_t) noexcept
{
    reference::deallocate(pointer);
}
