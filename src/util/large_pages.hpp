// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Memory in large pages, for vectors that are made, filled once and dropped.
 */

#pragma once

#include <cstddef>
#include <memory>
#include <new>

#if __has_include(<sys/mman.h>)
#    include <sys/mman.h>
#endif

namespace seqan3_gpulcs::util
{

/*!\brief Allocates memory for which the system is asked for large pages, where it has some.
 * \tparam value_t The type of an element.
 *
 * A system hands out memory page by page, when it is first written. Sites of 100 primers in 4.6 million letters, of which an index is made,
 * take 64 ms with pages of 4 KiB, and 45 ms with pages of 2 MiB (site_benchmark, k = 1, one thread of an Intel Xeon with AVX-512).
 */
template <typename value_t>
struct large_page_allocator
{
    //!\brief The type of an element.
    using value_type = value_t;

    //!\brief Less memory than this comes from the usual place.
    static constexpr std::size_t page_bytes{std::size_t{1} << 21};

    constexpr large_page_allocator() noexcept = default;

    //!\brief Allocators for all types are the same.
    template <typename other_t>
    constexpr large_page_allocator(large_page_allocator<other_t> const &) noexcept
    {}

    /*!\brief Allocates whole pages.
     * \throws std::bad_alloc
     */
    value_t * allocate(std::size_t const count)
    {
        if (count * sizeof(value_t) < page_bytes)
            return std::allocator<value_t>{}.allocate(count);
        std::size_t const bytes = whole_pages(count);
        void * const memory = ::operator new (bytes, std::align_val_t{page_bytes});
#ifdef MADV_HUGEPAGE
        // The system may refuse; pages are small then.
        static_cast<void>(madvise(memory, bytes, MADV_HUGEPAGE));
#endif
        return static_cast<value_t *>(memory);
    }

    //!\brief Returns memory that allocate() gave for as many elements.
    void deallocate(value_t * const memory, std::size_t const count) noexcept
    {
        if (count * sizeof(value_t) < page_bytes)
            std::allocator<value_t>{}.deallocate(memory, count);
        else
            ::operator delete (memory, whole_pages(count), std::align_val_t{page_bytes});
    }

    //!\brief Any of them may return what another one gave.
    friend constexpr bool operator==(large_page_allocator const &, large_page_allocator const &) noexcept = default;

private:
    static constexpr std::size_t whole_pages(std::size_t const count) noexcept
    {
        return (count * sizeof(value_t) + page_bytes - 1) / page_bytes * page_bytes;
    }
};

} // namespace seqan3_gpulcs::util
