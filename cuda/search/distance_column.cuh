// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A column of the edit distances between a pattern and a text, for the search.
 */

#pragma once

#include <cstdint>

#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

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

//!\brief A column of the edit distances of a pattern, as the differences between rows.
template <unsigned words>
struct distance_column
{
    std::uint32_t plus[words];  //!< 1 more than the row above.
    std::uint32_t minus[words]; //!< 1 less.
    std::int32_t distance;      //!< That of the last row, less k.

    /*!\brief The first column.
     * \param free    The rows that match any letter: they are 0, and the pattern begins below them.
     * \param letters The letters of the pattern, less k.
     */
    __device__ __forceinline__ void start(std::uint32_t const * const free, std::int32_t const letters)
    {
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
            plus[i] = ~free[i];
            minus[i] = 0;
        }
        distance = letters;
    }

    /*!\brief Advances to the next column.
     * \param equal The rows whose letter is that of the column.
     * \param up    Its top bit says whether the row above is 1 more than a column before. Becomes the steps of the last rows.
     * \param down  The same for 1 less.
     *
     * The recurrence is that of Myers (1999) in the form of Hyyro (2001), with one addition over all words. Where a row is
     * the same as the one above was a column before, `same` is 1; as no bit is 1 in both `plus` and `minus`, what Hyyro
     * writes with it is shorter here.
     */
    __device__ __forceinline__ void step(std::uint32_t const * const equal, std::uint32_t & up, std::uint32_t & down)
    {
        std::uint32_t carry = 0;
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
            // One less in the row above is as good as a match of the first row.
            std::uint32_t const matching = i == 0 ? equal[0] | down >> 31 : equal[i];
            std::uint32_t const sum = add<words>(i, plus[i], matching & plus[i], carry);
            std::uint32_t const new_same = (sum ^ plus[i]) | matching;
            std::uint32_t const up_here = first_or_none(minus[i], new_same, plus[i]);
            std::uint32_t const down_here = new_same & plus[i];
            std::uint32_t const same = new_same | minus[i];
            std::uint32_t const up_above = __funnelshift_l(up, up_here, 1);
            std::uint32_t const down_above = __funnelshift_l(down, down_here, 1);
            plus[i] = first_or_none(down_above, same, up_above);
            minus[i] = up_above & same;
            up = up_here;
            down = down_here;
        }
        distance += static_cast<std::int32_t>(up >> 31);
        distance += static_cast<std::int32_t>(down) >> 31;
    }

private:
    // Word `i` of the sum of numbers of several words, from the lowest one on.
    template <unsigned count>
    __device__ __forceinline__ static std::uint32_t
    add(unsigned const i, std::uint32_t const left, std::uint32_t const right, [[maybe_unused]] std::uint32_t & carry)
    {
        std::uint32_t sum;
#if defined(__CUDA_ARCH__)
        // The chain of carries lives in the carry flag; volatile keeps the order.
        if constexpr (count == 1)
            sum = left + right;
        else if (i == 0)
            asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(left), "r"(right));
        else if (i + 1 == count)
            asm volatile("addc.u32 %0, %1, %2;" : "=r"(sum) : "r"(left), "r"(right));
        else
            asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(left), "r"(right));
#else
        static_cast<void>(i);
        std::uint64_t const all = std::uint64_t{left} + right + carry;
        sum = static_cast<std::uint32_t>(all);
        carry = static_cast<std::uint32_t>(all >> 32);
#endif
        return sum;
    }
};

} // namespace seqan3_gpulcs::cuda
