// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The interface of a recurrence to the kernels that compute matrices, by strips or by lanes.
 */

#pragma once

#include <array>
#include <cstdint>

#include "cuda/recurrence/recurrence_traits.hpp"
#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

/*!\brief A recurrence that computes a matrix column by column, 32 rows a word: the policy of the strip and lane kernels.
 *
 * A kernel holds the state of some rows in registers and runs along the columns. It decides which rows and columns come when,
 * loads match vectors, and moves state and carries; it does not know what their bits mean. A recurrence is a type
 * with these static members:
 *
 *  * `state_words`: the words of state for 32 rows. The kernel has `state[state_words][words]`, the lowest rows first and in
 *    the lowest bits. In memory, see state_place().
 *  * `carry_words`: the words in which the carries of up to 32 columns go from rows to the rows below, the first column
 *    highest. Lanes pass them on in registers. On their way from a strip to the strip below, each word is the low half of one
 *    of `carry_words` words of 64 bits, side by side; the high half says who may read it: see seqan3_gpulcs::cuda::tagged_carries.
 *  * `left_border(k)`: word k of the state of any 32 rows before the first column.
 *  * `upper_border(k)`: word k of the carries of any 32 columns above the first row. In memory, carries are kept as
 *    the difference from it; so zeros are the border.
 *  * `border_increment`: the difference of neighbouring cells above the first row and before the first column, which both
 *    borders give as bits.
 *  * `step<words>(state, matching, carries_in, carries_out)`: a column. `matching(i, word)` gives the bits of `word` whose rows
 *    match the letter of the column, of the i-th 32 rows; it is called once for each i, the lowest first. The highest bits of
 *    `carries_in[carry_words]` belong to the column; they are shifted out, and the carries of the column are shifted into
 *    `carries_out[carry_words]` as the lowest bits.
 *  * `step_if<words>(exists, state, matching, carries_in, carries_out)`: a column, where `exists` is all ones. Where it is 0,
 *    the state does not change; `carries_in` is 0 then, and the bits shifted into `carries_out` are not used.
 *  * `vertical_sum(state, i, rows)`: the sum of the differences of neighbouring rows in the state of the i-th 32 rows, over the
 *    rows whose bit in `rows` is 1. The value of the last cell is the sum for all rows of the last column, and
 *    `border_increment` for each column.
 *  * `passes_carries`: whether a row without a match passes on its carries unchanged. Then the carries below the rows that do
 *    not exist are those of the last row. Otherwise these are not known, and parts must end with a strip.
 *  * `is_reported(value, threshold)`: whether a lane kernel reports the value of a pair.
 *  * `no_threshold`: the threshold at which all values are reported.
 *  * `word_instructions`: about how many instructions a step takes for 32 rows.
 *
 * Rows that do not exist come after all others. As carries only go down, they do not affect the rows above. The value of the
 * last cell must not depend on which of two sequences is the rows: plans choose the faster way.
 */
template <typename recurrence_t>
concept recurrence = requires(std::uint32_t (&state)[recurrence_t::state_words][1],
                              std::uint32_t (*matching)(unsigned, std::uint32_t),
                              std::uint32_t (&carries_in)[recurrence_t::carry_words],
                              std::uint32_t (&carries_out)[recurrence_t::carry_words])
{
    recurrence_t::left_border(0u) + recurrence_t::upper_border(0u);
    recurrence_t::template step<1>(state, matching, carries_in, carries_out);
    recurrence_t::template step_if<1>(~0u, state, matching, carries_in, carries_out);
    recurrence_t::vertical_sum(state, 0u, ~0u);
    recurrence_t::passes_carries && recurrence_t::is_reported(recurrence_t::border_increment,
                                                              recurrence_t::no_threshold);
    recurrence_t::word_instructions + 0u;
};

/*!\brief The place in memory of a word of the state of 32 rows: the words of 64 rows are words of 64 bits, side by side.
 * \param word The number of the 32 rows.
 * \param k    The number of the word of their state.
 */
template <recurrence recurrence_t>
__device__ __forceinline__ std::uint64_t state_place(std::uint64_t const word, unsigned const k)
{
    if constexpr (recurrence_t::state_words == 1)
        return word;
    else
        return (word / 2 * recurrence_t::state_words + k) * 2 + word % 2;
}

//!\brief The words of carries above the first row.
template <recurrence recurrence_t>
constexpr std::array<std::uint32_t, 2> upper_border_of() noexcept
{
    static_assert(recurrence_t::carry_words <= 2);
    return {recurrence_t::upper_border(0), recurrence_t::carry_words == 1 ? 0 : recurrence_t::upper_border(1)};
}

//!\brief The properties of a recurrence for the host.
template <recurrence recurrence_t>
inline constexpr recurrence_traits traits_of{.state_words = recurrence_t::state_words,
                                             .carry_words = recurrence_t::carry_words,
                                             .border_increment = recurrence_t::border_increment,
                                             .passes_carries = recurrence_t::passes_carries,
                                             .no_threshold = recurrence_t::no_threshold,
                                             .upper_border = upper_border_of<recurrence_t>(),
                                             .word_instructions = recurrence_t::word_instructions};

/*!\brief The mask of those of 32 rows that exist.
 * \param remaining The rows from the first of a lane on.
 * \param word      The number of the 32 rows in the lane.
 */
__device__ __forceinline__ std::uint32_t existing_rows(unsigned const remaining, unsigned const word)
{
    return remaining >= (word + 1) * 32 ? ~0u : remaining <= word * 32 ? 0 : ~(~0u << (remaining % 32));
}

} // namespace seqan3_gpulcs::cuda
