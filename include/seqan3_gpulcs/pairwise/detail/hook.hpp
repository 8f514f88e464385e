// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief How the library gets into `seqan3::align_pairwise`: specialisations of SeqAn3's templates, and nothing else.
 *
 * `align_pairwise` leaves it to `seqan3::detail::alignment_configurator` to choose an algorithm. That one instantiates
 * class templates on the type of the configuration; the specialisations here take over those that may be chosen for a
 * configuration with `bit_parallel`. If one were missing, some configurations would silently be computed by SeqAn3's
 * own dynamic programming.
 */

#pragma once

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>

#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/pairwise/algorithm.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

//!\brief Whether `bit_parallel` is among the elements of a configuration.
template <typename... elements_t>
concept has_bit_parallel = (std::same_as<elements_t, align_cfg::bit_parallel> || ...);

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

//!\brief The configuration without `bit_parallel`.
template <typename... elements_t>
using without_bit_parallel_t = typename configuration_of<decltype(std::tuple_cat(
    std::declval<std::conditional_t<std::same_as<elements_t, align_cfg::bit_parallel>,
                                    std::tuple<>,
                                    std::tuple<elements_t>>>()...))>::type;

} // namespace seqan3_gpulcs::pairwise::detail

namespace seqan3::detail
{

//!\brief As without `bit_parallel`, but for the number of pairs that an algorithm gets at a time.
template <typename... elements_t>
    requires seqan3_gpulcs::pairwise::detail::has_bit_parallel<elements_t...>
struct alignment_configuration_traits<configuration<elements_t...>> :
    alignment_configuration_traits<seqan3_gpulcs::pairwise::detail::without_bit_parallel_t<elements_t...>>
{
    //!\brief A batch; but under `parallel` SeqAn3 shares out the chunks among its threads, so each is a single pair.
    static constexpr size_t alignments_per_vector =
        configuration<elements_t...>::template exists<align_cfg::parallel>() ? 1 : seqan3_gpulcs::plan::batch_pairs;
};

//!\brief The route of scores and positions.
template <typename... elements_t, typename... policies_t>
    requires seqan3_gpulcs::pairwise::detail::has_bit_parallel<elements_t...>
class pairwise_alignment_algorithm<configuration<elements_t...>, policies_t...> :
    public seqan3_gpulcs::pairwise::algorithm<configuration<elements_t...>>
{
public:
    using seqan3_gpulcs::pairwise::algorithm<configuration<elements_t...>>::algorithm;
};

//!\brief The route of scores and end positions in a band.
template <typename... elements_t, typename... policies_t>
    requires seqan3_gpulcs::pairwise::detail::has_bit_parallel<elements_t...>
class pairwise_alignment_algorithm_banded<configuration<elements_t...>, policies_t...> :
    public seqan3_gpulcs::pairwise::algorithm<configuration<elements_t...>>
{
public:
    using seqan3_gpulcs::pairwise::algorithm<configuration<elements_t...>>::algorithm;
};

//!\brief The route of alignments, of local alignments, and of the debug mode.
template <typename... elements_t, typename... policies_t>
    requires seqan3_gpulcs::pairwise::detail::has_bit_parallel<elements_t...>
class alignment_algorithm<configuration<elements_t...>, policies_t...> :
    public seqan3_gpulcs::pairwise::algorithm<configuration<elements_t...>>
{
public:
    using seqan3_gpulcs::pairwise::algorithm<configuration<elements_t...>>::algorithm;
};

//!\brief The route of `edit_scheme`.
template <typename... elements_t, typename traits_t>
    requires seqan3_gpulcs::pairwise::detail::has_bit_parallel<elements_t...>
class edit_distance_algorithm<configuration<elements_t...>, traits_t> :
    public seqan3_gpulcs::pairwise::algorithm<configuration<elements_t...>>
{
public:
    using seqan3_gpulcs::pairwise::algorithm<configuration<elements_t...>>::algorithm;
};

} // namespace seqan3::detail
