// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances as a recurrence of the kernels, to test that they compute any recurrence.
 */

#pragma once

#include <array>
#include <bit>
#include <cstdint>

//!\brief Myers 1999 in the form of Hyyro 2003: two state words, two carry words, and borders that grow.
struct edit_recurrence
{
    static constexpr unsigned state_words{2}; //!< One more than the row above; one less.
    static constexpr unsigned carry_words{2}; //!< One more than the column before; one less.

    static constexpr std::array<std::uint64_t, 2> left_border{~std::uint64_t{0}, 0};
    static constexpr std::array<std::uint64_t, 2> upper_border{~std::uint64_t{0}, 0};

    static constexpr int vertical_sum(std::array<std::uint64_t, 2> const & state, std::uint64_t const rows) noexcept
    {
        return std::popcount(state[0] & rows) - std::popcount(state[1] & rows);
    }

    template <unsigned words, typename chain_t>
    static void step(std::uint64_t (&state)[words][2],
                     std::uint64_t const * const match,
                     std::uint64_t (&carries_in)[2],
                     std::uint64_t (&carries_out)[2]) noexcept
    {
        std::uint64_t plus_carry = carries_in[0] >> 63;
        std::uint64_t minus_carry = carries_in[1] >> 63;
        carries_in[0] <<= 1;
        carries_in[1] <<= 1;
        for (unsigned i = 0; i < words; ++i)
        {
            auto & [plus, minus] = state[i];
            std::uint64_t const diagonal = match[i] | minus;
            std::uint64_t const match_or_carry = match[i] | minus_carry;
            std::uint64_t const same = (((match_or_carry & plus) + plus) ^ plus) | match_or_carry;
            std::uint64_t right_plus = minus | ~(same | plus);
            std::uint64_t right_minus = plus & same;
            std::uint64_t const next_plus_carry = right_plus >> 63;
            std::uint64_t const next_minus_carry = right_minus >> 63;
            right_plus = right_plus << 1 | plus_carry;
            right_minus = right_minus << 1 | minus_carry;
            plus = right_minus | ~(diagonal | right_plus);
            minus = right_plus & diagonal;
            plus_carry = next_plus_carry;
            minus_carry = next_minus_carry;
        }
        carries_out[0] = carries_out[0] << 1 | plus_carry;
        carries_out[1] = carries_out[1] << 1 | minus_carry;
    }
};

//!\brief The increments of columns from the ones before, by the bits of carry words: the first plus, the second minus.
template <std::size_t carry_words>
int width(std::array<std::uint64_t, carry_words> const & carries, std::uint64_t const columns)
{
    int sum = std::popcount(carries[0] & columns);
    if constexpr (carry_words == 2)
        sum -= std::popcount(carries[1] & columns);
    return sum;
}
