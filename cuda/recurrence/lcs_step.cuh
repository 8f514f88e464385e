// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The recurrence for one column of the words that a lane holds.
 */

#pragma once

#include <cstdint>

#include "cuda/recurrence/recurrence.cuh"
#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief Computes one column: V' = (V + U) | (V & ~U) with U = V & M.
 * \tparam words       The number of words that the lane holds.
 * \param v            V of the column before; lowest rows first. Becomes that of this column.
 * \param matching     Called with the index of a word and the word itself: U, the bits whose rows match the column's letter.
 * \param carries_in   Its top bit is the carry from the rows above; shifted on to the next column's.
 * \param carries_out  The carry to the rows below is shifted in at the bottom.
 *
 * With U instead of M in the last term there are only two values to keep, and U can be masked for free.
 *
 * Crochemore, Iliopoulos, Pinzon and Reid 2001; the carry over several words as in Hyyro 2004.
 */
template <unsigned words, typename matching_t>
__device__ __forceinline__ void column_step(std::uint32_t (&v)[words],
                                            matching_t const & matching,
                                            std::uint32_t & carries_in,
                                            std::uint32_t & carries_out)
{
#if defined(__CUDA_ARCH__)
    // The chain of carries lives in the carry flag; volatile keeps the order.
    asm volatile("add.cc.u32 %0, %0, %0;" : "+r"(carries_in));
#    pragma unroll
    for (unsigned i = 0; i < words; ++i)
    {
        std::uint32_t const u = matching(i, v[i]);
        std::uint32_t sum;
        asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(v[i]), "r"(u));
        v[i] = sum | (v[i] & ~u);
    }
    asm volatile("addc.u32 %0, %0, %0;" : "+r"(carries_out));
#else
    std::uint64_t carry = carries_in >> 31;
    carries_in <<= 1;
    for (unsigned i = 0; i < words; ++i)
    {
        std::uint32_t const u = matching(i, v[i]);
        carry += std::uint64_t{v[i]} + u;
        v[i] = static_cast<std::uint32_t>(carry) | (v[i] & ~u);
        carry >>= 32;
    }
    carries_out = carries_out << 1 | static_cast<std::uint32_t>(carry);
#endif
}

//!\overload
template <unsigned words>
__device__ __forceinline__ void column_step(std::uint32_t (&v)[words],
                                            std::uint32_t const (&m)[words],
                                            std::uint32_t & carries_in,
                                            std::uint32_t & carries_out)
{
    auto const matching = [&m](unsigned const i, std::uint32_t const word)
    {
        return word & m[i];
    };
    column_step<words>(v, matching, carries_in, carries_out);
}

/*!\brief The lengths of longest common subsequences, see seqan3_gpulcs::cuda::recurrence.
 *
 * The state is V: a zero says that the length is one more than in the row above. A carry says that the length is one more than
 * in the column before.
 */
struct lcs_recurrence
{
    static constexpr unsigned state_words{1};
    static constexpr unsigned carry_words{1};

    __device__ static constexpr std::uint32_t left_border(unsigned) noexcept
    {
        return ~0u;
    }

    __device__ static constexpr std::uint32_t upper_border(unsigned) noexcept
    {
        return 0;
    }

    template <unsigned words, typename matching_t>
    __device__ __forceinline__ static void step(std::uint32_t (&state)[state_words][words],
                                                matching_t const & matching,
                                                std::uint32_t (&carries_in)[carry_words],
                                                std::uint32_t (&carries_out)[carry_words])
    {
        column_step<words>(state[0], matching, carries_in[0], carries_out[0]);
    }

    // A column without a match and a carry changes nothing.
    template <unsigned words, typename matching_t>
    __device__ __forceinline__ static void step_if(std::uint32_t const exists,
                                                   std::uint32_t (&state)[state_words][words],
                                                   matching_t const & matching,
                                                   std::uint32_t (&carries_in)[carry_words],
                                                   std::uint32_t (&carries_out)[carry_words])
    {
        step<words>(
            state,
            [&](unsigned const i, std::uint32_t const word)
            {
                return matching(i, word) & exists;
            },
            carries_in,
            carries_out);
    }

    template <unsigned words>
    __device__ __forceinline__ static std::int32_t
    vertical_sum(std::uint32_t const (&state)[state_words][words], unsigned const i, std::uint32_t const rows)
    {
        return __popc(~state[0][i] & rows);
    }
};

static_assert(recurrence<lcs_recurrence>);

} // namespace seqan3_gpulcs::cuda
