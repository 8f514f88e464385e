// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances as a recurrence of the device's kernels, to test that they and their host code run any recurrence.
 */

#pragma once

#include <cstdint>

#include "cuda/recurrence/recurrence.cuh"

//!\brief Myers 1999 in the form of Hyyro 2003: two state words, two carry words, and borders that grow.
struct edit_recurrence
{
    static constexpr unsigned state_words{2}; //!< One more than the row above; one less.
    static constexpr unsigned carry_words{2}; //!< One more than the column before; one less.
    static constexpr unsigned border_increment{1};
    static constexpr bool passes_carries{false};
    static constexpr std::uint32_t no_threshold{~0u};

    __device__ static constexpr std::uint32_t left_border(unsigned const k) noexcept
    {
        return k == 0 ? ~0u : 0;
    }

    __device__ static constexpr std::uint32_t upper_border(unsigned const k) noexcept
    {
        return k == 0 ? ~0u : 0;
    }

    template <unsigned words, typename matching_t>
    __device__ static void step(std::uint32_t (&state)[2][words],
                                matching_t const & matching,
                                std::uint32_t (&carries_in)[2],
                                std::uint32_t (&carries_out)[2])
    {
        std::uint32_t plus_carry = carries_in[0] >> 31;
        std::uint32_t minus_carry = carries_in[1] >> 31;
        carries_in[0] <<= 1;
        carries_in[1] <<= 1;
        for (unsigned i = 0; i < words; ++i)
        {
            std::uint32_t & plus = state[0][i];
            std::uint32_t & minus = state[1][i];
            std::uint32_t const match = matching(i, ~0u);
            std::uint32_t const diagonal = match | minus;
            std::uint32_t const match_or_carry = match | minus_carry;
            std::uint32_t const same = (((match_or_carry & plus) + plus) ^ plus) | match_or_carry;
            std::uint32_t const right_plus = minus | ~(same | plus);
            std::uint32_t const right_minus = plus & same;
            std::uint32_t const plus_above = right_plus << 1 | plus_carry;
            std::uint32_t const minus_above = right_minus << 1 | minus_carry;
            plus = minus_above | ~(diagonal | plus_above);
            minus = plus_above & diagonal;
            plus_carry = right_plus >> 31;
            minus_carry = right_minus >> 31;
        }
        carries_out[0] = carries_out[0] << 1 | plus_carry;
        carries_out[1] = carries_out[1] << 1 | minus_carry;
    }

    template <unsigned words, typename matching_t>
    __device__ static void step_if(std::uint32_t const exists,
                                   std::uint32_t (&state)[2][words],
                                   matching_t const & matching,
                                   std::uint32_t (&carries_in)[2],
                                   std::uint32_t (&carries_out)[2])
    {
        std::uint32_t next[2][words];
        for (unsigned k = 0; k < 2; ++k)
            for (unsigned i = 0; i < words; ++i)
                next[k][i] = state[k][i];
        step<words>(next, matching, carries_in, carries_out);
        for (unsigned k = 0; k < 2; ++k)
            for (unsigned i = 0; i < words; ++i)
                state[k][i] = (next[k][i] & exists) | (state[k][i] & ~exists);
    }

    template <unsigned words>
    __device__ static std::int32_t
    vertical_sum(std::uint32_t const (&state)[2][words], unsigned const i, std::uint32_t const rows)
    {
        return __popc(state[0][i] & rows) - __popc(state[1][i] & rows);
    }

    __device__ static constexpr bool is_reported(std::uint32_t const distance,
                                                 std::uint32_t const max_distance) noexcept
    {
        return distance <= max_distance;
    }
};

static_assert(seqan3_gpulcs::cuda::recurrence<edit_recurrence>);
