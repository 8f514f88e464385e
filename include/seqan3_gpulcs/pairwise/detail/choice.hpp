// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The choice of what `align_pairwise` computes, by a configuration.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>

#include <seqan3/alignment/configuration/all.hpp>
#include <seqan3/alignment/exception.hpp>
#include <seqan3/alignment/pairwise/detail/type_traits.hpp>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/pairwise/validation.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

//!\brief The computation that each pair needs, unless primers are wanted.
struct choice
{
    align_cfg::bit_parallel element{}; //!< Where and how to compute.
    bool is_edit{};                    //!< Whether it is edit distances rather than longest common subsequences.
    bool wants_results{};              //!< Whether it is results rather than lengths or distances alone.
    edit::options options{};           //!< The options of edit distances.

    //!\brief The largest edit distance by `min_score`.
    std::uint64_t max_distance{std::numeric_limits<std::uint64_t>::max()};

    //!\brief The smallest length of a longest common subsequence by the element's minimum.
    std::uint64_t min_length{0};

    //!\brief Whether a length or a distance has a score below the minimum of the element.
    bool is_below_minimum(std::uint64_t const value) const noexcept
    {
        return is_edit ? element.min_score && value == alignment::too_distant : value < min_length;
    }

    //!\brief Whether alignments are computed.
    bool wants_paths() const noexcept
    {
        return wants_results && (!is_edit || options.wanted == edit::output::alignment);
    }
};

/*!\brief Whether the scores and gap costs are those of edit distances; otherwise, they are those of longest common subsequences.
 * \throws seqan3::invalid_alignment_configuration if they are neither; the message says what to change.
 */
template <typename configuration_t>
bool has_edit_scores(configuration_t const & config)
{
    auto const & scheme = seqan3::get<seqan3::align_cfg::scoring_scheme>(config).scheme;
    auto const gaps = config.get_or(seqan3::align_cfg::gap_cost_affine{});
    if (gaps.open_score == 0 && gaps.extension_score == 0 && has_scores(scheme, 1, 0))
        return false;
    if (gaps.open_score == 0 && gaps.extension_score == -1 && has_scores(scheme, 0, -1))
        return true;
    throw seqan3::invalid_alignment_configuration{
        "bit_parallel computes edit distances, with match 0, mismatch -1 and -1 for each letter opposite a gap, and "
        "longest "
        "common subsequences, with match 1, mismatch 0 and free gaps; use seqan3::align_cfg::edit_scheme or "
        "seqan3_gpulcs::align_cfg::lcs_scheme instead of another scoring scheme or other gap costs."};
}

//!\brief The ends that are free.
inline edit::free_ends free_ends_of(seqan3::align_cfg::method_global const & method) noexcept
{
    return {.first_leading = method.free_end_gaps_sequence1_leading,
            .first_trailing = method.free_end_gaps_sequence1_trailing,
            .second_leading = method.free_end_gaps_sequence2_leading,
            .second_trailing = method.free_end_gaps_sequence2_trailing};
}

/*!\brief The edits that a smallest score allows: that of `min_score` or of `bit_parallel`.
 * \throws seqan3::invalid_alignment_configuration if no alignment can have the score, or if there are two.
 */
template <typename configuration_t>
std::uint64_t max_distance_of(configuration_t const & config)
{
    std::optional<std::int64_t> score = std::get<align_cfg::bit_parallel>(config).min_score;
    if constexpr (configuration_t::template exists<seqan3::align_cfg::min_score>())
    {
        if (score)
            throw seqan3::invalid_alignment_configuration{
                "There are two smallest scores; remove seqan3::align_cfg::min_score, or the min_score of "
                "bit_parallel."};
        score = std::get<seqan3::align_cfg::min_score>(config).score;
    }
    if (!score)
        return std::numeric_limits<std::uint64_t>::max();
    if (*score > 0)
        throw seqan3::invalid_alignment_configuration{"An edit distance has no score above 0; set the smallest score "
                                                      "to the largest number of edits, with a minus."};
    return std::uint64_t{0} - static_cast<std::uint64_t>(*score);
}

