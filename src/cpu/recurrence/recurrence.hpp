// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The interface of a recurrence to the kernels.
 */

#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief A bit-parallel recurrence from column to column, as a policy of the strip and vector kernels.
 *
 * A column of 64 rows is `state_words` words. It passes `carry_words` bits per column to the rows below it, which are collected in as many
 * words for 64 columns, the first column in the top bit. `left_border` and `upper_border` are these words at the borders of the whole
 * matrix. A column that is kept for a traceback has `kept_words` words for 64 rows: the state, if `keeps_state`, as that of
 * seqan3_gpulcs::cpu::lcs_recurrence, and then a traceback needs that left of the first column, too; otherwise the two or four words of
 * steps of seqan3_gpulcs::cpu::edit_steps. Where several words describe the same rows or columns they lie side by side.
 *
 * `vertical_sum` adds up the increments between those rows of a word whose bits are set in the mask.
 *
 * These functions are not part of the concept, because they are templates:
 * * `step<words, chain_t>(state, match, carries, kept)` computes one column of some words of rows; see
 *   seqan3_gpulcs::cpu::lcs_recurrence;
 * * the step with vectors, for one word in each lane; see lcs_vector-inl.hpp.
 */
template <typename type>
concept recurrence = requires(std::array<std::uint64_t, type::state_words> const & state, std::uint64_t const rows)
{
    requires std::same_as < decltype(type::left_border), std::array<std::uint64_t, type::state_words>
    const > ;
    requires std::same_as < decltype(type::upper_border), std::array<std::uint64_t, type::carry_words>
    const > ;
    requires std::same_as<decltype(type::metric), plan::metric const>;
    requires type::kept_words != 0 && (!type::keeps_state || type::kept_words == type::state_words);
    {
        type::vertical_sum(state, rows)
        } -> std::integral;
};

} // namespace seqan3_gpulcs::cpu
