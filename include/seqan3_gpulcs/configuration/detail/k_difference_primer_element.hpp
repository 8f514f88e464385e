// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The configuration element itself. Users include configuration/k_difference_primer.hpp.
 */

#pragma once

#include <cstdint>

#include <seqan3/alignment/configuration/detail.hpp>
#include <seqan3/core/configuration/pipeable_config_element.hpp>

namespace seqan3_gpulcs::align_cfg
{

/*!\brief Makes `seqan3::align_pairwise` find k-difference primers: substrings of sequence 1 at least k edits away from
 *        everything in sequence 2, the shortest one at each position.
 *
 * ```cpp
 * // Any substring of sequence 2: gaps at its ends are free.
 * seqan3::align_cfg::method_global method{};
 * method.free_end_gaps_sequence2_leading = true;
 * method.free_end_gaps_sequence2_trailing = true;
 *
 * auto const config = method | seqan3::align_cfg::edit_scheme | seqan3_gpulcs::align_cfg::k_difference_primer{5}
 *                   | seqan3_gpulcs::align_cfg::bit_parallel{};
 * ```
 *
 * A pair of sequences has one result for each position of sequence 1 that has a primer, in the order of positions; maybe
 * none:
 *
 * | output | value |
 * |---|---|
 * | `sequence1_begin_position()`, `sequence1_end_position()` | the primer |
 * | `sequence2_begin_position()`, `sequence2_end_position()` | a substring of sequence 2 with exactly k differences to it: one that ends first, and of these the shortest one (seqan3_gpulcs::primer::find_matches) |
 * | `score()` | -k, which is the score of the best alignment of the two |
 * | `sequence1_id()`, `sequence2_id()` | the position of the pair in its range |
 *
 * If no output is configured, it is all of these. There is no alignment.
 *
 * The substring of sequence 2 takes longer to find than the primer. SeqAn3's position outputs always cover both sequences,
 * so if only the primers are wanted, tell the element. Both positions of sequence 2 are 0 then, without a meaning:
 *
 * ```cpp
 * seqan3_gpulcs::align_cfg::k_difference_primer{{.differences = 5, .matches = false}}
 * ```
 *
 * The configuration must be the one above. Other elements, such as `output_alignment`, `band_fixed_size`, `method_local`,
 * `min_score` and `vectorised`, and other scoring schemes do not compile; other values are a
 * `seqan3::invalid_alignment_configuration`. Both say what to change. `on_result`, `parallel` and `score_type` work as with
 * SeqAn3's own algorithms.
 *
 * Sequences may be of any nucleotides. Those that are not A, C, G, T or U are unknown: no primer and no substring of
 * sequence 2 has one. Qualities do not count.
 *
 * ### Complexity
 *
 * That of seqan3_gpulcs::primer::compute or, if any position is configured and `matches` is not false, of
 * seqan3_gpulcs::primer::compute_with_matches, which takes several times as long. Pairs are computed one after the other, each by all
 * threads of `bit_parallel`, on a CUDA device if there is one and it pays; the batch size has no effect. Progress is that of
 * one pair.
 */
class k_difference_primer : private seqan3::pipeable_config_element
{
public:
    //!\brief k: the minimum edit distance of a primer to every substring of sequence 2; at least 1.
    std::uint64_t differences{1};

    //!\brief Whether the positions in sequence 2 are wanted; if not, they are 0, and matches are not searched.
    bool matches{true};

    //!\brief All choices, for the constructor.
    struct choices
    {
        std::uint64_t differences{1}; //!< See seqan3_gpulcs::align_cfg::k_difference_primer::differences.
        bool matches{true};           //!< See seqan3_gpulcs::align_cfg::k_difference_primer::matches.
    };

    //!\brief One difference: substrings that sequence 2 does not have.
    constexpr k_difference_primer() noexcept = default;

    //!\brief Sets k.
    explicit constexpr k_difference_primer(std::uint64_t const differences_) noexcept : differences{differences_}
    {}

    //!\brief Sets all.
    explicit constexpr k_difference_primer(choices const & chosen) noexcept :
        differences{chosen.differences},
        matches{chosen.matches}
    {}

    //!\privatesection
    //!\brief Borrowed: SeqAn3's ids are fixed, and `min_score` is what this element must exclude.
    static constexpr seqan3::detail::align_config_id id{seqan3::detail::align_config_id::min_score};
};

} // namespace seqan3_gpulcs::align_cfg
