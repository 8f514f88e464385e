// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Makes `seqan3::align_pairwise` use this library, only by specialising SeqAn3's templates.
 *
 * In `align_pairwise`, `seqan3::detail::alignment_configurator` chooses an algorithm by instantiating class templates on the type
 * of the configuration. The specialisations here replace all that may be chosen for a configuration with `bit_parallel` or
 * `k_difference_primer`. If one were missing, SeqAn3's own dynamic programming would silently compute some configurations.
 */

#pragma once

#include <cstddef>
#include <ranges>
#include <tuple>
#include <type_traits>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>

#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/configuration/detail/k_difference_primer_element.hpp>
#include <seqan3_gpulcs/pairwise/algorithm.hpp>
#include <seqan3_gpulcs/pairwise/detail/parallel_element.hpp>
#include <seqan3_gpulcs/pairwise/detail/refusals.hpp>
#include <seqan3_gpulcs/pairwise/detail/result_rows.hpp>
#include <seqan3_gpulcs/pairwise/primer_algorithm.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

//!\brief Turns a tuple of elements into a configuration.
template <typename tuple_t>
struct configuration_of;

//!\copydoc configuration_of
template <typename... elements_t>
struct configuration_of<std::tuple<elements_t...>>
{
    //!\brief The configuration.
    using type = seqan3::configuration<elements_t...>;
};

//!\brief The configuration without the elements of this library.
template <typename... elements_t>
using plain_configuration_t = typename configuration_of<decltype(std::tuple_cat(
    std::declval<std::conditional_t<own_element<elements_t>, std::tuple<>, std::tuple<elements_t>>>()...))>::type;

//!\brief Its traits.
template <typename... elements_t>
using plain_traits_t = seqan3::detail::alignment_configuration_traits<plain_configuration_t<elements_t...>>;

//!\brief The number of pairs that SeqAn3 passes on at a time; it keeps their results until they are read.
template <typename traits_t>
inline constexpr std::size_t chunk_pairs =
    traits_t::is_one_way_execution ? std::size_t{1} << 30 : plan::max_chunk_pairs;

//!\brief The algorithm for a configuration.
template <typename... elements_t>
using algorithm_t = std::conditional_t<has_primer<elements_t...>,
                                       primer_algorithm<seqan3::configuration<elements_t...>>,
                                       algorithm<seqan3::configuration<elements_t...>>>;

//!\brief The letters of the sequences at one place of the pairs in a range.
template <typename pairs_t, std::size_t n>
using letter_of_t =
    std::ranges::range_value_t<std::tuple_element_t<n, std::ranges::range_value_t<std::remove_reference_t<pairs_t>>>>;

//!\brief Rejects the letters of pairs that do not fit the configuration. Has no members.
template <typename pairs_t, typename... elements_t>
using check_letters_t = check_letters<typename request<elements_t...>::scheme_t,
                                      request<elements_t...>::is_primer,
                                      letter_of_t<pairs_t, 0>,
                                      letter_of_t<pairs_t, 1>>;

} // namespace seqan3_gpulcs::pairwise::detail

