// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Makes `seqan3::align_cfg::parallel` mean the threads of this library.
 *
 * With `parallel`, `align_pairwise` would run copies of an algorithm in threads of its own, in which an exception ends the
 * program. It looks for the element in the configuration that its configurator has completed with the type of the results. So
 * the element is taken out there: users keep the configuration that they wrote.
 */

#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <seqan3/alignment/configuration/align_config_parallel.hpp>
#include <seqan3/alignment/configuration/align_config_result_type.hpp>
#include <seqan3/core/configuration/configuration.hpp>

#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/exception.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

//!\brief Whether a type is a configuration with `bit_parallel` and `parallel`.
template <typename configuration_t>
inline constexpr bool has_both_parallel_elements = false;

//!\brief A configuration may have both elements.
template <typename... elements_t>
inline constexpr bool has_both_parallel_elements<seqan3::configuration<elements_t...>> =
    (std::same_as<elements_t, align_cfg::bit_parallel> || ...)
    && (std::same_as<elements_t, seqan3::align_cfg::parallel> || ...);

} // namespace seqan3_gpulcs::pairwise::detail

namespace seqan3_gpulcs::align_cfg
{

/*!\brief Completes a configuration, as SeqAn3's operator does, and moves the number of threads from `parallel` to `bit_parallel`.
 * \throws seqan3_gpulcs::invalid_option if `parallel` has no number of threads, which is a `std::runtime_error`, as
 *         `align_pairwise` throws without `bit_parallel`.
 */
template <typename configuration_t, typename result_t>
    requires(pairwise::detail::has_both_parallel_elements<std::remove_cvref_t<configuration_t>>)
constexpr auto operator|(configuration_t && config, seqan3::align_cfg::detail::result_type<result_t> && result)
{
    auto const threads = std::get<seqan3::align_cfg::parallel>(config).thread_count;
    if (!threads)
        throw invalid_option{"You must configure the number of threads in seqan3::align_cfg::parallel."};

    auto completed = config.template remove<seqan3::align_cfg::parallel>() | std::move(result);
    bit_parallel & element = std::get<bit_parallel>(completed);
    element.execution.threads = *threads;
    element.has_concurrent_ranges = true;
    return completed;
}

} // namespace seqan3_gpulcs::align_cfg
