// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Rejects configurations that are invalid by their type: they do not compile, and the error says what to change.
 *
 * Invalid values are rejected at runtime: `seqan3::invalid_alignment_configuration`.
 */

#pragma once

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

#include <seqan3/alignment/configuration/all.hpp>
#include <seqan3/alignment/scoring/scoring_scheme_concept.hpp>

#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/configuration/detail/k_difference_primer_element.hpp>
#include <seqan3_gpulcs/configuration/lcs_scheme.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/detail/letter_checks.hpp>
#include <seqan3_gpulcs/pairwise/validation.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

//!\brief Whether an element belongs to this library.
template <typename element_t>
concept own_element =
    std::same_as<element_t, align_cfg::bit_parallel> || std::same_as<element_t, align_cfg::k_difference_primer>;

//!\brief Whether `k_difference_primer` is among the elements of a configuration.
template <typename... elements_t>
concept has_primer = (std::same_as<elements_t, align_cfg::k_difference_primer> || ...);

//!\brief Whether an element of this library is among the elements of a configuration.
template <typename... elements_t>
concept has_own_element = (own_element<elements_t> || ...);

//!\brief The type of the scoring scheme of some elements; `void` if there is none.
template <typename... elements_t>
struct scoring_scheme_of
{
    //!\brief The type.
    using type = void;
};

//!\copydoc scoring_scheme_of
template <typename scheme_t, typename... others_t>
struct scoring_scheme_of<seqan3::align_cfg::scoring_scheme<scheme_t>, others_t...>
{
    //!\brief The type.
    using type = scheme_t;
};

//!\copydoc scoring_scheme_of
template <typename first_t, typename... others_t>
struct scoring_scheme_of<first_t, others_t...> : scoring_scheme_of<others_t...>
{};

//!\brief The requests of some elements; the configuration may still be incomplete.
template <typename... elements_t>
struct request
{
    //!\brief Whether one of the elements is of this type.
    template <typename element_t>
    static constexpr bool has = (std::same_as<elements_t, element_t> || ...);

    //!\brief The type of the scoring scheme; `void` if there is none.
    using scheme_t = typename scoring_scheme_of<elements_t...>::type;
    //!\brief Whether there is a scoring scheme.
    static constexpr bool has_scheme = !std::is_void_v<scheme_t>;
    //!\brief Whether there is a method.
    static constexpr bool has_method = has<seqan3::align_cfg::method_global> || has<seqan3::align_cfg::method_local>;
    //!\brief Whether primers are requested.
    static constexpr bool is_primer = has_primer<elements_t...>;
    //!\brief Whether alignments of primers are requested.
    static constexpr bool aligns_primers = is_primer && has<seqan3::align_cfg::output_alignment>;
    //!\brief Whether `min_score` is there without SeqAn3's edit distance, where SeqAn3 does not allow it.
    static constexpr bool has_refused_min_score =
        has<seqan3::align_cfg::min_score> && (is_primer || (has_scheme && !has_seqan3_edit_algorithm<scheme_t>));
    //!\brief Whether an element is rejected.
    // clang-format off
    static constexpr bool has_refused_element =
        has<seqan3::align_cfg::vectorised> || has<seqan3::align_cfg::method_local>
        || has<seqan3::align_cfg::band_fixed_size> || has_refused_min_score
        || has<seqan3::align_cfg::detail::debug> || aligns_primers;
    // clang-format on
};

/*!\brief Rejects elements that cannot be combined with those of this library; the configuration may still be incomplete.
 *
 * Has no members: it is a base class of traits.
 */
template <typename... elements_t>
struct check_elements
{
    static_assert(!request<elements_t...>::template has<seqan3::align_cfg::vectorised>,
                  "seqan3_gpulcs: the library chooses its vectors itself; remove seqan3::align_cfg::vectorised.");
    static_assert(!request<elements_t...>::template has<seqan3::align_cfg::method_local>,
                  "seqan3_gpulcs: local alignments are not supported; use seqan3::align_cfg::method_global instead of "
                  "method_local.");
    static_assert(!request<elements_t...>::template has<seqan3::align_cfg::band_fixed_size>,
                  "seqan3_gpulcs: bands are not supported; remove seqan3::align_cfg::band_fixed_size.");
    static_assert(
        !request<elements_t...>::has_refused_min_score,
        "seqan3_gpulcs: min_score goes with the edit distances of seqan3::align_cfg::edit_scheme, and with nothing "
        "else; remove seqan3::align_cfg::min_score, or set the min_score of bit_parallel.");
    static_assert(!request<elements_t...>::template has<seqan3::align_cfg::detail::debug>,
                  "seqan3_gpulcs: there are no matrices to show; remove seqan3::align_cfg::detail::debug.");
    static_assert(
        !request<elements_t...>::aligns_primers,
        "seqan3_gpulcs: k_difference_primer has no alignments; remove seqan3::align_cfg::output_alignment, and "
        "output the positions.");
};

