// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Queries about the scoring scheme of a configuration.
 */

#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <seqan3/alignment/configuration/align_config_edit.hpp>
#include <seqan3/alignment/configuration/align_config_scoring_scheme.hpp>
#include <seqan3/alignment/pairwise/detail/type_traits.hpp>
#include <seqan3/alignment/scoring/aminoacid_scoring_scheme.hpp>
#include <seqan3/alignment/scoring/nucleotide_scoring_scheme.hpp>

#include <seqan3_gpulcs/configuration/edit_scheme.hpp>
#include <seqan3_gpulcs/configuration/lcs_scheme.hpp>

namespace seqan3_gpulcs::pairwise
{

// clang-format off
//!\brief Whether a scoring scheme is SeqAn3's for nucleotides.
template <typename scheme_t>
inline constexpr bool is_nucleotide_scoring_scheme =
    seqan3::detail::is_type_specialisation_of_v<scheme_t, seqan3::nucleotide_scoring_scheme>;

//!\brief Whether a scoring scheme is one of SeqAn3's matrices, which convert letters to an alphabet and look up their ranks.
template <typename scheme_t>
inline constexpr bool is_matrix_scoring_scheme =
    is_nucleotide_scoring_scheme<scheme_t>
    || seqan3::detail::is_type_specialisation_of_v<scheme_t, seqan3::aminoacid_scoring_scheme>;

//!\brief The scoring scheme of `seqan3::align_cfg::edit_scheme`: up to SeqAn3 3.3 one for nucleotides, since then one for all letters.
using seqan3_edit_scoring_scheme =
    std::remove_cvref_t<decltype(seqan3::get<seqan3::align_cfg::scoring_scheme>(seqan3::align_cfg::edit_scheme).scheme)>;

//!\brief Whether SeqAn3 has an algorithm for the edit distances of a scoring scheme, besides those for affine gaps.
template <typename scheme_t>
inline constexpr bool has_seqan3_edit_algorithm =
    std::same_as<scheme_t, seqan3_edit_scoring_scheme>
    || (is_nucleotide_scoring_scheme<scheme_t> && is_nucleotide_scoring_scheme<seqan3_edit_scoring_scheme>);

//!\brief Whether a scoring scheme may count the edits of primers.
template <typename scheme_t>
inline constexpr bool is_primer_scoring_scheme =
    is_nucleotide_scoring_scheme<scheme_t> || std::same_as<scheme_t, seqan3_edit_scoring_scheme>;

//!\brief Whether a scoring scheme compares letters of any alphabet.
template <typename scheme_t>
inline constexpr bool is_equality_scoring_scheme =
    std::same_as<scheme_t, align_cfg::lcs_scoring_scheme> || std::same_as<scheme_t, align_cfg::edit_scoring_scheme>
    || (std::same_as<scheme_t, seqan3_edit_scoring_scheme> && !is_matrix_scoring_scheme<scheme_t>);
// clang-format on

/*!\brief Whether a scoring scheme has one score for equal letters and one for different letters.
 * \tparam scheme_t A scoring scheme of one of the two kinds.
 * \param scheme    The scheme.
 * \param match     The score that equal letters must have.
 * \param mismatch  The score that different letters must have.
 */
template <typename scheme_t>
    requires(is_matrix_scoring_scheme<scheme_t>)
constexpr bool has_scores(scheme_t const & scheme, int const match, int const mismatch)
{
    using alphabet_t = typename scheme_t::alphabet_type;
    using rank_t = seqan3::alphabet_rank_t<alphabet_t>;
    for (std::size_t i = 0; i < seqan3::alphabet_size<alphabet_t>; ++i)
    {
        for (std::size_t j = 0; j < seqan3::alphabet_size<alphabet_t>; ++j)
        {
            auto const first = seqan3::assign_rank_to(static_cast<rank_t>(i), alphabet_t{});
            auto const second = seqan3::assign_rank_to(static_cast<rank_t>(j), alphabet_t{});
            if (scheme.score(first, second) != (i == j ? match : mismatch))
                return false;
        }
    }
    return true;
}

//!\overload
template <typename scheme_t>
    requires(is_equality_scoring_scheme<scheme_t>)
constexpr bool has_scores(scheme_t const & scheme, int const match, int const mismatch)
{
    return scheme.score('A', 'A') == match && scheme.score('A', 'C') == mismatch;
}

} // namespace seqan3_gpulcs::pairwise
