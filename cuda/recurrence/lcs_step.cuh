// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The recurrence of longest common subsequences.
 */

#pragma once

#include <cstdint>

#include "cuda/recurrence/recurrence.cuh"
#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief The lengths of longest common subsequences, see seqan3_gpulcs::cuda::recurrence.
 *
 * The state is V: a zero says that the length is one more than in the row above. A carry says that the length is one more than
 * in the column before.
 */
struct lcs_recurrence
{
    static constexpr unsigned state_words{1};
    static constexpr unsigned carry_words{1};
    static constexpr unsigned border_increment{0};
    static constexpr bool passes_carries{true};
    static constexpr std::uint32_t no_threshold{0};
    static constexpr unsigned word_instructions{3};

    __device__ static constexpr std::uint32_t left_border(unsigned) noexcept
    {
        return ~0u;
    }

    __host__ __device__ static constexpr std::uint32_t upper_border(unsigned) noexcept
    {
        return 0;
    }

    /*!\brief V' = (V + U) | (V & ~U) with U = V & M, where M are the rows that match.
     *
     * With U instead of M in the last term there are only two values to keep, and U can be masked for free.
     *
     * Crochemore, Iliopoulos, Pinzon and Reid 2001; the carry over several words as in Hyyrö 2004.
     */
    template <unsigned words, typename matching_t>
    __device__ __forceinline__ static void step(std::uint32_t (&state)[state_words][words],
                                                matching_t const & matching,
                                                std::uint32_t (&carries_in)[carry_words],
                                                std::uint32_t (&carries_out)[carry_words])
    {
        auto & v = state[0];
#if defined(__CUDA_ARCH__)
        // The chain of carries lives in the carry flag; volatile keeps the order.
        asm volatile("add.cc.u32 %0, %0, %0;" : "+r"(carries_in[0]));
#    pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
            std::uint32_t const u = matching(i, v[i]);
            std::uint32_t sum;
            asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(v[i]), "r"(u));
            v[i] = sum | (v[i] & ~u);
        }
        asm volatile("addc.u32 %0, %0, %0;" : "+r"(carries_out[0]));
#else
        std::uint64_t carry = carries_in[0] >> 31;
        carries_in[0] <<= 1;
        for (unsigned i = 0; i < words; ++i)
        {
            std::uint32_t const u = matching(i, v[i]);
            carry += std::uint64_t{v[i]} + u;
            v[i] = static_cast<std::uint32_t>(carry) | (v[i] & ~u);
            carry >>= 32;
        }
        carries_out[0] = carries_out[0] << 1 | static_cast<std::uint32_t>(carry);
#endif
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

    __device__ static constexpr bool is_reported(std::uint32_t const length, std::uint32_t const min_length) noexcept
    {
        return length >= min_length;
    }
};

static_assert(recurrence<lcs_recurrence>);

} // namespace seqan3_gpulcs::cuda