/*!\brief Rejects what is not supported for longest common subsequences.
 * \throws seqan3::invalid_alignment_configuration with a message that says what to change.
 */
template <typename configuration_t>
void validate_lcs(configuration_t const & config)
{
    if (free_ends_of(config.get_or(seqan3::align_cfg::method_global{})).any())
        throw seqan3::invalid_alignment_configuration{
            "In a longest common subsequence all gaps are free, at the ends and elsewhere; use "
            "seqan3::align_cfg::method_global{} without arguments."};
}

//!\brief Whether SeqAn3 has its algorithm for edit distances compute a configuration with their scores.
template <typename configuration_t>
bool has_seqan3_edit_distances(configuration_t const & config)
{
    using traits_t = seqan3::detail::alignment_configuration_traits<configuration_t>;
    using scheme_t = std::remove_cvref_t<typename traits_t::scoring_scheme_type>;

    edit::free_ends const ends = free_ends_of(config.get_or(seqan3::align_cfg::method_global{}));
    return has_seqan3_edit_algorithm<scheme_t> && !ends.second_leading && !ends.second_trailing
        && ends.first_leading == ends.first_trailing;
}

/*!\brief Rejects edit distances without gap costs where SeqAn3's own algorithms have other gap costs then.
 * \throws seqan3::invalid_alignment_configuration with a message that says what to change.
 */
template <typename configuration_t>
void validate_gap_costs(configuration_t const & config)
{
    if (!configuration_t::template exists<seqan3::align_cfg::gap_cost_affine>() && !has_seqan3_edit_distances(config))
        throw seqan3::invalid_alignment_configuration{
            "Without gap costs, SeqAn3 computes edit distances only if no ends are free, or both of sequence 1; use "
            "seqan3::align_cfg::edit_scheme, which has gap costs."};
}

/*!\brief What to compute for edit distances: of several best alignments, the one that SeqAn3 would choose.
 *
 * SeqAn3 has an algorithm for the edit distance of nucleotides, and others for affine gaps, for scores and positions and for
 * alignments. The first two take the last end, the third one the first.
 */
template <typename configuration_t>
edit::options edit_options(configuration_t const & config)
{
    using traits_t = seqan3::detail::alignment_configuration_traits<configuration_t>;

    edit::free_ends const ends = free_ends_of(config.get_or(seqan3::align_cfg::method_global{}));
    edit::options options{.ends = ends};
    bool const needs_begin = traits_t::compute_begin_positions && (ends.first_leading || ends.second_leading);
    if (traits_t::compute_sequence_alignment || needs_begin)
        options.wanted = edit::output::alignment;
    if (!has_seqan3_edit_distances(config))
    {
        options.preference = edit::preference::diagonal_first;
        options.end = traits_t::compute_sequence_alignment ? edit::end_choice::first : edit::end_choice::last;
    }
    return options;
}

/*!\brief What a configuration asks for.
 * \throws seqan3::invalid_alignment_configuration if a value is not supported; the message says what to change. What types tell,
 *         `pairwise/detail/refusals.hpp` has rejected.
 *
 * The scoring scheme is checked first, because it shows what the user intended.
 */
template <typename configuration_t>
choice choose(configuration_t const & config)
{
    using traits_t = seqan3::detail::alignment_configuration_traits<configuration_t>;

    choice made{.element = std::get<align_cfg::bit_parallel>(config), .is_edit = has_edit_scores(config)};
    if (!made.is_edit)
    {
        validate_lcs(config);
        made.min_length = static_cast<std::uint64_t>(std::max<std::int64_t>(made.element.min_score.value_or(0), 0));
        made.wants_results = traits_t::compute_sequence_alignment;
        return made;
    }
    validate_gap_costs(config);
    made.options = edit_options(config);
    made.max_distance = max_distance_of(config);
    bool const needs_end =
        traits_t::compute_end_positions && (made.options.ends.first_trailing || made.options.ends.second_trailing);
    made.wants_results = made.options.wanted == edit::output::alignment || needs_end;
    return made;
}

} // namespace seqan3_gpulcs::pairwise::detail
