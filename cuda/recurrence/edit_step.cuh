// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The recurrence of edit distances.
 */

#pragma once

#include <cstdint>

#include "cuda/recurrence/recurrence.cuh"
#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief Edit distances, see seqan3_gpulcs::cuda::recurrence.
 *
 * The first word of the state says that the distance is one more than in the row above, the second that it is one less. The words of
 * carries compare it with the column before.
 */
struct edit_recurrence
{
    static constexpr unsigned state_words{2};
    static constexpr unsigned carry_words{2};
    static constexpr unsigned border_increment{1};
    static constexpr bool passes_carries{false};
    static constexpr std::uint32_t no_threshold{~0u};
    static constexpr unsigned word_instructions{10};

    //!\brief What a column tells of 32 rows.
    struct seen_rows
    {
        std::uint32_t equal; //!< Those that have the letter of the column.
        std::uint32_t same;  //!< Those that equal the row above a column before.
        std::uint32_t right; //!< Those that are one more than a column before.
        std::uint32_t left;  //!< Those that are one less than a column before.
        std::uint32_t up;    //!< Those that are one more than the row above.
    };

    __device__ static constexpr std::uint32_t left_border(unsigned const k) noexcept
    {
        return k == 0 ? ~0u : 0;
    }

    __host__ __device__ static constexpr std::uint32_t upper_border(unsigned const k) noexcept
    {
        return k == 0 ? ~0u : 0;
    }

    /*!\brief Computes a column with ten instructions for each word.
     *
     * Myers 1999 in the form of Hyyrö 2003, with one addition over all words. A row is the same as the one above a column before
     * where `same` is one. As no bit is one in both words of the state, what Hyyrö writes with it is shorter here.
     */
    template <unsigned words, typename matching_t>
    __device__ __forceinline__ static void step(std::uint32_t (&state)[state_words][words],
                                                matching_t const & matching,
                                                std::uint32_t (&carries_in)[carry_words],
                                                std::uint32_t (&carries_out)[carry_words])
    {
        advance_and_shift(state, matching, carries_in, carries_out, always);
    }

    template <unsigned words, typename matching_t>
    __device__ __forceinline__ static void step_if(std::uint32_t const exists,
                                                   std::uint32_t (&state)[state_words][words],
                                                   matching_t const & matching,
                                                   std::uint32_t (&carries_in)[carry_words],
                                                   std::uint32_t (&carries_out)[carry_words])
    {
        auto const if_exists = [exists](std::uint32_t const next, std::uint32_t const present)
        {
            return (next & exists) | (present & ~exists);
        };
        advance_and_shift(state, matching, carries_in, carries_out, if_exists);
    }

    /*!\brief Computes a column.
     * \param state    The state.
     * \param matching The rows that match; see step().
     * \param plus     Tells in its top bit that the row above is one more than a column before; becomes the word of the last 32 rows.
     * \param minus    Tells in its top bit that the row above is one less; becomes the word of the last 32 rows, too.
     * \param choose   Called with the next words of the state, and the present ones: gives what they become.
     * \param see      Called for each word of rows, the lowest first, with its number and seen_rows.
     */
    template <unsigned words, typename matching_t, typename choose_t, typename see_t>
    __device__ __forceinline__ static void advance(std::uint32_t (&state)[state_words][words],
                                                   matching_t const & matching,
                                                   std::uint32_t & plus,
                                                   std::uint32_t & minus,
                                                   choose_t const & choose,
                                                   see_t const & see)
    {
        std::uint32_t carry = 0;
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
        {
            auto & [up, down] = state;
            // One less in the row above the first one is as good as a match.
            std::uint32_t const equal = matching(i, ~0u);
            std::uint32_t const match = i == 0 ? equal | minus >> 31 : equal;
            std::uint32_t const sum = add<words>(i, up[i], match & up[i], carry);
            std::uint32_t const new_same = (sum ^ up[i]) | match;
            std::uint32_t const same = new_same | down[i];
            std::uint32_t const right_plus = first_or_none(down[i], new_same, up[i]);
            std::uint32_t const right_minus = new_same & up[i];
            std::uint32_t const plus_above = __funnelshift_l(plus, right_plus, 1);
            std::uint32_t const minus_above = __funnelshift_l(minus, right_minus, 1);
            up[i] = choose(first_or_none(minus_above, same, plus_above), up[i]);
            down[i] = choose(plus_above & same, down[i]);
            plus = right_plus;
            minus = right_minus;
            see(i, seen_rows{equal, same, right_plus, right_minus, up[i]});
        }
    }

    //!\brief Computes a column that exists, without a callback.
    template <unsigned words, typename matching_t>
    __device__ __forceinline__ static void advance(std::uint32_t (&state)[state_words][words],
                                                   matching_t const & matching,
                                                   std::uint32_t & plus,
                                                   std::uint32_t & minus)
    {
        advance(state, matching, plus, minus, always, see_nothing);
    }

    template <unsigned words>
    __device__ __forceinline__ static std::int32_t
    vertical_sum(std::uint32_t const (&state)[state_words][words], unsigned const i, std::uint32_t const rows)
    {
        return __popc(state[0][i] & rows) - __popc(state[1][i] & rows);
    }

    __device__ static constexpr bool is_reported(std::uint32_t const distance,
                                                 std::uint32_t const max_distance) noexcept
    {
        return distance <= max_distance;
    }

    //!\brief Lets advance() change the state, because the column exists.
    __device__ __forceinline__ static std::uint32_t always(std::uint32_t const next, std::uint32_t) noexcept
    {
        return next;
    }

private:
    __device__ __forceinline__ static void see_nothing(unsigned, seen_rows const &) noexcept
    {}

    // Word `i` of the sum of two numbers, from the lowest word on.
    template <unsigned words>
    __device__ __forceinline__ static std::uint32_t
    add(unsigned const i, std::uint32_t const left, std::uint32_t const right, [[maybe_unused]] std::uint32_t & carry)
    {
        std::uint32_t sum;
#if defined(__CUDA_ARCH__)
        // The chain of carries lives in the carry flag; volatile keeps the order.
        if constexpr (words == 1)
            sum = left + right;
        else if (i == 0)
            asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(left), "r"(right));
        else if (i + 1 == words)
            asm volatile("addc.u32 %0, %1, %2;" : "=r"(sum) : "r"(left), "r"(right));
        else
            asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(sum) : "r"(left), "r"(right));
#else
        std::uint64_t const all = std::uint64_t{left} + right + (i == 0 ? 0 : carry);
        sum = static_cast<std::uint32_t>(all);
        carry = static_cast<std::uint32_t>(all >> 32);
#endif
        return sum;
    }

    template <unsigned words, typename matching_t, typename choose_t>
    __device__ __forceinline__ static void advance_and_shift(std::uint32_t (&state)[state_words][words],
                                                             matching_t const & matching,
                                                             std::uint32_t (&carries_in)[carry_words],
                                                             std::uint32_t (&carries_out)[carry_words],
                                                             choose_t const & choose)
    {
        std::uint32_t plus = carries_in[0];
        std::uint32_t minus = carries_in[1];
        advance(state, matching, plus, minus, choose, see_nothing);
        carries_in[0] <<= 1;
        carries_in[1] <<= 1;
        carries_out[0] = __funnelshift_l(plus, carries_out[0], 1);
        carries_out[1] = __funnelshift_l(minus, carries_out[1], 1);
    }
};

static_assert(recurrence<edit_recurrence>);

} // namespace seqan3_gpulcs::cuda