namespace seqan3::detail
{

/*!\brief The traits as without `bit_parallel`, except for the number of pairs per chunk.
 *
 * `align_pairwise` instantiates this template first, so the check in its first base fails before any other code.
 */
template <typename... elements_t>
    requires seqan3_gpulcs::pairwise::detail::has_own_element<elements_t...>
struct alignment_configuration_traits<configuration<elements_t...>> :
    seqan3_gpulcs::pairwise::detail::check<elements_t...>,
    seqan3_gpulcs::pairwise::detail::plain_traits_t<elements_t...>
{
    //!\brief Some batches; with `on_result`, when SeqAn3 keeps no results, all.
    static constexpr size_t alignments_per_vector =
        seqan3_gpulcs::pairwise::detail::chunk_pairs<seqan3_gpulcs::pairwise::detail::plain_traits_t<elements_t...>>;
};

//!\brief The traits for primers. If no output is configured, they have all outputs of primers, which are not all of SeqAn3's.
template <typename... elements_t>
    requires seqan3_gpulcs::pairwise::detail::has_own_element<
        elements_t...> && seqan3_gpulcs::pairwise::detail::has_primer<elements_t...>
struct alignment_configuration_traits<configuration<elements_t...>> :
    seqan3_gpulcs::pairwise::detail::check<elements_t...>,
    seqan3_gpulcs::pairwise::detail::plain_traits_t<elements_t...>
{
private:
    using plain = seqan3_gpulcs::pairwise::detail::plain_traits_t<elements_t...>;

public:
    //!\brief A few pairs, because each may have many results; with `on_result`, when SeqAn3 keeps none, all.
    static constexpr size_t alignments_per_vector =
        plain::is_one_way_execution ? size_t{1} << 30 : seqan3_gpulcs::plan::max_primer_chunk_pairs;
    //!\brief SeqAn3 must not add its default outputs.
    static constexpr bool has_output_configuration = true;
    //!\brief Whether the score is requested.
    static constexpr bool compute_score = plain::compute_score || !plain::has_output_configuration;
    //!\brief Whether the start positions are requested.
    static constexpr bool compute_begin_positions = plain::compute_begin_positions || !plain::has_output_configuration;
    //!\brief Whether the end positions are requested.
    static constexpr bool compute_end_positions = plain::compute_end_positions || !plain::has_output_configuration;
    //!\brief Whether the id of the first sequence is requested.
    static constexpr bool output_sequence1_id = plain::output_sequence1_id || !plain::has_output_configuration;
    //!\brief Whether the id of the second sequence is requested.
    static constexpr bool output_sequence2_id = plain::output_sequence2_id || !plain::has_output_configuration;
};

/*!\brief What SeqAn3 requires of pairs and a configuration.
 * \tparam pairs_t The type of the range of pairs.
 *
 * `align_pairwise` asks it before it chooses an algorithm, so the check in its first base fails before SeqAn3's own.
 */
template <typename pairs_t, typename... elements_t>
    requires seqan3_gpulcs::pairwise::detail::has_own_element<elements_t...>
struct alignment_contract<pairs_t, configuration<elements_t...>> :
    seqan3_gpulcs::pairwise::detail::check_letters_t<pairs_t, elements_t...>,
    alignment_contract<pairs_t, seqan3_gpulcs::pairwise::detail::plain_configuration_t<elements_t...>>
{};

/*!\brief The values of a result: as without `bit_parallel`, except for the type of the rows. Primers have no alignment.
 * \tparam first_t  The type of the first sequence.
 * \tparam second_t The type of the second sequence.
 */
template <std::ranges::forward_range first_t, std::ranges::forward_range second_t, typename... elements_t>
    requires(seqan3_gpulcs::pairwise::detail::has_own_element<
                 elements_t...> && !seqan3_gpulcs::pairwise::detail::has_primer<elements_t...>)
struct align_result_selector<first_t, second_t, configuration<elements_t...>> :
    seqan3_gpulcs::pairwise::detail::result_value<
        typename align_result_selector<first_t,
                                       second_t,
                                       seqan3_gpulcs::pairwise::detail::plain_configuration_t<elements_t...>>::type>
{};

//!\brief SeqAn3 uses it for scores and positions.
template <typename... elements_t, typename... policies_t>
    requires seqan3_gpulcs::pairwise::detail::has_own_element<elements_t...>
class pairwise_alignment_algorithm<configuration<elements_t...>, policies_t...> :
    public seqan3_gpulcs::pairwise::detail::algorithm_t<elements_t...>
{
public:
    using seqan3_gpulcs::pairwise::detail::algorithm_t<elements_t...>::algorithm_t;
};

//!\brief SeqAn3 uses it for scores and end positions in a band.
template <typename... elements_t, typename... policies_t>
    requires seqan3_gpulcs::pairwise::detail::has_own_element<elements_t...>
class pairwise_alignment_algorithm_banded<configuration<elements_t...>, policies_t...> :
    public seqan3_gpulcs::pairwise::detail::algorithm_t<elements_t...>
{
public:
    using seqan3_gpulcs::pairwise::detail::algorithm_t<elements_t...>::algorithm_t;
};

//!\brief SeqAn3 uses it for alignments, local alignments and the debug mode.
template <typename... elements_t, typename... policies_t>
    requires seqan3_gpulcs::pairwise::detail::has_own_element<elements_t...>
class alignment_algorithm<configuration<elements_t...>, policies_t...> :
    public seqan3_gpulcs::pairwise::detail::algorithm_t<elements_t...>
{
public:
    using seqan3_gpulcs::pairwise::detail::algorithm_t<elements_t...>::algorithm_t;
};

//!\brief SeqAn3 uses it for `edit_scheme`.
template <typename... elements_t, typename traits_t>
    requires seqan3_gpulcs::pairwise::detail::has_own_element<elements_t...>
class edit_distance_algorithm<configuration<elements_t...>, traits_t> :
    public seqan3_gpulcs::pairwise::detail::algorithm_t<elements_t...>
{
public:
    using seqan3_gpulcs::pairwise::detail::algorithm_t<elements_t...>::algorithm_t;
};

} // namespace seqan3::detail