//!\brief Rejects complete configurations that are invalid whatever their values. Has no members.
template <typename... elements_t>
struct check_configuration : check_elements<elements_t...>
{
    static_assert(
        request<elements_t...>::template has<align_cfg::bit_parallel>,
        "seqan3_gpulcs: SeqAn3 cannot find k-difference primers; add seqan3_gpulcs::align_cfg::bit_parallel{}.");
    static_assert(request<elements_t...>::has_method,
                  "seqan3_gpulcs: there is no method; add seqan3::align_cfg::method_global.");
    static_assert(request<elements_t...>::has_scheme || request<elements_t...>::is_primer,
                  "seqan3_gpulcs: there is no scoring scheme; add seqan3_gpulcs::align_cfg::lcs_scheme or "
                  "seqan3::align_cfg::edit_scheme.");
    static_assert(request<elements_t...>::has_scheme || !request<elements_t...>::is_primer,
                  "seqan3_gpulcs: there is no scoring scheme; add seqan3::align_cfg::edit_scheme.");
};

//!\brief Rejects scoring schemes and gap costs that are invalid by their type, if there is a scheme. Has no members.
template <typename scheme_t, bool is_primer, bool has_gap_costs>
struct check_scheme
{
    static_assert(
        is_primer || is_matrix_scoring_scheme<scheme_t> || is_equality_scoring_scheme<scheme_t>,
        "seqan3_gpulcs: bit_parallel tells letters apart by whether they are equal, and cannot know whether this "
        "scoring scheme does; use seqan3_gpulcs::align_cfg::lcs_scheme or edit_scheme instead.");
    static_assert(!is_primer || is_primer_scoring_scheme<scheme_t>,
                  "seqan3_gpulcs: k_difference_primer counts edits of nucleotides; use seqan3::align_cfg::edit_scheme "
                  "instead of another scoring scheme.");
    static_assert(is_primer || has_gap_costs || has_seqan3_edit_algorithm<scheme_t>,
                  "seqan3_gpulcs: there are no gap costs, and those that SeqAn3 takes then depend on the method; use "
                  "seqan3_gpulcs::align_cfg::lcs_scheme or seqan3::align_cfg::edit_scheme, which have some.");
};

//!\copydoc check_scheme
template <bool is_primer, bool has_gap_costs>
struct check_scheme<void, is_primer, has_gap_costs>
{};

/*!\brief All checks of a configuration, in the order in which users should see the errors. Has no members.
 * \tparam elements_t All elements of the configuration.
 */
template <typename... elements_t>
struct check :
    check_configuration<elements_t...>,
    check_scheme<typename request<elements_t...>::scheme_t,
                 request<elements_t...>::is_primer,
                 request<elements_t...>::template has<seqan3::align_cfg::gap_cost_affine>>
{};

// clang-format off
//!\brief Whether letters can be compared, but a scoring scheme has no scores for them.
template <typename scheme_t, typename first_t, typename second_t>
concept without_scores =
    packing::comparable_letters<first_t, second_t> && !seqan3::scoring_scheme_for<scheme_t, first_t, second_t>;

//!\brief Whether there is a scoring scheme, and neither it nor this library compares the letters.
template <typename scheme_t, typename first_t, typename second_t>
concept incomparable =
    !std::is_void_v<scheme_t> && !packing::comparable_letters<first_t, second_t>
    && !seqan3::scoring_scheme_for<scheme_t, first_t, second_t>;
// clang-format on

