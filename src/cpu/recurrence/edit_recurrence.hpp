// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The recurrence of edit distances.
 */

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "src/cpu/recurrence/scalar_kernel.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief The recurrence of Myers 1999 in the form of Hyyrö 2003.
 * \tparam preferred The preferred step, which is kept for each cell; the distances do not depend on it.
 *
 * Neighbouring cells of a row or a column differ by at most one, so a difference takes two bits: one more, and one less.
 * What is kept of a column are the steps by which a traceback leaves its cells, as in seqan3_gpulcs::alignment::path: the lower
 * bits of all rows, and the higher ones. Where gaps do not come first, a traceback that is in a gap stays there if it can: then
 * two more words say where an insertion is possible, and where a deletion.
 */
template <plan::preference preferred>
struct edit_steps
{
    using value_recurrence = edit_steps<plan::preference::gaps_first>; //!< The recurrence where no column is kept.

    static constexpr plan::metric metric{plan::metric::edit}; //!< The metric.
    static constexpr unsigned state_words{2};                 //!< One more than the row above; one less.
    static constexpr unsigned carry_words{2};                 //!< One more than the column before; one less.
    static constexpr bool keeps_state{false};

    //!\brief The words for the steps of 64 rows.
    static constexpr unsigned kept_words{preferred == plan::preference::gaps_first ? 2 : 4};

    static constexpr std::array<std::uint64_t, state_words> left_border{~std::uint64_t{0},
                                                                        0}; //!< One more for each row.
    static constexpr std::array<std::uint64_t, carry_words> upper_border{~std::uint64_t{0}, 0}; //!< For each column.

    //!\brief The difference along these rows of a word.
    static constexpr int vertical_sum(std::array<std::uint64_t, state_words> const & state,
                                      std::uint64_t const rows) noexcept
    {
        return std::popcount(state[0] & rows) - std::popcount(state[1] & rows);
    }

    /*!\brief The words that are kept for a word of rows.
     * \param match The rows with the letter of the column.
     * \param same  The rows that equal the one above them in the column before.
     * \param plus  The rows that are one more than the row above.
     * \param right The rows that are one more than in the column before.
     *
     * A cell to which neither gap leads, and that has the value of the diagonal, has matching letters.
     */
    static constexpr std::array<std::uint64_t, kept_words> steps(std::uint64_t const match,
                                                                 std::uint64_t const same,
                                                                 std::uint64_t const plus,
                                                                 std::uint64_t const right) noexcept
    {
        if constexpr (preferred == plan::preference::gaps_first)
            return {plus | (match & ~right), (right | match) & ~plus};
        else
            return {match | (same & ~right), match | (same & right), plus, right};
    }

    /*!\brief Computes a column.
     * \tparam words           The number of words.
     * \param[in,out] state    The column before, then this one.
     * \param[in]     match    The rows with the letter of the column.
     * \param[in,out] carries  The carries of the row above, then those of the last row.
     * \param[out]    kept     The steps.
     */
    template <unsigned words, typename chain_t>
    static inline void step(std::uint64_t (&state)[words][state_words],
                            std::uint64_t const * const match,
                            strip_carries<carry_words> & carries,
                            std::uint64_t (&kept)[words][kept_words]) noexcept
    {
        std::uint64_t right_carry = carries.in[0] >> 63;
        std::uint64_t left_carry = carries.in[1] >> 63;
        carries.in[0] <<= 1;
        carries.in[1] <<= 1;
        unrolled<words>(
            [&](auto const i)
            {
                std::uint64_t const plus = state[i][0];
                std::uint64_t const minus = state[i][1];
                // A row above that is one less has the same effect as a match of the first row.
                std::uint64_t const equal = match[i] | left_carry;
                std::uint64_t const same = (((equal & plus) + plus) ^ plus) | equal | minus;
                std::uint64_t const right = minus | ~(same | plus);
                std::uint64_t const left = plus & same;
                std::uint64_t const right_above = right << 1 | right_carry;
                std::uint64_t const left_above = left << 1 | left_carry;
                state[i][0] = left_above | ~(same | right_above);
                state[i][1] = right_above & same;
                std::array<std::uint64_t, kept_words> const now = steps(match[i], same, state[i][0], right);
                unrolled<kept_words>(
                    [&](auto const k)
                    {
                        kept[i][k] = now[k];
                    });
                unsigned const last_row = i + 1 == words ? carries.last_row : 63;
                right_carry = right >> last_row & 1;
                left_carry = left >> last_row & 1;
            });
        carries.out[0] = carries.out[0] << 1 | right_carry;
        carries.out[1] = carries.out[1] << 1 | left_carry;
    }
};

//!\brief The recurrence of edit distances.
using edit_recurrence = edit_steps<plan::preference::gaps_first>;

static_assert(recurrence<edit_recurrence>);

//!\brief The vector kernel of this recurrence.
template <>
vector_kernel choose_vector_kernel<edit_steps<plan::preference::gaps_first>>() noexcept;

//!\copydoc choose_vector_kernel<edit_steps<plan::preference::gaps_first>>
template <>
vector_kernel choose_vector_kernel<edit_steps<plan::preference::diagonal_first>>() noexcept;

} // namespace seqan3_gpulcs::cpu
