// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Gaps at the ends of an alignment that cost nothing.
 */

#pragma once

namespace seqan3_gpulcs::alignment
{

/*!\brief Which letters at the ends of a sequence may stay out of an alignment at no cost, as in `seqan3::align_cfg::method_global`.
 *
 * `first_leading` and `first_trailing` together find the second sequence in the first.
 */
struct free_ends
{
    bool first_leading{};   //!< Letters at the start of the first sequence.
    bool first_trailing{};  //!< Letters at its end.
    bool second_leading{};  //!< Letters at the start of the second sequence.
    bool second_trailing{}; //!< Letters at its end.

    //!\brief Whether any are free.
    constexpr bool any() const noexcept
    {
        return first_leading || first_trailing || second_leading || second_trailing;
    }

    //!\brief Whether all are equal.
    friend constexpr bool operator==(free_ends const &, free_ends const &) = default;
};

} // namespace seqan3_gpulcs::alignment
