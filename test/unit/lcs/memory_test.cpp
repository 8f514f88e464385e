// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

// What is allocated is counted here, not asked from the library.
namespace
{

std::atomic<std::size_t> allocated{0};
std::atomic<std::size_t> peak{0};

constexpr std::size_t header_bytes{64};

void * allocate(std::size_t const size)
{
    auto * const memory = static_cast<std::byte *>(std::malloc(size + header_bytes));
    if (memory == nullptr)
        throw std::bad_alloc{};
    *reinterpret_cast<std::size_t *>(memory) = size;

    std::size_t const now = allocated += size;
    for (std::size_t old = peak; old < now && !peak.compare_exchange_weak(old, now);)
    {}
    return memory + header_bytes;
}

void deallocate(void * const pointer) noexcept
{
    if (pointer == nullptr)
        return;
    auto * const memory = static_cast<std::byte *>(pointer) - header_bytes;
    allocated -= *reinterpret_cast<std::size_t *>(memory);
    std::free(memory);
}

} // namespace

void * operator new(std::size_t const size)
{
    return allocate(size);
}

void * operator new[](std::size_t const size)
{
    return allocate(size);
}

void operator delete(void * const pointer) noexcept
{
    deallocate(pointer);
}

void operator delete[](void * const pointer) noexcept
{
    deallocate(pointer);
}

void operator delete(void * const pointer, std::size_t) noexcept
{
    deallocate(pointer);
}

void operator delete[](void * const pointer, std::size_t) noexcept
{
    deallocate(pointer);
}

using namespace seqan3_gpulcs;

namespace
{

template <typename function_t>
std::size_t peak_of(function_t && function)
{
    std::size_t const before = allocated;
    peak = before;
    function();
    return peak - before;
}

// What does not count to the limit: results, a bit for each row and column of the whole matrix, and small change (tables of
// letters, counters of threads, the stacks of which are no heap).
std::size_t allowance(std::size_t const letters, std::size_t const runs, unsigned const threads)
{
    return 2 * runs * sizeof(lcs::run) + letters / 4 + threads * 40'000;
}

} // namespace

TEST(memory, one_pair_stays_within_the_limit)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {3'000, 30'000})
    {
        auto const first = packing::pack(reference::random_letters(generator, size, 4));
        auto const second = packing::pack(reference::random_letters(generator, size, 4));
        std::uint64_t const least = plan::least_memory(size, size);
        for (std::uint64_t const limit : {least, 2 * least, 10 * least, 100 * least})
        {
            for (unsigned const threads : {1u, 4u})
            {
                std::size_t runs = 0;
                std::size_t const used = peak_of(
                    [&]()
                    {
                        runs = lcs::subsequence(first, second, {.threads = threads, .memory_limit = limit}).size();
                    });
                EXPECT_LE(used, limit + allowance(2 * size, runs, threads)) << size << ", limit " << limit;
            }
        }
    }
}

TEST(memory, a_batch_stays_within_the_limit)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 6'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 6'000, 4));
    std::vector<lcs::sequence_pair> const pairs(40, {first, second});

    unsigned const threads = 8;
    std::uint64_t const limit = 4'000'000;
    std::size_t runs = 0;
    std::size_t const used = peak_of(
        [&]()
        {
            for (auto const & result :
                 lcs::compute(pairs, lcs::output::subsequence, {.threads = threads, .memory_limit = limit}))
                runs += result.runs.capacity();
        });
    EXPECT_LE(used, limit + allowance(12'000, runs, threads));
}

// The length alone takes a bit for each row and each column.
TEST(memory, the_length_is_linear)
{
    auto generator = reference::make_generator();
    auto const first = packing::pack(reference::random_letters(generator, 100'000, 4));
    auto const second = packing::pack(reference::random_letters(generator, 100'000, 4));
    std::size_t const used = peak_of(
        [&]()
        {
            lcs::length(first, second, {.threads = 2});
        });
    EXPECT_LE(used, allowance(200'000, 0, 2));
}