//!\brief Rejects letters that a scoring scheme has no scores for. Has no members.
template <typename scheme_t, bool is_primer, typename first_t, typename second_t>
struct check_letters
{
    static_assert(!is_primer || !without_scores<seqan3::nucleotide_scoring_scheme<>, first_t, second_t>,
                  "seqan3_gpulcs: k_difference_primer counts edits of nucleotides; convert the letters, for example "
                  "with seqan3::views::char_to<seqan3::dna15>.");
    static_assert(is_primer || !is_nucleotide_scoring_scheme<scheme_t> || !without_scores<scheme_t, first_t, second_t>,
                  "seqan3_gpulcs: the scoring scheme is for nucleotides; use "
                  "seqan3_gpulcs::align_cfg::edit_scheme for these letters.");
    static_assert(is_primer || is_nucleotide_scoring_scheme<scheme_t> || !without_scores<scheme_t, first_t, second_t>,
                  "seqan3_gpulcs: the scoring scheme has no scores for these letters; use "
                  "seqan3_gpulcs::align_cfg::lcs_scheme or edit_scheme, which are for any letters.");
};

//!\copydoc check_letters
template <typename scheme_t, bool is_primer, typename first_t, typename second_t>
    requires incomparable<scheme_t, first_t, second_t>
struct check_letters<scheme_t, is_primer, first_t, second_t> : packing::detail::check_comparable<first_t, second_t>
{};

//!\brief Checks nothing without a scheme: seqan3_gpulcs::pairwise::detail::check_configuration rejects such a configuration.
template <bool is_primer, typename first_t, typename second_t>
struct check_letters<void, is_primer, first_t, second_t>
{};

//!\brief The elements of an operand of `|`; for other types, there is no member `type`.
template <typename operand_t>
struct elements_of
{};

//!\copydoc elements_of
template <seqan3::detail::config_element element_t>
struct elements_of<element_t>
{
    //!\brief The elements.
    using type = std::tuple<element_t>;
};

//!\copydoc elements_of
template <typename... elements_t>
struct elements_of<seqan3::configuration<elements_t...>>
{
    //!\brief The elements.
    using type = std::tuple<elements_t...>;
};

//!\brief All elements of two operands of a `|`.
template <typename left_t, typename right_t>
using joined_elements_t =
    decltype(std::tuple_cat(std::declval<typename elements_of<std::remove_cvref_t<left_t>>::type>(),
                            std::declval<typename elements_of<std::remove_cvref_t<right_t>>::type>()));

//!\brief Whether a tuple of elements has one of this library, and whether one is rejected.
template <typename tuple_t>
struct joined_elements;

//!\copydoc joined_elements
template <typename... elements_t>
struct joined_elements<std::tuple<elements_t...>>
{
    //!\brief Whether an element of this library is among them.
    static constexpr bool has_own = has_own_element<elements_t...>;
    //!\brief Whether an element is rejected.
    static constexpr bool has_refused_element = request<elements_t...>::has_refused_element;
    //!\brief Rejects it.
    using check = check_elements<elements_t...>;
};

// clang-format off
//!\brief Operands that SeqAn3 does not combine, at least one of which has an element of this library.
template <typename left_t, typename right_t>
concept excluded_operands =
    !seqan3::is_config_element_combineable_v<std::remove_cvref_t<left_t>, std::remove_cvref_t<right_t>>
    && requires { typename joined_elements_t<left_t, right_t>; }
    && joined_elements<joined_elements_t<left_t, right_t>>::has_own;
// clang-format on

} // namespace seqan3_gpulcs::pairwise::detail

namespace seqan3_gpulcs::align_cfg
{

/*!\brief Explains why elements cannot be combined, instead of SeqAn3's error that there is no such operator. Never compiles.
 * \returns The left operand, to avoid further errors on the same line.
 */
template <typename left_t, typename right_t>
    requires pairwise::detail::excluded_operands<left_t, right_t>
constexpr auto operator|(left_t && left, right_t &&)
{
    using joined_t = pairwise::detail::joined_elements<pairwise::detail::joined_elements_t<left_t, right_t>>;
    [[maybe_unused]] typename joined_t::check const check{};
    static_assert(joined_t::has_refused_element,
                  "seqan3_gpulcs: two of these elements are incompatible, or one of them is there twice; remove one.");
    return seqan3::configuration{std::forward<left_t>(left)};
}

} // namespace seqan3_gpulcs::align_cfg
