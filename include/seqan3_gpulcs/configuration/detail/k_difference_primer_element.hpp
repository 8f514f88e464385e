// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The configuration element itself. Users include configuration/k_difference_primer.hpp.
 */

#pragma once

#include <cstdint>
#include <limits>

#include <seqan3/alignment/configuration/detail.hpp>
#include <seqan3/core/configuration/pipeable_config_element.hpp>

namespace seqan3_gpulcs::align_cfg
{

/*!\brief Makes `seqan3::align_pairwise` find k-difference primers: the shortest substring at each position of
 *        sequence 1 that is at least k edits away from every substring of sequence 2.
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
 * A pair of sequences yields one result for each position of sequence 1 that has a primer, in the order of positions, and
 * possibly none:
 *
 * | output | value |
 * |---|---|
 * | `sequence1_begin_position()`, `sequence1_end_position()` | the primer |
 * | `sequence2_begin_position()`, `sequence2_end_position()` | a substring of sequence 2 at exactly k differences: of those that end first, the shortest (seqan3_gpulcs::primer::find_matches) |
 * | `score()` | -k, the score of the best alignment of the two |
 * | `sequence1_id()`, `sequence2_id()` | the position of the pair in its range |
 *
 * If no output is configured, all of these are available. There is no alignment.
 *
 * Finding the substring of sequence 2 takes longer than finding the primer. SeqAn3's position outputs always cover both
 * sequences, so if you want only the primers, set `matches` to false. The positions in sequence 2 are then 0 and meaningless:
 *
 * ```cpp
 * seqan3_gpulcs::align_cfg::k_difference_primer{{.differences = 5, .matches = false}}
 * ```
 *
 * The configuration must be the one above. Other elements, such as `output_alignment`, `band_fixed_size`, `method_local`,
 * `min_score` and `vectorised`, and other scoring schemes do not compile; for other values
 * `align_pairwise` throws `seqan3::invalid_alignment_configuration`. Both messages say what to change. `on_result`, `parallel` and
 * `score_type` work as with SeqAn3's own algorithms.
 *
 * Sequences may use any nucleotide alphabets; T and U are the same. A primer has no other letters than A, C, G, T and U. In sequence
 * 2, an ambiguous letter such as N matches every base that it may stand for, so that it hides no site; at least
 * seqan3_gpulcs::primer::gap_letters N in a row are a gap, which no substring contains
 * (seqan3_gpulcs::primer::iupac_nucleotides). Masked letters are what they are without the mask. Qualities are ignored.
 *
 * With `both_strands`, primers also differ from the reverse complement of sequence 2: a primer may bind to either strand. Shorter primers are
 * extended to `min_length`, and positions whose primers would be longer than `max_length` have none:
 *
 * ```cpp
 * seqan3_gpulcs::align_cfg::k_difference_primer{
 *     {.differences = 5, .matches = false, .both_strands = true, .min_length = 18, .max_length = 25}}
 * ```
 *
 * These are the primers of seqan3_gpulcs::primer::compute and of `gpulcs primer find` with the same options. The positions in sequence 2 are known
 * for its own strand and for primers that are not extended; for others, set `matches` to false. Each pair has one background: use
 * seqan3_gpulcs::primer::compute for primers that differ from several.
 *
 * ### Complexity
 *
 * The complexity is that of seqan3_gpulcs::primer::compute or, if position outputs are configured and `matches` is true, of
 * seqan3_gpulcs::primer::compute_with_matches, which takes several times as long. A CUDA device computes if there is one and it is
 * faster.
 *
 * ### Many pairs
 *
 * Pairs are computed in batches, as seqan3_gpulcs::align_cfg::bit_parallel says. In a batch, pairs with the same object as
 * sequence 2 are computed together: it is packed and prepared once, and all threads, or the device, search it for all these
 * targets. Small pairs with different backgrounds are distributed among the threads. Progress covers one batch.
 *
 * A batch ends after `batch_size` pairs or 2^22 letters: those of sequence 1 count for each pair, those of sequence 2 once, and
 * not at all at the beginning of a batch. Without `on_result`, SeqAn3 keeps the results of up to 64 pairs at a time, about 50
 * bytes for each; with many long targets, use `on_result`.
 */
class k_difference_primer : private seqan3::pipeable_config_element
{
public:
    //!\brief k: the minimum edit distance of a primer to every substring of sequence 2; at least 1.
    std::uint64_t differences{1};

    //!\brief Whether to find the positions in sequence 2; if not, they are 0.
    bool matches{true};

    //!\brief Whether primers also differ from the reverse complement of sequence 2.
    bool both_strands{false};

    //!\brief Shorter primers are extended to this length.
    std::uint64_t min_length{0};

    //!\brief A position whose primer would be longer has none.
    std::uint64_t max_length{std::numeric_limits<std::uint64_t>::max()};

    //!\brief All settings, for the constructor.
    struct choices
    {
        std::uint64_t differences{1}; //!< See seqan3_gpulcs::align_cfg::k_difference_primer::differences.
        bool matches{true};           //!< See seqan3_gpulcs::align_cfg::k_difference_primer::matches.
        bool both_strands{false};     //!< See seqan3_gpulcs::align_cfg::k_difference_primer::both_strands.
        std::uint64_t min_length{0};  //!< See seqan3_gpulcs::align_cfg::k_difference_primer::min_length.

        //!\brief See seqan3_gpulcs::align_cfg::k_difference_primer::max_length.
        std::uint64_t max_length{std::numeric_limits<std::uint64_t>::max()};
    };

    //!\brief One difference: substrings that sequence 2 does not contain.
    constexpr k_difference_primer() noexcept = default;

    //!\brief Sets k.
    explicit constexpr k_difference_primer(std::uint64_t const differences_) noexcept : differences{differences_}
    {}

    //!\brief Sets all members.
    explicit constexpr k_difference_primer(choices const & chosen) noexcept :
        differences{chosen.differences},
        matches{chosen.matches},
        both_strands{chosen.both_strands},
        min_length{chosen.min_length},
        max_length{chosen.max_length}
    {}

    //!\privatesection
    //!\brief Borrowed from `min_score`: SeqAn3's ids are fixed, and this element excludes `min_score`.
    static constexpr seqan3::detail::align_config_id id{seqan3::detail::align_config_id::min_score};
};

} // namespace seqan3_gpulcs::align_cfg
