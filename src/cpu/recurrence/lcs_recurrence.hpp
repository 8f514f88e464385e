// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The recurrence of longest common subsequences.
 */

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "src/cpu/recurrence/scalar_kernel.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief `U = V & M; V = (V + U) | (V & ~M)`, after Crochemore et al. 2001.
 *
 * A zero in V is an increment from the row above. The carry into a row is the horizontal increment of the row above it
 * (Hyyrö 2004), so a strip takes its carries from the strip above.
 */
struct lcs_recurrence
{
    using value_recurrence = lcs_recurrence; //!< The recurrence where no column is kept.

    static constexpr plan::metric metric{plan::metric::lcs}; //!< The metric.
    static constexpr unsigned state_words{1};                //!< V.
    static constexpr unsigned carry_words{1};                //!< A one is an increment from the column before.
    static constexpr unsigned kept_words{1};                 //!< V.
    static constexpr bool keeps_state{true};

    static constexpr std::array<std::uint64_t, state_words> left_border{~std::uint64_t{0}}; //!< No increments.
    static constexpr std::array<std::uint64_t, carry_words> upper_border{0};                //!< No increments.

    //!\brief The increments in these rows of a word.
    static constexpr unsigned vertical_sum(std::array<std::uint64_t, state_words> const & state,
                                           std::uint64_t const rows) noexcept
    {
        return static_cast<unsigned>(std::popcount(~state[0] & rows));
    }

    /*!\brief Computes a column.
     * \tparam words           The number of words.
     * \tparam chain_t         The way to add words.
     * \param[in,out] state    V of the column before, then of this one.
     * \param[in]     match    M: the rows with the letter of the column.
     * \param[in,out] carries  The carries of the rows above, then those to the rows below. Rows after the last one pass them on.
     * \param[out]    kept     V of this column.
     */
    template <unsigned words, typename chain_t>
    static inline void step(std::uint64_t (&state)[words][state_words],
                            std::uint64_t const * const match,
                            strip_carries<carry_words> & carries,
                            std::uint64_t (&kept)[words][kept_words]) noexcept
    {
        std::uint64_t u[words];
        std::uint64_t sum[words];
        unrolled<words>(
            [&](auto const i)
            {
                u[i] = state[i][0] & match[i];
                sum[i] = state[i][0];
            });

        // Copies: compilers keep elements of arrays in registers less well.
        std::uint64_t in = carries.in[0];
        std::uint64_t out = carries.out[0];
        chain_t::add(sum, u, in, out);
        carries.in[0] = in;
        carries.out[0] = out;
        unrolled<words>(
            [&](auto const i)
            {
                state[i][0] = sum[i] | (state[i][0] ^ u[i]);
                kept[i][0] = state[i][0];
            });
    }
};

static_assert(recurrence<lcs_recurrence>);

//!\brief The vector kernel of this recurrence.
template <>
vector_kernel choose_vector_kernel<lcs_recurrence>() noexcept;

} // namespace seqan3_gpulcs::cpu
